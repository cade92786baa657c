"""A mailbox in a shared directory, format 1, written from SPEC.md alone: one reading of it in Python.

Read it next to SPEC.md: names are the specification's, and comments cite its clauses. This file decides; names.py and
bodies.py are the format, files.py makes the system calls. Python 3.9 or later, the standard library only, Linux and
macOS.
"""

import errno
import math
import os
import re
import stat
import time
from contextlib import contextmanager, suppress

import bodies
import files
from files import MailboxError, SystemFailure, tolerating
from names import EPOCH, TEMPORARIES, Entry, new_uuid, pending_name

FORMAT_MAXIMUM = 16_777_216  # bytes of a body, whatever the limits are (LAY-15)
ORDINAL_TRUSTED = 2**62  # ordinals from here on do not raise the next one (LAY-10, ORD-5)
ATTEMPTS_MAXIMUM = 9999  # LAY-9
STALE_SECONDS = 3600  # LAY-20
CHANGES_PER_LOCK = 64  # LCK-4
FAILURES_IN_A_ROW = 8  # CLM-10
PUBLISH_TRIES = 8  # how often a temporary that vanished is written again (ENQ-18)
TEMPORARIES_TRIES = 8  # how often `.tmp` is made anew
PROCESS_WIDE = {errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOSPC, errno.EDQUOT, errno.EROFS}  # CLM-9

DEFAULT_LIMITS = {  # LIM-6
    "maxMessages": 100, "maxPayloadBytes": 65_536, "messageLifetime": 86_400.0, "claimTimeout": 600.0,
    "maxQuarantinedFiles": 20, "maxAttempts": 5, "maxDeadLetters": 100, "lockTimeout": 1.0,
}
POSITIVE_LIMITS = {"maxMessages", "maxPayloadBytes", "messageLifetime", "claimTimeout", "maxAttempts"}  # LIM-1, LIM-3


class Ended(Exception):
    """Settling or a claim has to end before its work is done (CLM-9, CLM-10)."""


class LetGo(Exception):
    """Enough was changed under one hold of the lock (LCK-4)."""


class PublishAgain(Exception):
    """A temporary vanished or a name was taken; nothing is published (ENQ-18)."""


class Claim:
    """A message that is held; `attempts` is the number before the claim, `pending` the name to return to."""

    def __init__(self, entry, pending, body):
        self.id, self.date, self.message = body.id, body.date, body.message
        self.name, self.token, self.pending = entry.name, entry.token, pending
        self.attempts = Entry(pending).attempts


class DeadLetter:
    """A dead letter as it was listed; `has_message` tells whether its message could be given (DLQ-12)."""

    def __init__(self, entry):
        self.name, self.id, self.date, self.attempts = entry.name, entry.id, entry.order[0], entry.attempts
        self.reason, self.has_message, self.message = entry.reason, False, None


class Draft:
    """A message on its way in: its temporary, or the open file that it repeats."""

    def __init__(self, identifier, date, body):
        self.id, self.date, self.body = identifier, date, body
        self.temporary = self.existing = None


class Held:
    """A candidate that was renamed to its claimed name, with the descriptor that it was inspected by."""

    def __init__(self, entry, pending, descriptor, status):
        self.entry, self.pending, self.descriptor, self.status = entry, pending, descriptor, status


def system_clock():
    """The time in seconds since 2001."""
    return time.time() - EPOCH


def any_json(message):
    """What a consumer decodes that takes any JSON."""
    return message


class Mailbox:
    """One namespace below a container.

    `decode` turns a message into what the consumer works with, and raises where it cannot. `tell` gets each
    diagnostic, `wake_up` is called when messages became pending; both may call the mailbox.
    """

    def __init__(self, container, namespace, limits=None, policy="rejectNewest", durability="powerLoss",
                 clock=system_clock, decode=any_json, tell=None, wake_up=None):
        self.container, self.namespace = os.path.abspath(container), namespace
        self.policy, self.durability, self.clock = policy, durability, clock  # DUR-4
        self.decode, self.tell, self.wake_up = decode, tell, wake_up
        self.newer = set()  # what is of a later format, and not offered again (CLM-12)
        self.parents_synchronised = False
        self.check_namespace(namespace)  # both before the container is touched (NSP-3)
        self.limits = self.checked_limits(limits or {})
        with self._operation(create=True) as op:
            lock = op.open_lock()
            try:
                self.check_writable(op)
                self.tighten(op, lock)
            finally:
                files.close(lock)

    # Opening

    def check_namespace(self, namespace):
        if namespace in (".", "..") or not re.fullmatch("[A-Za-z0-9._-]{1,64}", namespace):  # NSP-1, NSP-2
            raise MailboxError("invalidNamespace")

    def checked_limits(self, limits):
        merged = dict(DEFAULT_LIMITS, **limits)
        for name, value in merged.items():
            if name not in DEFAULT_LIMITS or not self.is_good_limit(name, value):
                raise MailboxError("invalidLimit", limit=name)
        return merged

    def is_good_limit(self, name, value):
        if value is None:
            return name == "maxAttempts"  # DLQ-13
        return value > 0 if name in POSITIVE_LIMITS else value >= 0  # neither holds for a NaN

    def check_writable(self, op):
        """LCK-9: opening fails where nothing could ever be written."""
        if not os.access(".", os.W_OK | os.X_OK, dir_fd=op.directory,
                         effective_ids=os.access in os.supports_effective_ids):
            raise SystemFailure("faccessat", errno.EACCES)

    def tighten(self, op, lock):
        """Takes permissions from group and others (LAY-3)."""
        for descriptor in (op.root, op.directory, lock):
            self._tighten_one(descriptor)
        try:
            temporaries = files.open_in(op.directory, TEMPORARIES, os.O_RDONLY | os.O_DIRECTORY)
        except SystemFailure:
            return  # it is missing, or no directory, which is for later (LAY-23)
        try:
            self._tighten_one(temporaries)
        finally:
            files.close(temporaries)

    def _tighten_one(self, descriptor):
        status = files.stat_of(descriptor)
        if status.st_uid == os.geteuid() and status.st_mode & 0o077:
            files.call("fchmod", os.fchmod, descriptor, stat.S_IMODE(status.st_mode) & ~0o077)

    def _new_operation(self, create):
        return files.Operation(self.container, self.namespace, self.limits["lockTimeout"], create)

    @contextmanager
    def _operation(self, create, missing=None):
        """Opens the directories for one operation; `missing` is the error for what is not there (ENOENT)."""
        op = self._new_operation(create)
        try:
            op.open()
            yield op
        except SystemFailure as failure:
            if missing is None or failure.errno != errno.ENOENT:
                raise
            raise MailboxError(missing) from None
        finally:
            op.close()
            self._tell_all(op)

    def _tell_all(self, op):
        """Diagnostics in order and then the wake-up, after the lock was let go (DIA-3, WKE-1)."""
        calls = [(self.tell, (event,)) for event in op.events if self.tell]
        if op.wake and self.wake_up:
            calls.append((self.wake_up, ()))
        for function, arguments in calls:
            with suppress(Exception):  # what happened has happened (ERR-4)
                function(*arguments)

    # Enqueue

    def enqueue(self, message, identifier=None, enqueued_at=None):
        """Stores a message and returns its identifier (ENQ-1)."""
        return self._enqueue([(message, identifier)], enqueued_at)[0]

    def enqueue_batch(self, messages):
        """Stores pairs of a message and an identifier or None, all or none, and returns the identifiers (ENQ-12)."""
        return self._enqueue(messages, None)

    def _enqueue(self, messages, enqueued_at):
        date = self.clock() if enqueued_at is None else self.checked_date(enqueued_at)
        drafts = [self._draft(message, identifier, date) for message, identifier in messages]
        self.check_count(len(drafts))  # after the refusals above, before anything is looked for (ENQ-7)
        if drafts:  # ENQ-17
            with self._operation(create=True) as op:
                self._store(op, drafts)
        return [draft.id for draft in drafts]

    def checked_date(self, date):
        if not bodies.is_number(date):  # ENQ-6
            raise MailboxError("invalidDate")
        return float(date)

    def _draft(self, message, identifier, date):
        identifier = new_uuid() if identifier is None else str(identifier).upper()
        body = bodies.encode_body(identifier, date, message)
        if body is None:
            raise MailboxError("encodingFailure")
        self.check_size(len(body))
        return Draft(identifier, date, body)

    def reader_limit(self):
        """The most bytes that this mailbox reads or writes."""
        return min(self.limits["maxPayloadBytes"], FORMAT_MAXIMUM)

    def check_size(self, size):
        if size > self.reader_limit():  # ENQ-4
            raise MailboxError("payloadTooLarge", actualBytes=size, maximumBytes=self.reader_limit())

    def check_count(self, count):
        if count > self.limits["maxMessages"]:  # ENQ-15
            raise MailboxError("batchTooLarge", actualCount=count, maximumCount=self.limits["maxMessages"])

    def _store(self, op, drafts, letter=None):
        """Section 4.1 from its step 2; `letter` is the dead letter that is restored, and its status."""
        for _ in range(PUBLISH_TRIES):
            try:
                fresh = self._store_once(op, drafts, letter)
                for _ in range(len(drafts) - len(fresh)):
                    op.report("repeatedMessageIgnored")  # DIA-2
                self.make_durable(op, drafts)
            except PublishAgain:
                continue
            finally:
                for draft in drafts:
                    self._close_existing(draft)
            return
        raise MailboxError("busy")  # ENQ-18

    def _store_once(self, op, drafts, letter):
        temporaries = self._open_temporaries(op)
        try:
            for draft in drafts:
                self._write_temporary(temporaries, draft)
            with suppress(Ended):  # it does not keep an enqueue from being tried (5.1)
                self._lock_and_settle(op)
            if letter is not None:
                self._check_still_there(op, *letter)
            fresh = self.admit(op, drafts)
            if letter is not None and not fresh:
                raise MailboxError("duplicateMessage")  # DLQ-10
            if fresh:
                victims = self.victims(op, fresh, drafts)
                self._publish(op, temporaries, fresh)
                self._evict(op, victims)
                if letter is not None:
                    self._clean_up(op, op.unlink, letter[0])
            return fresh
        finally:
            self._remove_temporaries(op, temporaries, drafts)
            files.close(temporaries)
            op.unlock()

    def _open_temporaries(self, op):
        """Opens `.tmp`, and makes it anew where it is no directory of ours (LAY-23)."""
        for _ in range(TEMPORARIES_TRIES):
            try:
                descriptor = files.open_in(op.directory, TEMPORARIES, os.O_RDONLY | os.O_DIRECTORY)
                if files.is_own_directory(files.stat_of(descriptor)):
                    return descriptor
                files.close(descriptor)
            except SystemFailure as failure:
                if failure.errno == errno.ENOENT:
                    self._make_temporaries(op)
                    continue
                if failure.errno not in (errno.ELOOP, errno.ENOTDIR):
                    raise
            op.lock()
            try:
                for entry in [entry for entry in op.entries if entry.kind == "temporaries"]:
                    self._quarantine_misfit(op, entry)
            finally:
                op.unlock()
        raise SystemFailure("openat", errno.EAGAIN)

    def _make_temporaries(self, op):
        with tolerating(errno.ENOENT):
            return files.make_directory(op.directory, TEMPORARIES)
        return op.reopen()  # the mailbox directory itself was removed (LCK-7)

    def _write_temporary(self, temporaries, draft):
        """Writes a body where no reader looks (ENQ-8), not under the lock."""
        name = new_uuid()
        descriptor = None
        with tolerating(errno.ENOENT):
            descriptor = files.open_in(temporaries, name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        if descriptor is None:
            raise PublishAgain  # `.tmp` was removed
        draft.temporary = name
        try:
            files.call("fchmod", os.fchmod, descriptor, 0o600)  # LAY-22
            files.write_all(descriptor, draft.body)
            files.synchronise(descriptor, self.durability)  # DUR-1, DUR-2, DUR-8
        finally:
            files.close(descriptor)

    def _remove_temporaries(self, op, temporaries, drafts):
        """Leaves no temporary of a failed or repeated message behind (ENQ-19)."""
        for draft in drafts:
            if draft.temporary is not None:
                self._clean_up(op, files.unlink_in, temporaries, draft.temporary)
                draft.temporary = None

    def admit(self, op, drafts):
        """The drafts that are new; the others are repeated (ENQ-2, ENQ-13)."""
        seen, fresh = set(), []
        for draft in drafts:
            if draft.id not in seen and not self.is_repeated(op, draft):
                fresh.append(draft)
            seen.add(draft.id)
        return fresh

    def is_repeated(self, op, draft):
        """Whether the identifier is pending or claimed; a damaged file does not count (ENQ-11)."""
        for entry in op.of_kind("claimed", "pending"):
            if entry.id != draft.id:
                continue
            status = None
            with tolerating(errno.ENOENT):
                status = self._status_of_repeated(op, entry, draft)
            if status is None:  # somebody without the lock was faster
                op.entries = op.list()
                return self.is_repeated(op, draft)
            if self.judge_type(status) is None:
                return True
            self._close_existing(draft)
            self.quarantine(op, entry, self.judge_type(status), status)
        return False

    def _status_of_repeated(self, op, entry, draft):
        """Opens the file only if it is to be synchronised (DUR-6); its body is not read (ENQ-10)."""
        status = op.stat(entry)
        if self.judge_type(status) or self.durability == "processCrash":
            return status
        draft.existing = op.open_message(entry)
        return files.stat_of(draft.existing)

    def _close_existing(self, draft):
        if draft.existing is not None:
            files.close(draft.existing)
            draft.existing = None

    def depth(self, op):
        return len(op.of_kind("pending", "claimed"))  # LIM-5, DLQ-8

    def victims(self, op, fresh, drafts):
        """The oldest that have to go for the new ones, or `mailboxFull` (LIM-4, OVF-1 to OVF-5)."""
        excess = self.depth(op) + len(fresh) - self.limits["maxMessages"]
        if excess <= 0:
            return []
        evictable = self.evictable(op, drafts)
        if self.policy != "discardOldest" or len(evictable) < excess:
            raise MailboxError("mailboxFull")
        return evictable[:excess]

    def evictable(self, op, drafts):
        kept = {draft.id for draft in drafts}  # OVF-4; the new ones are not listed yet
        return [entry for entry in self.in_order(op.of_kind("pending")) if entry.id not in kept]  # OVF-3

    def in_order(self, entries):
        return sorted(entries, key=lambda entry: (entry.order, entry.name))  # ORD-1, ORD-2

    def milliseconds(self):
        """The clock in milliseconds since 1970, 0 before it."""
        return min(max(0, math.floor((self.clock() + EPOCH) * 1000)), ORDINAL_TRUSTED - 1)

    def next_ordinal(self, op):
        """LAY-10: the clock, or one more than the highest that is trusted."""
        trusted = (entry.ordinal for entry in op.of_kind("pending", "claimed") if entry.ordinal < ORDINAL_TRUSTED)
        return max(self.milliseconds(), max(trusted, default=-1) + 1)

    def _publish(self, op, temporaries, fresh):
        """Makes the new messages visible, all or none (ENQ-14)."""
        ordinal, published = self.next_ordinal(op), []
        try:
            for place, draft in enumerate(fresh):
                name = pending_name(ordinal + place, draft.id, draft.date, 0)
                op.before_change()
                files.rename_exclusively(temporaries, draft.temporary, op.directory, name)
                draft.temporary = None
                published.append(name)
        except BaseException as error:
            for name in published:
                self._clean_up(op, files.unlink_in, op.directory, name)
            if isinstance(error, SystemFailure) and error.errno in (errno.ENOENT, errno.EEXIST):
                raise PublishAgain from None
            raise
        op.wake = True

    def _evict(self, op, victims):
        """Makes room after the new ones are there (OVF-2); failing is no failure (OVF-6)."""
        for entry in victims:
            if self._clean_up(op, op.unlink, entry):
                op.report("oldestMessageDiscarded")

    def _clean_up(self, op, action, *arguments):
        """Does what must not make the operation fail any more (ERR-4), and tells whether it was done."""
        try:
            action(*arguments)
        except SystemFailure as failure:
            if failure.errno != errno.ENOENT:
                op.report("cleanupFailed", **failure.details)
            return False
        return True

    def make_durable(self, op, drafts):
        """The synchronisations that come after the lock was let go (LCK-4)."""
        try:
            for draft in drafts:
                if draft.existing is not None:
                    files.synchronise(draft.existing, self.durability)  # DUR-6
            if self.durability == "powerLoss":  # DUR-1
                files.synchronise(op.directory, self.durability)
                self.synchronise_parents(op)
        except SystemFailure:
            raise MailboxError("notDurable", id=drafts[0].id) from None  # DUR-5

    def synchronise_parents(self, op):
        if not self.parents_synchronised:
            files.synchronise(op.root, self.durability)
            files.synchronise(op.container, self.durability)
            self.parents_synchronised = True

    # Settling (5.1)

    def _lock_and_settle(self, op):
        """Takes the lock and brings the mailbox in order; it is held afterwards, also where this raises Ended."""
        while True:
            op.lock()
            try:
                return self.settle(op)
            except LetGo:
                op.unlock()

    def settle(self, op):
        """One pass over one listing, in the order of section 5.1."""
        op.withheld = set()
        self.quarantine_misfits(op)
        self.remove_old_temporaries(op)
        self.recover_abandoned(op)
        self.lengthen_legacy(op)
        self.remove_expired(op)
        self.bury_exhausted(op)
        self.bury_duplicates(op)

    def _for_each(self, op, entries, action):
        for entry in entries:
            if entry.name not in op.skipped:
                if op.changes >= CHANGES_PER_LOCK:
                    raise LetGo
                self._for_one(op, entry, action)
                op.failures = 0 if entry.name not in op.skipped else op.failures

    def _for_one(self, op, entry, action):
        """Does something to one file; a failing call leaves that file as it was, or ends everything (CLM-8)."""
        name = entry.name
        try:
            return action(op, entry)
        except SystemFailure as failure:
            if failure.errno == errno.ENOENT:  # somebody without the lock was faster
                entry.kind = "gone"
            else:
                op.skipped.update((name, entry.name))
                self.note_failure(op, failure)
            return None

    def note_failure(self, op, failure):
        op.first_failure = op.first_failure or failure  # CLM-11
        op.failures += 1
        op.report("fileSkipped", **failure.details)  # DIA-2
        if failure.errno in PROCESS_WIDE or op.failures >= FAILURES_IN_A_ROW:
            raise Ended

    def quarantine_misfits(self, op):
        self._for_each(op, [entry for entry in op.entries if entry.kind in ("malformed", "temporaries")
                            or entry.is_message and not entry.regular], self._quarantine_misfit)

    def _quarantine_misfit(self, op, entry):
        """Quarantines what is not what its name says, and tells whether it did; the evidence is looked at again."""
        status = op.stat(entry)
        reason = self.judge_misfit(entry, status)
        if reason is not None:
            self.quarantine(op, entry, reason, status)
        return reason is not None

    def judge_misfit(self, entry, status):
        """The reason to quarantine an entry for its name or type (LAY-17, QUA-2, LAY-23), or None."""
        if entry.kind == "malformed":
            return "name"
        if entry.kind == "temporaries":
            return None if files.is_own_directory(status) else "type"
        return None if stat.S_ISREG(status.st_mode) else "type"

    def is_stale(self, status):
        return abs(self.clock() - files.stamp_of(status)) > STALE_SECONDS  # LAY-20

    def remove_old_temporaries(self, op):
        self._for_each(op, [entry for entry in op.entries if entry.kind == "old temporary"], self._remove_if_stale)

    def _remove_if_stale(self, op, entry):
        if self.is_stale(op.stat(entry)):  # LAY-21
            op.before_change()
            files.remove_tree(op.directory, entry.name)
            entry.kind = "gone"

    def is_abandoned(self, status):
        return abs(self.clock() - files.stamp_of(status)) > self.limits["claimTimeout"]  # REC-1 to REC-3

    def recover_abandoned(self, op):
        self._for_each(op, op.of_kind("claimed"), self._recover_if_abandoned)

    def _recover_if_abandoned(self, op, entry):
        if self.is_abandoned(op.stat(entry)) and self.is_abandoned(op.stat(entry)):  # the second look is REC-4's
            self.recover(op, entry)

    def recover(self, op, entry):
        with tolerating(errno.EEXIST):
            op.rename(entry, entry.pending)  # attempts stay raised (REC-5)
            op.wake = True
            op.report("abandonedClaimRecovered")
            return
        self.bury(op, entry, entry.pending, "duplicate", op.stat(entry))  # REC-6

    def lengthen_legacy(self, op):
        self._for_each(op, [entry for entry in op.of_kind("pending") if entry.legacy], self._lengthen)

    def _lengthen(self, op, entry):
        """Takes the date from the body (ORD-3) and puts it into the name (IOP-3); a bad body is left to a claim."""
        body, status = self._read_entry(op, entry)
        if body is None:
            return
        entry.date = body.date
        with tolerating(errno.EEXIST):
            op.move(entry, pending_name(entry.ordinal, entry.id, body.date, 0), status)

    def _read(self, descriptor):
        return files.read_up_to(descriptor, self.reader_limit() + 1)  # SEC-6

    def _read_entry(self, op, entry):
        """The body of a file and its status; None where it is not a good file with a body that is its name's."""
        descriptor = op.open_message(entry)
        try:
            status = files.stat_of(descriptor)
            data = b"" if self.judge_file(status) else self._read(descriptor)
        finally:
            files.close(descriptor)
        try:
            body = None if self.judge_size(len(data)) else bodies.parse_body(data)
        except bodies.Invalid:
            body = None
        if body is not None and (body.later_format or not bodies.is_its_names(body, entry)):
            body = None
        return body, status

    def is_expired(self, entry):
        return entry.date is not None and self.clock() - entry.date > self.limits["messageLifetime"]  # EXP-1, EXP-4

    def remove_expired(self, op):
        self._for_each(op, [entry for entry in op.of_kind("pending") if self.is_expired(entry)], self._remove_expired)

    def _remove_expired(self, op, entry):
        op.unlink(entry)
        op.report("expiredMessageRemoved")

    def is_exhausted(self, entry):
        return self.limits["maxAttempts"] is not None and entry.attempts >= self.limits["maxAttempts"]  # DLQ-1

    def bury_exhausted(self, op):
        exhausted = [entry for entry in self.in_order(op.of_kind("pending")) if self.is_exhausted(entry)]
        op.withheld.update(exhausted)
        self._for_each(op, exhausted, self._bury_exhausted)

    def _bury_exhausted(self, op, entry):
        self.bury(op, entry, entry.pending, "attempts", op.stat(entry))

    def bury_duplicates(self, op):
        """DLQ-5: the claimed one or else the first in order is the message; other pending ones are not."""
        first, duplicates = {entry.id: entry for entry in op.of_kind("claimed")}, []
        for entry in self.in_order(op.of_kind("pending")):
            if entry not in op.withheld and not self.is_expired(entry):
                if first.setdefault(entry.id, entry) is not entry:
                    duplicates.append(entry)
        op.withheld.update(duplicates)
        self._for_each(op, duplicates, lambda op, entry: self._bury_duplicate(op, entry, first[entry.id]))

    def _bury_duplicate(self, op, entry, other):
        status, other_status = op.stat(entry), op.find(other.name)
        if other_status is None:
            return  # the other one is gone; whoever comes next looks again
        if files.same_file(status, other_status):
            op.withheld.discard(entry)  # one file with two names, which is found when it is claimed
        else:
            self.bury(op, entry, entry.pending, "duplicate", status)

    # Dead letters and quarantine

    def dead_letters_full(self, op):
        return len(op.of_kind("deadletter")) >= self.limits["maxDeadLetters"]  # DLQ-7

    def bury(self, op, entry, pending, reason, status):
        """Makes a file the dead letter of a pending name, and tells whether there was room."""
        if self.dead_letters_full(op):
            op.report("deadLettersFull")
            return False
        target, moved = Entry(pending), None
        while moved is None:
            with tolerating(errno.EEXIST):
                moved = op.move(entry, self.letter_name(reason, target), status)
            target = Entry(target.with_ordinal((target.ordinal + 1) % 2**64))  # DLQ-14
        if moved:
            op.report("messageDeadLettered", reason=reason)
        return moved

    def letter_name(self, reason, entry):
        return f"deadletter-{reason}-{entry.pending}"

    def quarantine(self, op, entry, reason, status):
        """Moves a hostile or broken file out of the way, on the evidence of `status` (QUA-1)."""
        if op.move(entry, self.quarantine_name(reason), status):
            op.report(self.quarantine_event(reason))
            self.trim_quarantine(op)

    def quarantine_name(self, reason):
        return f"quarantine-{self.milliseconds()}-{new_uuid()}-{reason}.bin"  # LAY-7

    def quarantine_event(self, reason):
        unsafe = reason in ("type", "links", "oversize")  # DIA-4
        return "unsafeFileQuarantined" if unsafe else "malformedMessageQuarantined"

    def trim_quarantine(self, op):
        """Removes what is too many, the lowest milliseconds first (QUA-5 to QUA-7)."""
        found = [entry for entry in op.entries if entry.kind == "quarantine"]
        found.sort(key=lambda entry: (entry.milliseconds, entry.name))
        for entry in found[:max(0, len(found) - self.limits["maxQuarantinedFiles"])]:
            if self._clean_up(op, files.remove_tree, op.directory, entry.name):
                entry.kind = "gone"

    # What becomes of a file: None if it is good, or an action and a reason (2.4, 5.2)

    def judge_type(self, status):
        """The reason to quarantine what is not a regular file with one name (QUA-2), or None."""
        if not stat.S_ISREG(status.st_mode):
            return "type"
        return "links" if status.st_nlink > 1 else None

    def judge_file(self, status):
        """Before a file is read (SEC-5)."""
        reason = self.judge_type(status)
        return ("quarantine", reason) if reason else self.judge_size(status.st_size)

    def judge_size(self, size):
        if size > FORMAT_MAXIMUM:
            return "quarantine", "oversize"  # QUA-4
        return ("bury", "oversize") if size > self.reader_limit() else None  # DLQ-4

    def judge_data(self, data, entry):
        """After it was read; gives the body too, with its message decoded."""
        verdict = self.judge_size(len(data))  # it may have grown (SEC-6)
        if verdict is not None:
            return None, verdict
        try:
            body = bodies.parse_body(data)
        except bodies.Invalid:
            return None, ("quarantine", "body")  # QUA-3
        return body, self.judge_body(body, entry)

    def judge_body(self, body, entry):
        if body.later_format:
            return "put back", "newer"  # CLM-12
        if not bodies.is_its_names(body, entry):
            return "quarantine", "mismatch"  # LAY-14
        if not bodies.can_be_decoded(body) or not self.decodes(body):
            return "bury", "undecodable"  # SEC-8, DLQ-3
        return None

    def decodes(self, body):
        try:
            body.message = self.decode(body.message)
        except Exception:
            return False
        return True

    # Claim

    def claim(self, limit=None):
        """Takes up to `limit` messages, the first in order, and returns their claims (CLM-2)."""
        if limit is not None and limit < 0:  # CLM-3
            raise MailboxError("invalidLimit", limit="limit")
        if limit == 0:
            return []
        claims = []
        with self._operation(create=True) as op:
            try:
                self._claim_into(claims, op, math.inf if limit is None else limit)
            except Ended:
                pass
            except MailboxError as failure:
                op.first_failure = op.first_failure or failure
            except BaseException:
                for claim in claims:  # nobody will get these
                    self._clean_up(op, self._put_back, op, Entry(claim.name), claim.pending)
                raise
            if not claims and op.first_failure is not None:  # CLM-11
                raise op.first_failure
        return claims

    def _claim_into(self, claims, op, limit):
        self._lock_and_settle(op)
        candidates = self.candidates(op)
        while candidates and len(claims) < limit:
            if not op.held:
                op.lock()
            taken = []
            try:
                self._take(op, candidates, min(limit - len(claims), CHANGES_PER_LOCK), bool(claims), taken)
            finally:
                op.unlock()
                self._read_taken(op, taken, claims)
            if taken and self.is_last_attempt(Entry(taken[0].pending)) and claims:
                return  # DLQ-2

    def candidates(self, op):
        """The pending messages that may be claimed, in order, the first one last."""
        return [entry for entry in reversed(self.in_order(op.of_kind("pending"))) if entry not in op.withheld
                and entry.name not in op.skipped and entry.order not in self.newer]

    def is_last_attempt(self, entry):
        return self.limits["maxAttempts"] is not None and entry.attempts == self.limits["maxAttempts"] - 1

    def _take(self, op, candidates, room, claimed_something, taken):
        """Renames candidates to claimed names, under the lock, reading nothing."""
        while candidates and len(taken) < room and op.changes < CHANGES_PER_LOCK:
            alone = self.is_last_attempt(candidates[-1])  # DLQ-2
            if alone and claimed_something:
                candidates.clear()
            if alone and (taken or claimed_something):
                return
            entry = op.listed(candidates.pop())
            held = self._for_one(op, entry, self._take_one)
            if held is not None:
                taken.append(held)
                if alone:
                    return

    def _take_one(self, op, entry):
        """Inspects, stamps and renames one candidate, or puts it where it belongs and gives None."""
        try:
            descriptor = op.open_message(entry)
        except SystemFailure:
            if self._quarantine_misfit(op, entry):
                return None  # it was a link or a socket
            raise
        held = None
        try:
            status, pending = files.stat_of(descriptor), entry.pending
            verdict = self.judge_file(status)
            if verdict is not None:
                self.dispose(op, entry, pending, status, verdict)
                op.failures = 0
            else:
                files.set_stamp(descriptor, self.clock())  # CLM-6: before the rename
                if op.move(entry, self.claimed_name(entry), status):
                    held = Held(entry, pending, descriptor, status)
        finally:
            if held is None:
                files.close(descriptor)
        return held

    def claimed_name(self, entry):
        """A fresh token (CLM-1) and the name with attempts raised by one (CLM-5)."""
        return f"claimed-{self.new_token()}-{entry.with_attempts(self.raised_attempts(entry))}"

    def new_token(self):  # LSE-4
        return new_uuid()

    def raised_attempts(self, entry):
        return min(entry.attempts + 1, ATTEMPTS_MAXIMUM)

    def dispose(self, op, entry, pending, status, verdict):
        """Moves what cannot be delivered to where it belongs; False where it has to stay or go back."""
        action, reason = verdict
        if action == "quarantine":
            self.quarantine(op, entry, reason, status)
            return True
        return action == "bury" and self.bury(op, entry, pending, reason, status)

    def _read_taken(self, op, taken, claims):
        """Reads and decodes what was taken, without the lock, and gets rid of what was no good."""
        bad, ended = [], False
        try:
            for number, held in enumerate(taken):
                verdict = ("put back", None)
                try:
                    if not ended:
                        verdict = self._read_one(held, claims)
                        op.failures = 0
                except SystemFailure as failure:
                    ended = self._ends(op, failure)
                if verdict is not None:
                    bad.append((held, verdict))
        except BaseException:
            bad.extend((held, ("put back", None)) for held in taken[number:])
            raise
        finally:
            for held in taken:
                files.close(held.descriptor)
            if bad:
                ended = self._dispose_bad(op, bad) or ended
        if ended:
            raise Ended

    def _ends(self, op, failure):
        try:
            self.note_failure(op, failure)
        except Ended:
            return True
        return False

    def _read_one(self, held, claims):
        data = self._read(held.descriptor)
        body, verdict = self.judge_data(data, held.entry)
        if verdict is None:
            claims.append(Claim(held.entry, held.pending, body))
        return verdict

    def _dispose_bad(self, op, bad):
        """From the claimed name by one rename each: to quarantine, to dead letters, or back (4.2, step 3)."""
        ended = False
        try:
            op.lock()
        except MailboxError as failure:
            op.first_failure = op.first_failure or failure
        for held, verdict in bad:
            entry, away = op.listed(held.entry), False
            try:
                away = op.held and not ended and self.dispose(op, entry, held.pending, held.status, verdict)
            except SystemFailure as failure:
                ended = failure.errno != errno.ENOENT and self._ends(op, failure)
            if not away and self._clean_up(op, self._put_back, op, entry, held.pending) and verdict[1] == "newer":
                self.newer.add(Entry(held.pending).order)
                op.report("newerFormatSkipped")
        op.unlock()
        return ended

    def _put_back(self, op, entry, pending):
        op.rename(entry, pending)  # CLM-13; attempts as before

    # Acknowledge, release, extend, reject

    def acknowledge(self, claim):
        """Removes a claimed message for good (ACK-1), without lock, synchronisation or room (ACK-3, ACK-4)."""
        with self._operation(create=False, missing="claimNoLongerExists") as op:  # ACK-2
            op.unlink(Entry(claim.name))

    def release(self, claim):
        """Puts a claimed message back where it was (REL-1)."""
        with self._operation(create=False, missing="claimNoLongerExists") as op:  # REL-3
            self._lock_if_possible(op)
            with tolerating(errno.EEXIST):
                op.rename(Entry(claim.name), claim.pending)  # attempts as before (REL-2)
                op.wake = True
                return
            self._bury_claim(op, claim, "duplicate")  # REL-4

    def extend(self, claim):
        """Renews the lease of a claimed message."""
        with self._operation(create=False, missing="claimNoLongerExists") as op:  # LSE-3
            self._lock_if_possible(op)
            descriptor = self._open_known(op, Entry(claim.name), "claimNoLongerExists")
            try:
                op.before_change()
                files.set_stamp(descriptor, self.clock())  # LSE-2
            finally:
                files.close(descriptor)

    def _open_known(self, op, entry, missing):
        """Opens a claim or a dead letter; where something else is in its place, it is gone."""
        try:
            descriptor = op.open_message(entry)
        except SystemFailure:
            if self.judge_type(op.stat(entry)):
                raise MailboxError(missing) from None
            raise
        if self.judge_type(files.stat_of(descriptor)):
            files.close(descriptor)
            raise MailboxError(missing)
        return descriptor

    def reject(self, claim):
        """Makes a claimed message a dead letter (DLQ-6)."""
        with self._operation(create=False, missing="claimNoLongerExists") as op:
            op.lock()
            self._bury_claim(op, claim, "rejected")

    def _lock_if_possible(self, op):
        """REL-5, LSE-5: goes on without the lock when it cannot be had; an unsafe one is refused (SEC-2)."""
        try:
            op.lock()
        except MailboxError as failure:
            if failure.code == "unsafeFile":
                raise

    def _bury_claim(self, op, claim, reason):
        entry = Entry(claim.name)
        status = op.stat(entry)  # that the claim is gone comes before the lack of room (DLQ-7)
        if not op.held:
            op.entries = op.list()
        if self.dead_letters_full(op):
            raise MailboxError("deadLettersFull")
        self.bury(op, entry, claim.pending, reason, status)

    # Maintenance, dead letters, statistics

    def maintain(self):
        """Settles, and sweeps temporaries."""
        with self._operation(create=True) as op:
            try:
                self._lock_and_settle(op)
                op.unlock()
                self.sweep_temporaries(op)
            except Ended:
                pass
            if op.first_failure is not None:
                raise op.first_failure  # CLM-11

    def sweep_temporaries(self, op):
        """Removes what a dead process left in `.tmp` (LAY-20); a failure is told and thrown as in settling (CLM-11)."""
        inside = self._sweep_step(op, files.open_in, op.directory, TEMPORARIES, os.O_RDONLY | os.O_DIRECTORY)
        if inside is None:
            return
        try:
            for name in self._sweep_step(op, files.list_names, inside) or []:
                self._sweep_step(op, self._sweep_one, inside, name)
        finally:
            files.close(inside)

    def _sweep_step(self, op, action, *arguments):
        try:
            return action(*arguments)
        except SystemFailure as failure:
            if failure.errno not in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP):  # gone, or for settling to see
                self.note_failure(op, failure)
            return None

    def _sweep_one(self, directory, name):
        if self.is_stale(files.stat_in(directory, name)):
            files.remove_tree(directory, name)

    @contextmanager
    def _looking(self):
        """An operation that changes nothing and takes no lock; where there is no mailbox, nothing is in it."""
        op = self._new_operation(create=False)
        try:
            with tolerating(errno.ENOENT):
                op.open()
                op.entries = op.list()
            yield op
        finally:
            op.close()

    def dead_letters(self):
        """Lists the dead letters in order (DLQ-12)."""
        with self._looking() as op:
            return [self._describe(op, entry) for entry in self.in_order(op.of_kind("deadletter"))]

    def _describe(self, op, entry):
        letter, body = DeadLetter(entry), None
        try:
            body, _ = self._read_entry(op, entry)
        except SystemFailure:
            pass  # what the name says can be told all the same
        if body is not None:
            if entry.legacy:
                letter.date = body.date  # DLQ-12
            if self.judge_body(body, entry) is None:
                letter.has_message, letter.message = True, body.message
        return letter

    def restore(self, letter):
        """Makes a dead letter pending again, with the clock's date and no attempts (DLQ-9)."""
        entry = Entry(letter.name)
        with self._operation(create=True, missing="deadLetterNoLongerExists") as op:
            body, status = self._read_restorable(op, entry)
            date = self.clock()
            draft = Draft(entry.id, date, bodies.with_date(body, date))
            self.check_size(len(draft.body))
            self._store(op, [draft], letter=(entry, status))

    def _read_restorable(self, op, entry):
        descriptor = self._open_known(op, entry, "deadLetterNoLongerExists")
        try:
            status = files.stat_of(descriptor)
            self.check_size(status.st_size)
            data = self._read(descriptor)
        finally:
            files.close(descriptor)
        self.check_size(len(data))
        try:
            body = bodies.parse_body(data)
            good = not body.later_format and bodies.is_its_names(body, entry)
        except bodies.Invalid:
            good = False
        if not good:
            raise MailboxError("decodingFailure")
        return body, status

    def _check_still_there(self, op, entry, status):
        there = op.find(entry.name)
        if there is None or not files.same_file(there, status):
            raise MailboxError("deadLetterNoLongerExists")  # DLQ-11

    def remove(self, letter):
        """Removes one dead letter (DLQ-11)."""
        with self._operation(create=False, missing="deadLetterNoLongerExists") as op:
            op.unlink(Entry(letter.name))

    def statistics(self):
        """Counts what is there (STA-1)."""
        with self._looking() as op:
            result = {"bytes": 0}
            for kind, name in (("pending", "pending"), ("claimed", "claimed"), ("deadletter", "deadLetters"),
                               ("quarantine", "quarantined")):
                result[name] = len(op.of_kind(kind))
            result["quarantined"] = sum(entry.kind == "quarantine" for entry in op.entries)  # of whatever type
            for entry in op.of_kind("pending", "claimed", "deadletter"):
                result["bytes"] += self._size_for_statistics(op, entry)
            result["oldestPending"] = min((entry.order[0] for entry in op.of_kind("pending")), default=None)
        return result

    def _size_for_statistics(self, op, entry):
        """The size of a file; a pending legacy one gets its date from its body."""
        try:
            size = op.stat(entry).st_size
            if entry.kind == "pending" and entry.legacy:
                body, _ = self._read_entry(op, entry)
                entry.date = None if body is None else body.date
        except SystemFailure:
            size = 0  # gone meanwhile ("statistics-race")
        return size
