"""What a process that races writes down: every call, and what came of it, in the lines of Examples/RACING.md."""

import json
import os
import struct
import time

from files import MailboxError
from names import EPOCH


def message_id(process, number):
    """The identifier of a message that a process makes; of one that all of them make, if the process is 0.

    Its last six digits tell whose it is, too.
    """
    digits = f"{process << 32 | 0x4000:016X}{1 << 63 | process << 16 | number:016X}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def message_text(identifier):
    """The message that an identifier always has."""
    return f"message {identifier[-6:]}"


def json_text(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class SharedClock:
    """The machine's clock and as many nanoseconds more as a file says; without a file, the machine's."""

    def __init__(self, path):
        self.file = None if path is None else os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def now(self):
        """The time in seconds since 2001."""
        content = b"" if self.file is None else os.pread(self.file, 8, 0)
        moved = struct.unpack("<q", content)[0] if content else 0
        return (time.time_ns() + moved - EPOCH * 10**9) / 10**9


class Recorder:
    """One process's own record: JSON lines in a file that only it appends to, each in one write."""

    def __init__(self, path, process, participant, clock):
        self.process, self.clock, self.operations = process, clock, 0
        self.file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC, 0o600)
        self._append("participant", participant=participant)

    def operation(self, call, function, outcome, **details):
        """Writes down a call, makes it, and writes down what it returned, as `outcome` puts it, or its error."""
        self.operations += 1
        number = self.operations
        self._append("invoked", number=number, call={call: details}, **self._time())
        failure = result = None
        try:
            result = function()
        except MailboxError as error:
            failure = error
        when = self._time()  # at once: nothing that takes time may come between the return and its moment
        shown = outcome(result) if failure is None else {"failed": {"error": failure.code}}
        self._append("returned", number=number, outcome=shown, **when)
        if failure is not None:
            raise failure
        return result

    def _time(self):
        return {"moment": time.clock_gettime_ns(time.CLOCK_MONOTONIC), "clock": self.clock.now()}

    def _append(self, kind, **details):
        line = json_text({kind: dict(details, process=self.process)}).encode() + b"\n"
        if os.write(self.file, line) != len(line):
            raise OSError("a line of the record was cut short")


def done(_):
    return {"done": {}}


def as_claims(claims):
    return {"claims": {"claims": [
        {"token": claim.token, "id": claim.id, "payload": json_text(claim.message), "date": claim.date,
         "attempts": claim.attempts} for claim in claims]}}


def as_letters(letters):
    found = []
    for letter in letters:
        found.append({"id": letter.id, "reason": letter.reason, "date": letter.date, "attempts": letter.attempts})
        if letter.has_message:
            found[-1]["payload"] = json_text(letter.message)
    return {"deadLetters": {"letters": found}}


def as_statistics(counts):
    names = ("pending", "claimed", "deadLetters", "quarantined", "oldestPending")
    return {"statistics": {"counts": {name: counts[name] for name in names if counts[name] is not None}}}


class RecordedMailbox:
    """A mailbox of texts whose every operation is written down before it is called and after it has returned."""

    def __init__(self, box, recorder):
        self.box, self.recorder = box, recorder

    def _as_recorded(self, identifier):
        return {"id": identifier, "payload": json_text(message_text(identifier))}

    def enqueue(self, identifier, date=None):
        details = {"message": self._as_recorded(identifier)}
        if date is not None:
            details["date"] = date
        self.recorder.operation(
            "enqueue", lambda: self.box.enqueue(message_text(identifier), identifier, date),
            lambda result: {"identifiers": {"ids": [result]}}, **details)

    def enqueue_batch(self, identifiers):
        self.recorder.operation(
            "batch", lambda: self.box.enqueue_batch([(message_text(each), each) for each in identifiers]),
            lambda result: {"identifiers": {"ids": result}},
            messages=[self._as_recorded(each) for each in identifiers])

    def claim(self, limit=None):
        details = {} if limit is None else {"limit": limit}
        return self.recorder.operation("claim", lambda: self.box.claim(limit), as_claims, **details)

    def settle(self, way, claim):
        """Acknowledges, releases, extends or rejects a claim."""
        self.recorder.operation(way, lambda: getattr(self.box, way)(claim), done, token=claim.token)

    def dead_letters(self):
        return self.recorder.operation("deadLetters", self.box.dead_letters, as_letters)

    def restore(self, letter):
        self.recorder.operation("restore", lambda: self.box.restore(letter), done, id=letter.id, reason=letter.reason)

    def remove(self, letter):
        self.recorder.operation(
            "removeDeadLetter", lambda: self.box.remove(letter), done, id=letter.id, reason=letter.reason)

    def maintain(self):
        self.recorder.operation("maintain", self.box.maintain, done)

    def statistics(self):
        self.recorder.operation("statistics", self.box.statistics, as_statistics)
