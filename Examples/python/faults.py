"""Faults that the adapter commits when it is told to (`--break NAME`), to see whether the cases find them.

Each is a function that alters one decision of the implementation from outside. Its name is the fault's, with hyphens;
its docstring says what is then wrong, and the decorator which clauses of SPEC.md that breaks. Faults/catalogue.json
lists them all, and `swift run MailboxConformance selftest` plants one after the other. A fault may do damage in the
container and beside it, where the cases look, and nowhere else: keep to descriptors and to the container's path.
"""

import errno
import fcntl
import itertools
import json
import os
import re
import stat
from contextlib import suppress

import bodies
import files
import mailbox
import names
from files import MailboxError, Operation, SystemFailure, tolerating
from mailbox import Mailbox
from names import EPOCH, Entry, new_uuid, pending_name

FAULTS = {}


def fault(*clauses):
    """Makes a function a fault of these clauses."""
    def register(plant):
        FAULTS[plant.__name__.replace("_", "-")] = plant
        plant.clauses = clauses
        return plant
    return register


def alter(owner, name, altered):
    """Puts a function in another one's place; it is given the other one first."""
    original = getattr(owner, name)
    setattr(owner, name, lambda *arguments, **options: altered(original, *arguments, **options))


def nothing(*_, **__):
    """Does nothing."""


# Namespaces

@fault("NSP-1", "NSP-3")
def namespace_made_to_fit():
    """A namespace with a slash, a space or too many letters is made to fit instead of refused"""
    def check(original, box, namespace):
        box.namespace = re.sub("[^A-Za-z0-9._-]", "_", namespace)[:64] or "_"
        original(box, box.namespace)
    alter(Mailbox, "check_namespace", check)


@fault("NSP-2")
def namespace_of_dots():
    """The namespaces of one and two dots are taken for good"""
    alter(Mailbox, "check_namespace",
          lambda check, box, namespace: None if namespace in (".", "..") else check(box, namespace))


@fault("NSP-1")
def namespace_of_65():
    """A namespace may have 65 characters"""
    alter(Mailbox, "check_namespace",
          lambda check, box, namespace: check(box, namespace[1:] if len(namespace) == 65 else namespace))


@fault("NSP-1")
def namespace_refused_too_often():
    """A namespace must have 2 to 63 characters, all letters and digits"""
    alter(Mailbox, "check_namespace", lambda check, box, namespace: check(
        box, namespace if re.fullmatch("[A-Za-z0-9]{2,63}", namespace) else ""))


@fault("NSP-4")
def namespace_case_blind():
    """Namespaces that differ in case alone are one"""
    def check(original, box, namespace):
        original(box, namespace)
        box.namespace = namespace.lower()
    alter(Mailbox, "check_namespace", check)


def neighbours(op):
    """Operations on the other namespaces of the same container."""
    for name in files.list_names(op.root):
        if name != op.namespace and os.path.isdir(os.path.join(op.container_path, files.ROOT, name)):
            other = Operation(op.container_path, name, 0, False)
            try:
                other.open()
                other.entries = other.list()
                yield other
            finally:
                other.close()


@fault("NSP-4", "LAY-1")
def neighbours_concerned():
    """Messages of other namespaces count as depth, and expire"""
    alter(Mailbox, "depth",
          lambda depth, box, op: depth(box, op) + sum(depth(box, other) for other in neighbours(op)))

    def remove(original, box, op):
        original(box, op)
        for other in neighbours(op):
            for entry in filter(box.is_expired, other.of_kind("pending")):
                other.unlink(entry)
    alter(Mailbox, "remove_expired", remove)


# Layout

@fault("LAY-2")
def directories_0755():
    """New directories have mode 0755"""
    def make(_, parent, name):
        with tolerating(errno.EEXIST):
            files.call("mkdirat", os.mkdir, name, dir_fd=parent)
            files.call("fchmodat", os.chmod, name, 0o755, dir_fd=parent)
    alter(files, "make_directory", make)


@fault("LAY-3")
def open_doors_stay():
    """Permissions of others are not taken away"""
    Mailbox.tighten = nothing


@fault("LAY-16", "LAY-3")
def foreign_modes_tightened():
    """Permissions are taken from foreign files as well"""
    def tighten(original, box, op, lock):
        original(box, op, lock)
        for name in files.list_names(op.directory):
            status = files.stat_in(op.directory, name)
            if Entry(name).kind == "foreign" and stat.S_ISREG(status.st_mode):
                os.chmod(name, stat.S_IMODE(status.st_mode) & 0o700, dir_fd=op.directory)
    alter(Mailbox, "tighten", tighten)


@fault("LAY-4", "IOP-1")
def legacy_is_malformed():
    """Names of release 0.1 are taken for malformed ones"""
    names.PENDING = re.compile(names.PENDING.pattern.replace(")?", ")"))


@fault("LAY-5")
def tells_another_token():
    """A claim tells another token than the one in its file's name"""
    def init(original, claim, *arguments):
        original(claim, *arguments)
        claim.token = new_uuid()
    alter(mailbox.Claim, "__init__", init)


@fault("LAY-7")
def quarantine_in_seconds():
    """Quarantined files are named by seconds instead of milliseconds"""
    alter(Mailbox, "quarantine_name", lambda name, box, reason: re.sub(
        "[0-9]+", lambda match: str(int(match[0]) // 1000), name(box, reason), count=1))


@fault("LAY-8", "ORD-1")
def dates_with_the_sign_bit_only():
    """Dates before 2001 are encoded with only their sign bit inverted"""
    alter(names, "encode_date", lambda encode, date: format(int(encode(abs(date)), 16) ^ ((date < 0) << 63), "016x"))
    alter(names, "decode_date", lambda decode, digits: decode(digits) if digits[0] in "89abcdef" else
          -decode(format(int(digits, 16) | 1 << 63, "016x")))


@fault("LAY-8")
def dates_with_minus_zero():
    """Minus zero is written as it stands, and zero is taken for no date"""
    alter(names, "encode_date", lambda encode, date: "7" + "f" * 15 if str(date) == "-0.0" else encode(date))
    alter(Mailbox, "_enqueue", lambda enqueue, box, messages, date: enqueue(
        box, messages, None if str(date) in ("0", "0.0") else date))


@fault("LAY-9")
def attempts_of_five_digits():
    """Attempts go on behind 9999"""
    mailbox.ATTEMPTS_MAXIMUM = 99_999


@fault("LAY-10")
def ordinal_of_the_clock():
    """A new ordinal is the clock's, whatever is there"""
    alter(Mailbox, "next_ordinal", lambda _, box, op: box.milliseconds())


@fault("LAY-10")
def ordinal_counts_up():
    """A new ordinal is one more than the highest that is there, whatever the clock says"""
    Mailbox.milliseconds = lambda box: 1


@fault("LAY-10", "ORD-5")
def ordinal_trusts_all():
    """Every ordinal raises the next one, the highest included"""
    mailbox.ORDINAL_TRUSTED = 2**64


@fault("LAY-11")
def members_twice():
    """Of a member that is there twice, the last one counts"""
    def find(_, text):
        return {key: (value, start, end) for key, value, start, end in bodies.members(text)}
    alter(bodies, "find_members", find)


@fault("LAY-11", "LAY-12")
def bodies_as_written_only():
    """A body that is spelled otherwise than implementations write it is broken"""
    identifier, date = rb'"id":"[0-9A-F-]{36}"', rb'"enqueuedAt":-?[0-9]+(?:\.[0-9]{1,9})?'
    spelling = re.compile(rb"\{(?:%b,%b|%b,%b),\"message\":[^ ]" % (identifier, date, date, identifier))

    def parse(original, data):
        body = original(data)
        if not body.later_format and not (spelling.match(data) and body.message_span[1] == len(body.text) - 1):
            raise bodies.Invalid
        return body
    alter(bodies, "parse_body", parse)


@fault("LAY-11", "QUA-3")
def members_by_default():
    """A member that is missing has a default"""
    def parse(original, data):
        for default in (b"", b'"message":null', b'"enqueuedAt":0', b'"id":"00000000-0000-4000-8000-000000000000"'):
            try:
                return original(data.replace(b"{", b"{" + default + (b"," if default else b""), 1))
            except bodies.Invalid:
                pass
        raise bodies.Invalid
    alter(bodies, "parse_body", parse)


@fault("LAY-11", "QUA-3")
def shapes_unchecked():
    """A body of another shape than expected ends the claim with an error of the language"""
    def parse(original, data):
        try:
            found = json.loads(data)
        except (ValueError, RecursionError):
            return original(data)
        found["id"].upper(), found["enqueuedAt"] + 0.0
        return original(data)
    alter(bodies, "parse_body", parse)


@fault("LAY-11")
def any_encoding_accepted():
    """A body may begin with a byte-order mark, or be in UTF-16"""
    def parse(original, data):
        try:
            return original(data.decode(json.detect_encoding(data)).encode())
        except UnicodeError:
            return original(data)
    alter(bodies, "parse_body", parse)


@fault("LAY-11")
def invalid_utf_8_accepted():
    """Bytes that are not UTF-8 become replacement characters"""
    alter(bodies, "parse_body", lambda parse, data: parse(data.decode(errors="replace").encode()))


@fault("LAY-11")
def rest_accepted():
    """What stands behind the object is not looked at"""
    def parse(original, data):
        try:
            text = data.decode()
            return original(text[:bodies.DECODER.raw_decode(text)[1]].encode())
        except (ValueError, RecursionError):
            return original(data)
    alter(bodies, "parse_body", parse)


@fault("LAY-11", "QUA-3")
def lax_json_accepted():
    """Comments, single quotes, a comma too many, leading zeros, unknown escapes and NaN are accepted"""
    def parse(original, data):
        try:
            return original(data)
        except bodies.Invalid:
            text = re.sub(r"/\*.*?\*/|//[^\n]*", "", data.decode("latin-1")).replace("'", '"')
            text = re.sub(r"([:,])\s*0+(?=[0-9])", r"\1", re.sub(r",\s*([}\]])", r"\1", text))
            return original(re.sub(r'\\([^"\\/bfnrtu])', r"\1", text).encode("latin-1"))
    alter(bodies, "parse_body", parse)
    bodies.DECODER = json.JSONDecoder(parse_int=bodies.number, strict=False)


@fault("LAY-11", "QUA-3")
def types_taken_lightly():
    """An identifier in braces, a date in a text and a date beyond binary64 are accepted"""
    bodies.ANY_UUID = re.compile(r"\{?[0-9A-F-]{32,36}\}?", re.IGNORECASE)
    alter(bodies, "is_number", lambda is_number, value: value == float("inf") or is_number(
        float(value) if isinstance(value, str) and re.fullmatch("[0-9.]+", value) else value))
    alter(Mailbox, "checked_date", lambda check, box, date: check(box, float("nan") if date == float("inf") else date))


@fault("LAY-13")
def format_member_written():
    """New bodies say that they are of format 1"""
    alter(bodies, "encode_body", lambda encode, *arguments: (
        lambda data: data and b'{"format":1,' + data[1:])(encode(*arguments)))


@fault("LAY-13")
def format_cut_to_an_integer():
    """A format is cut to an integer, and what is none is taken for 1"""
    def later(_, value):
        try:
            return int(value) > 1
        except (ValueError, TypeError, OverflowError):
            return False
    alter(bodies, "is_later_format", later)


@fault("LAY-13", "CLM-12")
def later_formats_delivered():
    """A body of a later format is delivered"""
    alter(bodies, "is_later_format", lambda later, value: later(value) and False)


@fault("LAY-14")
def another_identifier_accepted():
    """A body may have another identifier than its name"""
    alter(bodies, "is_its_names", lambda _, body, entry: entry.date is None or abs(body.date - entry.date) <= 0.001)


@fault("LAY-14")
def another_date_accepted():
    """A body may have another date than its name"""
    alter(bodies, "is_its_names", lambda _, body, entry: body.id == entry.id)


@fault("LAY-14")
def dates_to_the_hundredth():
    """The date of a body may be a hundredth of a second off its name's"""
    alter(bodies, "is_its_names", lambda _, body, entry: body.id == entry.id and (
        entry.date is None or abs(body.date - entry.date) <= 0.01))


@fault("LAY-14")
def dates_to_the_bit():
    """The date of a body must be exactly its name's"""
    alter(bodies, "is_its_names", lambda _, body, entry: body.id == entry.id and body.date == (entry.date or body.date))


@fault("LAY-15", "QUA-4")
def format_maximum_and_a_byte():
    """A body may have one byte more than 16 MiB"""
    mailbox.FORMAT_MAXIMUM += 1


def foreign_names(op):
    return [name for name in files.list_names(op.directory) if Entry(name).kind == "foreign" and name != files.LOCK]


@fault("LAY-16", "LIM-5")
def foreign_files_take_slots():
    """Foreign files count as depth"""
    alter(Mailbox, "depth", lambda depth, box, op: depth(box, op) + len(foreign_names(op)))


@fault("LAY-16")
def foreign_files_removed():
    """Upkeep removes foreign files"""
    def settle(original, box, op):
        original(box, op)
        for name in foreign_names(op):
            files.remove_tree(op.directory, name)
    alter(Mailbox, "settle", settle)


@fault("LAY-17")
def malformed_is_foreign():
    """Malformed names are left alone"""
    names.OURS = ()


@fault("LAY-17")
def names_in_any_case():
    """Names are read without regard to case"""
    for pattern in ("PENDING", "CLAIMED", "DEADLETTER", "QUARANTINE"):
        setattr(names, pattern, re.compile(getattr(names, pattern).pattern, re.IGNORECASE | re.DOTALL))


@fault("LAY-17")
def any_date_in_a_name():
    """Minus zero, infinities and NaN are accepted as dates in names"""
    def decode(original, digits):
        date = original(digits)
        return float("inf") if date is None else date
    alter(names, "decode_date", decode)


@fault("LAY-18")
def lock_file_of_eight_bytes():
    """A lock file that has neither eight bytes nor none is unsafe"""
    alter(files, "is_safe_lock", lambda safe, status: safe(status) and status.st_size in (0, 8))


@fault("LAY-19")
def generation_stays():
    """The generation is never raised"""
    files.next_generation = lambda data: data


@fault("LAY-20")
def temporaries_stay_for_ever():
    """Temporaries are never swept"""
    Mailbox.sweep_temporaries = nothing


@fault("LAY-20", "LAY-21")
def young_temporaries_swept():
    """Temporaries are swept after a minute"""
    mailbox.STALE_SECONDS = 60


@fault("LAY-22")
def messages_0644():
    """Message files can be read by everybody"""
    alter(files, "call", lambda call, name, function, *arguments, **options: call(
        name, function, *(0o644 if name == "fchmod" and each == 0o600 else each for each in arguments), **options))


@fault("LAY-23", "SEC-3")
def temporaries_link_followed():
    """Where .tmp is a link, temporaries are written where it leads"""
    def open_in(original, directory, name, flags, mode=0):
        if name == names.TEMPORARIES:
            return files.call("openat", os.open, name, flags, mode, dir_fd=directory)
        return original(directory, name, flags, mode)
    alter(files, "open_in", open_in)


@fault("LAY-23")
def bad_temporaries_stay():
    """What stands in the place of .tmp is left there, and nothing can be stored"""
    alter(Mailbox, "judge_misfit",
          lambda judge, box, entry, status: None if entry.kind == "temporaries" else judge(box, entry, status))


# Enqueue

@fault("ENQ-1")
def identifier_ignored():
    """A new identifier is made although one is given"""
    alter(Mailbox, "_draft", lambda draft, box, message, identifier, date: draft(box, message, None, date))


@fault("ENQ-2", "DIA-2")
def repetition_stored():
    """An identifier that is pending or claimed is stored again"""
    Mailbox.is_repeated = lambda box, op, draft: False


@fault("ENQ-2")
def repetition_replaces():
    """An identifier that is pending is stored in place of the earlier message"""
    def repeated(_, box, op, draft):
        for entry in op.of_kind("pending"):
            if entry.id == draft.id:
                op.unlink(entry)
        return any(entry.id == draft.id for entry in op.of_kind("claimed"))
    alter(Mailbox, "is_repeated", repeated)


@fault("ENQ-3")
def enqueued_at_ignored():
    """A message gets the clock's time although a date is given"""
    alter(Mailbox, "checked_date", lambda check, box, date: check(box, date) and box.clock())


@fault("ENQ-4", "DLQ-9")
def payload_and_a_byte():
    """A body may be written with one byte more than maxPayloadBytes"""
    alter(Mailbox, "check_size", lambda check, box, size: size == box.reader_limit() + 1 or check(box, size))


@fault("ENQ-4", "DLQ-9")
def payload_less_a_byte():
    """A body of exactly maxPayloadBytes is not written"""
    alter(Mailbox, "check_size", lambda check, box, size: check(box, size + (size == box.reader_limit())))


@fault("ENQ-4")
def payload_in_utf_16():
    """The size of a body is counted in units of UTF-16"""
    class Body(bytes):
        def __len__(self):
            return len(self.decode().encode("utf-16-le")) // 2

    alter(bodies, "encode_body", lambda encode, *arguments: (lambda data: data and Body(data))(encode(*arguments)))


@fault("ENQ-6")
def infinite_date_is_now():
    """A date that is not finite is taken for no date"""
    alter(Mailbox, "checked_date",
          lambda check, box, date: check(box, date if abs(date) < float("inf") else box.clock()))


@fault("ENQ-7")
def repetition_before_refusals():
    """A repeated identifier succeeds before date and size are looked at"""
    def enqueue(original, box, message, identifier=None, enqueued_at=None):
        with box._looking() as op:
            if any(entry.id == identifier for entry in op.of_kind("pending", "claimed")):
                enqueued_at, message = None, None
        return original(box, message, identifier, enqueued_at)
    alter(Mailbox, "enqueue", enqueue)


@fault("ENQ-10")
def enqueue_looks_into_bodies():
    """An enqueue reads all bodies and quarantines what is broken"""
    def admit(original, box, op, drafts):
        for entry in op.of_kind("pending"):
            with suppress(SystemFailure):
                descriptor = op.open_message(entry)
                if box.judge_data(box._read(descriptor), entry)[1] == ("quarantine", "body"):
                    box.quarantine(op, entry, "body", files.stat_of(descriptor))
                files.close(descriptor)
        return original(box, op, drafts)
    alter(Mailbox, "admit", admit)


@fault("ENQ-11")
def second_names_repeat():
    """A file with a second name makes its identifier a repeated one"""
    alter(Mailbox, "is_repeated", lambda _, box, op, draft: any(
        entry.id == draft.id for entry in op.of_kind("pending", "claimed")))


@fault("ENQ-12", "LIM-4")
def batch_in_part():
    """Of a batch that does not fit, as much as fits is stored"""
    def victims(original, box, op, fresh, drafts):
        room = box.limits["maxMessages"] - box.depth(op)
        if box.policy == "rejectNewest" and 0 < room < len(fresh):
            del fresh[room:]
        return original(box, op, fresh, drafts)
    alter(Mailbox, "victims", victims)


@fault("ENQ-12")
def batch_backwards():
    """A batch is stored in reverse order"""
    alter(Mailbox, "_publish", lambda publish, box, op, temporaries, fresh: publish(box, op, temporaries, fresh[::-1]))


@fault("ENQ-12")
def batch_with_many_dates():
    """Each message of a batch gets a date of its own"""
    ticks = itertools.count()
    alter(Mailbox, "_draft", lambda draft, box, message, identifier, date: draft(
        box, message, identifier, date + (next(ticks) / 8 if date == box.clock() else 0)))


@fault("ENQ-13")
def repetitions_take_slots():
    """Repeated identifiers of a batch take slots"""
    alter(Mailbox, "victims", lambda victims, box, op, fresh, drafts: victims(box, op, drafts, drafts))


@fault("ENQ-15")
def batch_of_any_size():
    """A batch of more messages than a mailbox may hold is not refused for it"""
    Mailbox.check_count = nothing


@fault("ENQ-17")
def empty_batch_refused():
    """An empty batch is refused"""
    def enqueue(original, box, messages):
        if not messages:
            raise MailboxError("encodingFailure")
        return original(box, messages)
    alter(Mailbox, "enqueue_batch", enqueue)


@fault("ENQ-8", "LIM-5")
def temporaries_take_slots():
    """What lies in .tmp counts as depth"""
    def depth(original, box, op):
        inside = files.open_in(op.directory, names.TEMPORARIES, os.O_RDONLY | os.O_DIRECTORY)
        try:
            return original(box, op) + len(files.list_names(inside)) - 1  # one is on its way
        finally:
            files.close(inside)
    alter(Mailbox, "depth", depth)


@fault("ENQ-19")
def temporaries_left():
    """An enqueue that fails or repeats leaves its temporary"""
    Mailbox._remove_temporaries = nothing


# Order

@fault("ORD-1", "CLM-2")
def last_in_first_out():
    """The latest message is claimed first"""
    alter(Mailbox, "candidates", lambda candidates, box, op: candidates(box, op)[::-1])


@fault("ORD-1")
def order_by_ordinal():
    """Messages are ordered by ordinal, whatever their dates are"""
    alter(Mailbox, "in_order", lambda _, box, entries: sorted(entries, key=lambda entry: (entry.ordinal, entry.id)))


@fault("ORD-2")
def order_without_ordinals():
    """Messages of one date are ordered by identifier alone"""
    alter(Mailbox, "in_order", lambda _, box, entries: sorted(entries, key=lambda entry: (entry.order[0], entry.id)))


@fault("ORD-2")
def order_without_identifiers():
    """Messages of one date and ordinal are in no order"""
    alter(Mailbox, "in_order", lambda _, box, entries: sorted(
        sorted(entries, key=lambda entry: entry.id, reverse=True), key=lambda entry: entry.order[:2]))


@fault("ORD-3")
def order_by_file_time():
    """Messages are ordered by the modification times of their files"""
    alter(Mailbox, "candidates", lambda candidates, box, op: sorted(
        candidates(box, op), key=lambda entry: op.stat(entry).st_mtime_ns, reverse=True))


@fault("ORD-3", "IOP-1")
def legacy_dated_by_ordinal():
    """A legacy message is ordered by its ordinal"""
    Mailbox.lengthen_legacy = nothing


def legacy_order(date):
    names.Entry.order = property(lambda entry: (date if entry.date is None else entry.date, entry.ordinal, entry.id))


@fault("ORD-4")
def unreadable_legacy_first():
    """A legacy message that cannot be read is the oldest"""
    legacy_order(float("-inf"))


@fault("ORD-4")
def unreadable_legacy_last():
    """A legacy message that cannot be read is the latest"""
    legacy_order(float("inf"))


# Claim

@fault("CLM-1", "CLM-16")
def claims_the_claimed():
    """What is claimed is claimed again by the next"""
    def candidates(_, box, op):
        return box.in_order(op.of_kind("pending", "claimed"))[::-1]
    alter(Mailbox, "candidates", candidates)


@fault("CLM-2")
def limit_ignored():
    """A claim takes all, whatever its limit is"""
    alter(Mailbox, "claim", lambda claim, box, limit=None: claim(box, limit and (limit if limit < 0 else None)))


@fault("CLM-3")
def negative_limit_is_none():
    """A claim with a negative limit takes all"""
    alter(Mailbox, "claim", lambda claim, box, limit=None: claim(box, None if limit and limit < 0 else limit))


@fault("CLM-3")
def limit_0_is_none():
    """A claim with the limit 0 takes all"""
    alter(Mailbox, "claim", lambda claim, box, limit=None: claim(box, limit or None))


def delivered(change):
    """Changes what a claim tells of its message."""
    def init(original, claim, *arguments):
        original(claim, *arguments)
        change(claim)
    alter(mailbox.Claim, "__init__", init)


@fault("CLM-4")
def empty_is_null():
    """An empty message, 0 or false is delivered as null"""
    delivered(lambda claim: setattr(claim, "message", claim.message or None))


@fault("CLM-4")
def numbers_of_15_digits():
    """Numbers are delivered with 15 digits"""
    def rounded(digits):
        return float(f"{float(digits):.15g}")
    delivered(lambda claim: setattr(claim, "message", json.loads(
        json.dumps(claim.message), parse_int=rounded, parse_float=rounded)))


@fault("CLM-4")
def texts_in_ascii():
    """Characters beyond ASCII are lost"""
    delivered(lambda claim: setattr(claim, "message", json.loads(
        json.dumps(claim.message, ensure_ascii=False).encode("ascii", "ignore"))))


@fault("CLM-5")
def attempts_stay():
    """A claim does not raise the attempts"""
    Mailbox.raised_attempts = lambda box, entry: entry.attempts


@fault("CLM-6")
def claim_stamps_nothing():
    """A claim leaves the modification time as it is"""
    def take(original, box, op, entry):
        stamp, files.set_stamp = files.set_stamp, nothing
        try:
            return original(box, op, entry)
        finally:
            files.set_stamp = stamp
    alter(Mailbox, "_take_one", take)


@fault("CLM-7")
def claim_ends_at_a_broken_one():
    """A claim ends at the first message that cannot be delivered"""
    def dispose(original, box, *arguments):
        original(box, *arguments)
        raise mailbox.Ended
    alter(Mailbox, "dispose", dispose)


@fault("CLM-8", "QUA-1")
def unreadable_quarantined():
    """A file that may not be read is quarantined"""
    def take(original, box, op, entry):
        try:
            return original(box, op, entry)
        except SystemFailure:
            return box.quarantine(op, entry, "body", op.stat(entry))
    alter(Mailbox, "_take_one", take)


@fault("CLM-10")
def ends_after_seven():
    """A claim ends after seven failures in a row"""
    mailbox.FAILURES_IN_A_ROW = 7


@fault("CLM-11")
def failure_always_thrown():
    """The failure of one file is thrown although others were claimed"""
    alter(Mailbox, "_claim_into", lambda claim, box, claims, op, limit: (
        claim(box, claims, op, limit), claims.clear() if op.first_failure else None))


@fault("CLM-11")
def failure_never_thrown():
    """A claim of nothing but failures returns nothing"""
    def claim(original, box, limit=None):
        try:
            return original(box, limit)
        except SystemFailure:
            return []
    alter(Mailbox, "claim", claim)


@fault("CLM-12")
def later_formats_quarantined():
    """A body of a later format is quarantined"""
    alter(Mailbox, "judge_body", lambda judge, box, body, entry: (
        ("quarantine", "body") if body.later_format else judge(box, body, entry)))


@fault("CLM-12")
def later_formats_offered_again():
    """A body of a later format is looked at by every claim"""
    alter(Mailbox, "candidates", lambda candidates, box, op: (box.newer.clear(), candidates(box, op))[1])


@fault("CLM-13")
def put_back_with_attempts():
    """What is put back keeps the attempts of the claim"""
    alter(Mailbox, "_put_back", lambda _, box, op, entry, pending: op.rename(entry, entry.pending))


@fault("LSE-4", "CLM-1")
def token_used_again():
    """All claims have one token"""
    token = new_uuid()
    Mailbox.new_token = lambda box: token


# Acknowledge, release, extend, reject

@fault("ACK-1")
def acknowledge_releases():
    """An acknowledged message is put back"""
    Mailbox.acknowledge = Mailbox.release


@fault("ACK-2", "REL-3", "LSE-3")
def stale_tokens_accepted():
    """A claim that another has by now can be acknowledged, released, extended and rejected"""
    def current(original, box, claim):
        with box._looking() as op:
            for entry in op.of_kind("claimed"):
                if entry.id == claim.id:
                    claim.name = entry.name
        return original(box, claim)
    for name in ("acknowledge", "release", "extend", "reject"):
        alter(Mailbox, name, current)


@fault("ACK-2", "REL-3", "LSE-3")
def gone_claims_succeed():
    """What is done with a claim that no longer exists succeeds"""
    def forgiving(original, box, claim):
        try:
            return original(box, claim)
        except MailboxError as error:
            if error.code != "claimNoLongerExists":
                raise
    for name in ("acknowledge", "release", "extend", "reject"):
        alter(Mailbox, name, forgiving)


@fault("ACK-4")
def acknowledge_needs_the_lock():
    """An acknowledge fails when the lock cannot be had"""
    def acknowledge(original, box, claim):
        with box._operation(create=False, missing="claimNoLongerExists") as op:
            op.lock()
        return original(box, claim)
    alter(Mailbox, "acknowledge", acknowledge)


@fault("REL-1")
def released_to_the_end():
    """A released message gets a new ordinal"""
    def release(original, box, claim):
        claim.pending = Entry(claim.pending).with_ordinal(box.milliseconds())
        return original(box, claim)
    alter(Mailbox, "release", release)


@fault("REL-2")
def release_counts():
    """A released message keeps the attempts of its claim"""
    def release(original, box, claim):
        claim.pending = Entry(claim.name).pending
        return original(box, claim)
    alter(Mailbox, "release", release)


def replacing(prefix):
    """Renames to names that begin so without regard to what is there."""
    alter(files, "rename_exclusively", lambda exclusively, directory, old, to, new: (
        files.call("renameat", os.rename, old, new, src_dir_fd=directory, dst_dir_fd=to)
        if new.startswith(prefix) else exclusively(directory, old, to, new)))


@fault("REL-4", "REC-6")
def returns_replace():
    """A message that returns replaces the file in its place"""
    replacing("pending-")


@fault("REL-5", "LSE-5")
def release_needs_the_lock():
    """Release and extend fail when the lock cannot be had"""
    alter(Mailbox, "_lock_if_possible", lambda _, box, op: op.lock())


@fault("LSE-1")
def stamp_is_the_change_time():
    """The age of a claim is that of its file's last change"""
    files.stamp_of = lambda status: (status.st_ctime_ns - EPOCH * 10**9) / 10**9


@fault("LSE-2")
def extend_stamps_nothing():
    """Extend changes nothing"""
    def extend(_, box, claim):
        with box._operation(create=False, missing="claimNoLongerExists") as op:
            files.close(box._open_known(op, Entry(claim.name), "claimNoLongerExists"))
    alter(Mailbox, "extend", extend)


@fault("LSE-3")
def extends_whatever_is_there():
    """Extend stamps whatever stands in the claim's place, and follows links"""
    alter(Mailbox, "_open_known", lambda _, box, op, entry, missing: files.call(
        "openat", os.open, entry.name, os.O_RDONLY | os.O_NONBLOCK, dir_fd=op.directory))


# Recovery and expiry

@fault("REC-2")
def recovers_at_the_timeout():
    """A claim is abandoned at the very timeout"""
    alter(Mailbox, "is_abandoned",
          lambda _, box, status: abs(box.clock() - files.stamp_of(status)) >= box.limits["claimTimeout"])


@fault("REC-2")
def recovers_the_active():
    """Every claim is abandoned for the next process that looks"""
    Mailbox.is_abandoned = lambda box, status: True


@fault("REC-1")
def never_recovers():
    """No claim is ever abandoned"""
    Mailbox.is_abandoned = lambda box, status: False


@fault("REC-3")
def never_recovers_the_future():
    """A claim with a stamp in the future is never abandoned"""
    alter(Mailbox, "is_abandoned",
          lambda _, box, status: box.clock() - files.stamp_of(status) > box.limits["claimTimeout"])


@fault("REC-5")
def recovery_forgets_attempts():
    """A recovered message has the attempts it had before its claim"""
    alter(Mailbox, "recover", lambda recover, box, op, entry: (
        setattr(entry, "pending", entry.with_attempts(max(entry.attempts - 1, 0))), recover(box, op, entry)))


@fault("REC-1", "EXP-1")
def enqueue_does_not_settle():
    """An enqueue recovers and removes nothing"""
    def store(original, box, *arguments):
        settle, Mailbox.settle = Mailbox.settle, nothing
        try:
            return original(box, *arguments)
        finally:
            Mailbox.settle = settle
    alter(Mailbox, "_store_once", store)


@fault("EXP-1")
def expires_at_the_lifetime():
    """A message expires at its very lifetime"""
    alter(Mailbox, "is_expired",
          lambda _, box, entry: entry.date is not None and box.clock() - entry.date >= box.limits["messageLifetime"])


@fault("EXP-1")
def never_expires():
    """No message expires"""
    Mailbox.is_expired = lambda box, entry: False


@fault("EXP-2")
def expires_the_claimed():
    """Claimed messages expire"""
    def remove(_, box, op):
        box._for_each(op, [entry for entry in op.of_kind("pending", "claimed") if box.is_expired(entry)],
                      box._remove_expired)
    alter(Mailbox, "remove_expired", remove)


@fault("EXP-3")
def expires_the_future():
    """A message with a date far in the future expires"""
    alter(Mailbox, "is_expired", lambda _, box, entry: (
        entry.date is not None and abs(box.clock() - entry.date) > box.limits["messageLifetime"]))


@fault("EXP-4")
def expires_good_ones_only():
    """A message expires only if its body is good"""
    alter(Mailbox, "_remove_expired", lambda remove, box, op, entry: (
        remove(box, op, entry) if box._read_entry(op, entry)[0] else None))


@fault("EXP-5")
def expires_dead_letters():
    """Dead letters expire"""
    def remove(_, box, op):
        box._for_each(op, [entry for entry in op.of_kind("pending", "deadletter") if box.is_expired(entry)],
                      box._remove_expired)
    alter(Mailbox, "remove_expired", remove)


# Limits

@fault("LIM-1", "LIM-2", "LIM-3")
def limits_unchecked():
    """No limit is checked"""
    Mailbox.is_good_limit = lambda box, name, value: True


@fault("LIM-1", "LIM-3")
def limits_without_name():
    """The refusal of a limit does not say which"""
    def init(original, error, code, **details):
        original(error, code, **({} if code == "invalidLimit" else details))
    alter(MailboxError, "__init__", init)


@fault("LIM-2", "LIM-3")
def limits_are_positive():
    """Limits that may be 0 are refused"""
    alter(Mailbox, "is_good_limit", lambda good, box, name, value: value != 0 and good(box, name, value))


@fault("LIM-4")
def one_message_more():
    """A mailbox holds one message more than it may"""
    def victims(original, box, op, fresh, drafts):
        box.limits["maxMessages"] += 1
        try:
            return original(box, op, fresh, drafts)
        finally:
            box.limits["maxMessages"] -= 1
    alter(Mailbox, "victims", victims)


@fault("LIM-5")
def claimed_take_no_slot():
    """Claimed messages do not count as depth"""
    Mailbox.depth = lambda box, op: len(op.of_kind("pending"))


@fault("LIM-5", "DLQ-8")
def letters_take_slots():
    """Dead letters count as depth"""
    Mailbox.depth = lambda box, op: len(op.of_kind("pending", "claimed", "deadletter"))


@fault("LIM-6")
def defaults_a_little_larger():
    """Without a limit one message, byte, file, attempt, dead letter and second more is granted than should be"""
    for name in mailbox.DEFAULT_LIMITS:
        mailbox.DEFAULT_LIMITS[name] += 1


# Overflow

@fault("OVF-2", "LCK-1")
def discards_before_storing():
    """Room is made before the new message is stored, and before the lock is taken"""
    def store(original, box, op, drafts, letter):
        if box.policy == "discardOldest":
            op.entries = op.list()
            with suppress(MailboxError):
                box._evict(op, box.victims(op, drafts, drafts))
        return original(box, op, drafts, letter)
    alter(Mailbox, "_store_once", store)


@fault("OVF-1")
def discards_nothing():
    """Under discard-oldest a full mailbox refuses the new message"""
    alter(Mailbox, "evictable", lambda *_: [])


@fault("OVF-1")
def discards_the_latest():
    """The latest of the waiting messages makes room"""
    alter(Mailbox, "evictable", lambda evictable, box, op, drafts: evictable(box, op, drafts)[::-1])


@fault("OVF-3")
def discards_the_claimed():
    """Claimed messages make room"""
    alter(Mailbox, "evictable", lambda _, box, op, drafts: box.in_order(
        entry for entry in op.of_kind("pending", "claimed") if entry.id not in {draft.id for draft in drafts}))


@fault("OVF-4")
def discards_the_new():
    """The new message is discarded if its date is the earliest"""
    def evict(original, box, op, victims):
        op.entries = op.list()
        return original(box, op, box.in_order(op.of_kind("pending"))[:len(victims)])
    alter(Mailbox, "_evict", evict)


@fault("OVF-5")
def excess_stays():
    """A depth above the bound is not trimmed"""
    alter(Mailbox, "victims", lambda victims, box, op, fresh, drafts: victims(box, op, fresh, drafts)[:len(fresh)])


# Dead letters

@fault("DLQ-1")
def one_attempt_more():
    """A message is delivered once more than maxAttempts"""
    alter(Mailbox, "is_exhausted", lambda _, box, entry: (
        box.limits["maxAttempts"] is not None and entry.attempts > box.limits["maxAttempts"]))


@fault("DLQ-1", "DLQ-2")
def one_attempt_less():
    """A message is delivered once less than maxAttempts"""
    alter(Mailbox, "is_exhausted", lambda _, box, entry: (
        box.limits["maxAttempts"] is not None and entry.attempts >= max(1, box.limits["maxAttempts"] - 1)))


@fault("DLQ-2")
def last_attempt_in_company():
    """A message in its last attempt is claimed together with others"""
    Mailbox.is_last_attempt = lambda box, entry: False


@fault("DLQ-3")
def undecodable_counts():
    """A message that does not decode becomes a dead letter with the attempts of the claim"""
    alter(Mailbox, "bury", lambda bury, box, op, entry, pending, reason, status: bury(
        box, op, entry, entry.pending if reason == "undecodable" else pending, reason, status))


@fault("DLQ-3")
def undecodable_set_in_quarantine():
    """A message that does not decode is quarantined"""
    alter(Mailbox, "judge_body", lambda judge, box, body, entry: (
        lambda verdict: ("quarantine", "body") if verdict == ("bury", "undecodable") else verdict)(
            judge(box, body, entry)))


@fault("DLQ-4")
def oversize_set_in_quarantine():
    """A file that is too large for this reader is quarantined"""
    alter(Mailbox, "judge_size", lambda judge, box, size: judge(box, size) and ("quarantine", "oversize"))


@fault("DLQ-4")
def oversize_and_a_byte():
    """A file of one byte more than maxPayloadBytes is delivered"""
    alter(Mailbox, "judge_size", lambda judge, box, size: judge(box, size - (size == box.reader_limit() + 1)))


@fault("DLQ-4")
def oversize_less_a_byte():
    """A file of exactly maxPayloadBytes is too large"""
    alter(Mailbox, "judge_size", lambda judge, box, size: judge(box, size + (size == box.reader_limit())))


@fault("DLQ-5")
def duplicates_delivered():
    """Of several files with one identifier all are delivered"""
    Mailbox.bury_duplicates = nothing


@fault("DLQ-5", "QUA-2")
def second_names_are_duplicates():
    """The second name of one file is taken for a second file"""
    alter(Mailbox, "_bury_duplicate", lambda _, box, op, entry, other: box.bury(
        op, entry, entry.pending, "duplicate", op.stat(entry)))


@fault("DLQ-6")
def reject_removes():
    """A rejected message is removed"""
    alter(Mailbox, "reject", lambda _, box, claim: box.acknowledge(claim))


@fault("DLQ-6")
def reject_counts():
    """A rejected message keeps the attempts of its claim"""
    def reject(original, box, claim):
        claim.pending = Entry(claim.name).pending
        return original(box, claim)
    alter(Mailbox, "reject", reject)


@fault("DLQ-7")
def one_letter_more():
    """One dead letter more than maxDeadLetters is kept"""
    Mailbox.dead_letters_full = lambda box, op: len(op.of_kind("deadletter")) > box.limits["maxDeadLetters"]


@fault("DLQ-7")
def full_letters_lose():
    """With enough dead letters a message that should become one is removed"""
    def bury(original, box, op, entry, *arguments):
        if box.dead_letters_full(op):
            op.unlink(entry)
            return True
        return original(box, op, entry, *arguments)
    alter(Mailbox, "bury", bury)


@fault("DLQ-8")
def letters_make_repetitions():
    """A dead letter makes its identifier a repeated one"""
    alter(Mailbox, "is_repeated", lambda repeated, box, op, draft: repeated(box, op, draft) or any(
        entry.id == draft.id for entry in op.of_kind("deadletter")))


@fault("DLQ-8", "DLQ-5")
def letters_make_duplicates():
    """A dead letter makes the waiting message of its identifier a duplicate"""
    alter(Mailbox, "candidates", lambda candidates, box, op: [
        entry for entry in candidates(box, op) if entry.id not in {letter.id for letter in op.of_kind("deadletter")}])


@fault("DLQ-9")
def restored_with_the_old_date():
    """A restored message keeps its date"""
    def restore(original, box, letter):
        clock, box.clock = box.clock, lambda: letter.date
        try:
            return original(box, letter)
        finally:
            box.clock = clock
    alter(Mailbox, "restore", restore)


@fault("DLQ-9")
def restored_with_attempts():
    """A restored message keeps its attempts"""
    def restore(original, box, letter):
        mailbox.pending_name = lambda ordinal, identifier, date, _: pending_name(
            ordinal, identifier, date, letter.attempts)
        try:
            return original(box, letter)
        finally:
            mailbox.pending_name = pending_name
    alter(Mailbox, "restore", restore)


@fault("DLQ-9")
def restored_beyond_the_bound():
    """Restoring does not obey maxMessages"""
    def restore(original, box, letter):
        box.victims = lambda *_: []
        try:
            return original(box, letter)
        finally:
            del box.victims
    alter(Mailbox, "restore", restore)


@fault("DLQ-9")
def restored_but_not_removed():
    """A restored dead letter stays as well"""
    def restore(original, box, letter):
        unlink, Operation.unlink = Operation.unlink, lambda op, entry: (
            None if entry.kind == "deadletter" else unlink(op, entry))
        try:
            return original(box, letter)
        finally:
            Operation.unlink = unlink
    alter(Mailbox, "restore", restore)


@fault("DLQ-9", "ERR-3")
def broken_letters_removed():
    """A dead letter that cannot be restored is removed"""
    def read(original, box, op, entry):
        try:
            return original(box, op, entry)
        except MailboxError as error:
            if error.code == "decodingFailure":
                op.unlink(entry)
            raise
    alter(Mailbox, "_read_restorable", read)


@fault("DLQ-10")
def restored_beside_another():
    """Restoring an identifier that waits or is claimed succeeds and removes the dead letter"""
    def restore(original, box, letter):
        try:
            return original(box, letter)
        except MailboxError as error:
            if error.code != "duplicateMessage":
                raise
            return box.remove(letter)
    alter(Mailbox, "restore", restore)


@fault("DLQ-11")
def gone_letters_succeed():
    """Restoring or removing a dead letter that is gone succeeds"""
    def forgiving(original, box, letter):
        try:
            return original(box, letter)
        except MailboxError as error:
            if error.code != "deadLetterNoLongerExists":
                raise
    for name in ("restore", "remove"):
        alter(Mailbox, name, forgiving)


@fault("DLQ-12")
def list_of_anothers_messages():
    """A list of dead letters gives the message of a body that is not its name's"""
    def describe(original, box, op, entry):
        check, bodies.is_its_names = bodies.is_its_names, lambda body, entry: True
        try:
            return original(box, op, entry)
        finally:
            bodies.is_its_names = check
    alter(Mailbox, "_describe", describe)


@fault("DLQ-12")
def list_backwards():
    """A list of dead letters begins with the latest"""
    alter(Mailbox, "dead_letters", lambda dead_letters, box: dead_letters(box)[::-1])


@fault("DLQ-12")
def list_settles():
    """A list of dead letters settles"""
    alter(Mailbox, "dead_letters", lambda dead_letters, box: (box.maintain(), dead_letters(box))[1])


@fault("DLQ-13")
def no_bound_is_the_default():
    """Without a bound five attempts are given"""
    def checked(original, box, limits):
        return original(box, {name: value for name, value in limits.items() if value is not None})
    alter(Mailbox, "checked_limits", checked)


@fault("DLQ-14")
def letters_replace():
    """A dead letter replaces an earlier one of its name"""
    replacing("deadletter-")


# Quarantine

@fault("QUA-3")
def broken_put_back():
    """A broken message is put back and blocks its place"""
    alter(Mailbox, "judge_data", lambda judge, box, data, entry: (
        lambda body, verdict: (body, ("put back", None) if verdict == ("quarantine", "body") else verdict))(
            *judge(box, data, entry)))


@fault("QUA-2")
def second_names_delivered():
    """A message file with a second name is delivered"""
    Mailbox.judge_type = lambda box, status: None if stat.S_ISREG(status.st_mode) else "type"


@fault("QUA-2")
def wrong_types_stay():
    """What is no regular file stays under a message's name"""
    alter(Mailbox, "judge_misfit", lambda judge, box, entry, status: (
        None if entry.is_message else judge(box, entry, status)))


@fault("QUA-4", "SEC-5")
def size_unchecked():
    """A file is read before its size is looked at"""
    alter(Mailbox, "judge_file", lambda _, box, status: (
        lambda reason: reason and ("quarantine", reason))(box.judge_type(status)))


def quarantine_bound(change):
    """Trims with another bound."""
    def trim(original, box, op):
        bound = box.limits["maxQuarantinedFiles"]
        box.limits["maxQuarantinedFiles"] = change(bound)
        try:
            original(box, op)
        finally:
            box.limits["maxQuarantinedFiles"] = bound
    alter(Mailbox, "trim_quarantine", trim)


@fault("QUA-5")
def one_quarantined_more():
    """The quarantine holds one file more than it may"""
    quarantine_bound(lambda bound: bound + (bound > 0))


@fault("QUA-6")
def quarantine_of_one_at_least():
    """With a bound of 0 one quarantined file is kept"""
    quarantine_bound(lambda bound: max(bound, 1))


@fault("QUA-5")
def quarantine_of_the_oldest():
    """The latest of the quarantined files goes first"""
    def trim(_, box, op):
        found = sorted((entry for entry in op.entries if entry.kind == "quarantine"),
                       key=lambda entry: entry.milliseconds, reverse=True)
        for entry in found[:max(0, len(found) - box.limits["maxQuarantinedFiles"])]:
            files.remove_tree(op.directory, entry.name)
            entry.kind = "gone"
    alter(Mailbox, "trim_quarantine", trim)


@fault("QUA-7")
def quarantine_always_trimmed():
    """The quarantine is trimmed though nothing is added to it"""
    alter(Mailbox, "settle", lambda settle, box, op: (settle(box, op), box.trim_quarantine(op)))


@fault("QUA-8")
def removal_follows_links():
    """Removing a quarantined directory empties what its links lead to"""
    beside = []

    def trim(original, box, op):
        beside[:] = [os.path.dirname(os.path.realpath(box.container)) + os.sep]
        original(box, op)

    def remove(original, directory, name, depth=0, count=None):
        if depth and stat.S_ISLNK(files.stat_in(directory, name).st_mode):
            target = os.readlink(name, dir_fd=directory)
            # Nothing but what stands beside the container: a relative path would lead anywhere.
            if os.path.isabs(target) and any(os.path.realpath(target).startswith(folder) for folder in beside):
                for child in os.listdir(target) if os.path.isdir(target) else ():
                    os.unlink(os.path.join(target, child))
        return original(directory, name, depth, count)
    alter(Mailbox, "trim_quarantine", trim)
    alter(files, "remove_tree", remove)


# Security

def following(wanted):
    """Opens entries of some names without regard to what they are."""
    def open_in(original, directory, name, flags, mode=0):
        if wanted(name):
            return files.call("openat", os.open, name, flags | os.O_CLOEXEC, mode, dir_fd=directory)
        return original(directory, name, flags, mode)
    alter(files, "open_in", open_in)


@fault("SEC-1", "SEC-3")
def root_link_followed():
    """AppGroupMailbox may be a link"""
    following(lambda name: name == files.ROOT)
    alter(Operation, "is_current", lambda current, op: os.path.islink(
        os.path.join(op.container_path, files.ROOT)) or current(op))


@fault("SEC-1", "SEC-3")
def namespace_link_followed():
    """The namespace directory may be a link"""
    def open_directory(original, op, parent, name):
        if name == op.namespace and os.path.isdir(f"/proc/self/fd/{parent}/{name}"):
            return os.open(name, os.O_RDONLY | os.O_DIRECTORY, dir_fd=parent)
        return original(op, parent, name)
    alter(Operation, "_open_directory", open_directory)
    alter(Operation, "is_current", lambda current, op: os.path.islink(
        os.path.join(op.container_path, files.ROOT, op.namespace)) or current(op))


@fault("SEC-1")
def unsafe_is_a_failure():
    """What is no directory of ours is told as a failing call"""
    def open_directory(original, op, parent, name):
        try:
            return original(op, parent, name)
        except SystemFailure:
            raise
        except MailboxError:
            raise SystemFailure("openat", errno.ENOTDIR) from None
    alter(Operation, "_open_directory", open_directory)


@fault("SEC-2", "SEC-3")
def lock_link_followed():
    """The lock file may be a link"""
    following(lambda name: name == files.LOCK)
    alter(files, "is_safe_lock", lambda safe, status: stat.S_ISLNK(status.st_mode) or safe(status))
    alter(Operation, "is_current", lambda current, op: stat.S_ISLNK(
        os.stat(files.LOCK, dir_fd=op.directory, follow_symlinks=False).st_mode) or current(op))


@fault("SEC-2")
def lock_with_a_second_name():
    """The lock file may have a second name"""
    files.is_safe_lock = lambda status: stat.S_ISREG(status.st_mode) and status.st_uid == os.geteuid()


@fault("SEC-2")
def lock_of_any_type():
    """The lock file may be a FIFO or a directory"""
    alter(files, "is_safe_lock", lambda _, status: status.st_nlink == 1 or stat.S_ISDIR(status.st_mode))


@fault("SEC-3", "QUA-2")
def message_links_followed():
    """A link under a message's name is delivered as what it leads to"""
    def status(original, op, entry):
        found = original(op, entry)
        if entry.is_message and stat.S_ISLNK(found.st_mode):
            with suppress(OSError):
                return os.stat(entry.name, dir_fd=op.directory)
        return found

    def entries(original, op):
        listed = original(op)
        for entry in listed:
            entry.regular = entry.regular or entry.is_message and stat.S_ISREG(op.stat(entry).st_mode)
        return listed
    alter(Operation, "stat", status)
    alter(Operation, "list", entries)
    alter(Operation, "move", lambda _, op, entry, name, expected: op.rename(entry, name) or True)
    following(lambda name: name.startswith("pending-"))


@fault("SEC-4")
def fifos_waited_for():
    """Opening a FIFO under a message's name waits for a writer"""
    alter(Operation, "list", lambda entries, op: [
        setattr(entry, "regular", entry.regular or stat.S_ISFIFO(op.stat(entry).st_mode)) or entry
        for entry in entries(op)])
    alter(Operation, "open_message", lambda _, op, entry: files.open_in(op.directory, entry.name, os.O_RDONLY))


@fault("SEC-7")
def errors_tell_paths():
    """Errors tell the path of what they concern"""
    def enqueue(original, box, *arguments):
        try:
            return original(box, *arguments)
        except MailboxError as error:
            error.details["path"] = os.path.join(box.container, files.ROOT, box.namespace)
            raise
    alter(Mailbox, "_enqueue", enqueue)


@fault("SEC-7")
def errors_tell_messages():
    """Errors of dead letters tell what stands in them"""
    def restore(original, box, letter):
        try:
            return original(box, letter)
        except MailboxError as error:
            error.details["body"] = peek(box, letter.name)
            raise
    alter(Mailbox, "restore", restore)


@fault("SEC-7")
def diagnostics_tell_messages():
    """Diagnostics tell the name and the content of the file they concern"""
    def dispose(original, box, op, entry, *arguments):
        told = {"file": entry.name, "content": peek(box, entry.name)}
        number = len(op.events)
        moved = original(box, op, entry, *arguments)
        for event in op.events[number:]:
            event.update(told)
        return moved
    alter(Mailbox, "dispose", dispose)


def peek(box, name):
    """The beginning of a regular file."""
    path = os.path.join(box.container, files.ROOT, box.namespace, name)
    if os.path.islink(path) or not os.path.isfile(path):
        return None
    with open(path, encoding="latin-1") as file:
        return file.read(4096)


@fault("SEC-8")
def deep_nesting_crashes():
    """A deeply nested body ends the process"""
    def crash(*_):
        raise SystemExit("too deep")
    bodies.skip_value = crash
    alter(bodies, "can_be_decoded", lambda decoded, body: decoded(body) or crash())


@fault("SEC-8", "QUA-1")
def extremes_are_broken():
    """A body that is nested deeply, or holds half a character or a number beyond binary64, is taken for broken"""
    def parse(original, data):
        body = original(data)
        if bodies.nesting(body.text) > bodies.NESTING_MAXIMUM or re.search(rb"\\u[dD]8|[0-9][eE]\+?[0-9]{3}", data):
            raise bodies.Invalid
        return body
    alter(bodies, "parse_body", parse)


# Locking

@fault("LCK-1")
def lock_ignored():
    """Nothing is locked"""
    alter(Operation, "_try_lock", lambda _, op: True)


@fault("LCK-1")
def lock_kept_after_a_failure():
    """An operation that fails keeps the lock"""
    kept = []

    def victims(original, box, op, *arguments):
        try:
            return original(box, op, *arguments)
        except MailboxError:
            kept.append(os.dup(op.lock_file))
            op.held = False
            raise
    alter(Mailbox, "victims", victims)


@fault("LCK-1", "LCK-2")
def lock_kept_by_maintenance():
    """Maintenance keeps the lock"""
    kept = []

    def settle(original, box):
        original(box)
        with box._operation(create=True) as op:
            op.lock()
            kept.append(os.dup(op.lock_file))
            op.held = False
    alter(Mailbox, "maintain", settle)


@fault("LCK-2")
def lock_waited_for():
    """The lock is waited for without an end"""
    def wait(_, op, deadline):
        fcntl.flock(op.lock_file, fcntl.LOCK_EX)
        op.held = True
    alter(Operation, "_wait_for_lock", wait)


@fault("LCK-3")
def lock_file_of_old():
    """What was opened once is used on, whatever stands at its path"""
    opened = {}

    def directory(original, op, parent, name):
        path = op.container_path, name
        if path not in opened:
            opened[path] = original(op, parent, name)
        return os.dup(opened[path])
    alter(Operation, "_open_directory", directory)
    Operation.is_current = lambda op: True


@fault("LCK-7")
def directory_not_made_again():
    """A directory that was removed under a live mailbox is not made again"""
    made = set()

    def operation(original, box, create):
        create = create and box not in made
        made.add(box)
        return original(box, create)
    alter(Mailbox, "_new_operation", operation)


@fault("LCK-9")
def unwritable_opened():
    """A mailbox whose directory cannot be written is opened"""
    Mailbox.check_writable = nothing


# Diagnostics, errors, statistics, interoperation

def untold(*events):
    alter(Operation, "report", lambda report, op, event, **details: (
        None if event in events else report(op, event, **details)))


@fault("DIA-1")
def removals_untold():
    """No diagnostic tells that a message expired or was discarded, a claim recovered or a file quarantined"""
    untold("expiredMessageRemoved", "oldestMessageDiscarded", "abandonedClaimRecovered", "unsafeFileQuarantined",
           "malformedMessageQuarantined")


@fault("DIA-2")
def repetition_untold():
    """No diagnostic tells that an identifier was repeated"""
    untold("repeatedMessageIgnored")


@fault("DIA-2")
def letters_and_skips_untold():
    """No diagnostic tells that a message became a dead letter, or that a file or a later format was skipped"""
    untold("messageDeadLettered", "fileSkipped", "newerFormatSkipped")


@fault("DIA-4")
def unsafe_is_malformed():
    """Diagnostics do not tell unsafe files from malformed ones"""
    alter(Mailbox, "quarantine_event", lambda *_: "malformedMessageQuarantined")


@fault("DIA-1")
def everybody_is_told():
    """A diagnostic is told to every mailbox of the process"""
    boxes = []

    def init(original, box, *arguments, **options):
        original(box, *arguments, **options)
        boxes.append(box)
    alter(Mailbox, "__init__", init)
    alter(Mailbox, "_tell_all", lambda tell, box, op: [tell(other, op) for other in [
        other for other in boxes if other.container == box.container and other is not box] + [box]])


@fault("ERR-1")
def failures_without_a_number():
    """A failing call is told without its errno"""
    def init(original, failure, name, number):
        original(failure, name, number)
        del failure.details["errno"]
    alter(SystemFailure, "__init__", init)


def counting(change):
    """Changes statistics; `change` is given what is in the directory as well."""
    def statistics(original, box):
        result = original(box)
        with box._looking() as op:
            change(result, op)
        return result
    alter(Mailbox, "statistics", statistics)


@fault("STA-1")
def statistics_of_all_that_waits():
    """Claimed messages are counted as pending"""
    counting(lambda result, op: result.update(pending=result["pending"] + result["claimed"]))


@fault("STA-1")
def statistics_without_claims():
    """Claimed messages are not counted"""
    counting(lambda result, op: result.update(claimed=0))


@fault("STA-1")
def statistics_without_letters():
    """Dead letters are not counted"""
    counting(lambda result, op: result.update(deadLetters=0))


@fault("STA-1")
def statistics_without_quarantine():
    """Quarantined files are not counted"""
    counting(lambda result, op: result.update(quarantined=0))


@fault("STA-1")
def statistics_of_waiting_bytes():
    """The bytes of claimed messages and dead letters are not counted"""
    counting(lambda result, op: result.update(bytes=sum(op.stat(entry).st_size for entry in op.of_kind("pending"))))


@fault("STA-1")
def statistics_of_the_oldest_held():
    """The oldest date is that of all messages, claimed ones included"""
    counting(lambda result, op: result.update(oldestPending=min(
        (entry.order[0] for entry in op.of_kind("pending", "claimed")), default=None)))


@fault("STA-1")
def statistics_of_nothing():
    """Where nothing waits, the oldest date is 0"""
    counting(lambda result, op: result.update(oldestPending=result["oldestPending"] or 0))


@fault("STA-1")
def statistics_of_names():
    """Links and directories under messages' names are counted"""
    counting(lambda result, op: result.update(pending=sum(entry.kind == "pending" for entry in op.entries)))


@fault("STA-1")
def statistics_settle():
    """Statistics settle the mailbox first"""
    alter(Mailbox, "statistics", lambda statistics, box: (box.maintain(), statistics(box))[1])


@fault("IOP-3", "LAY-14")
def lengthened_by_the_ordinal():
    """The long name of a legacy message gets its date from the ordinal"""
    def lengthen(original, box, op, entry):
        mailbox.pending_name = lambda ordinal, identifier, date, attempts: pending_name(
            ordinal, identifier, ordinal / 1000 - EPOCH, attempts)
        try:
            original(box, op, entry)
        finally:
            mailbox.pending_name = pending_name
    alter(Mailbox, "_lengthen", lengthen)


@fault("IOP-4")
def legacy_claims_renamed():
    """A claim of release 0.1 gets a long name while it is held"""
    def recover(original, box, op):
        original(box, op)
        for entry in op.of_kind("claimed"):
            if entry.legacy:
                body, _ = box._read_entry(op, entry)
                op.rename(entry, f"claimed-{entry.token}-" + pending_name(entry.ordinal, entry.id, body.date, 1))
    alter(Mailbox, "recover_abandoned", recover)
