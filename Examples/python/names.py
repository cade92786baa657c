"""The names of section 2.1 of SPEC.md: how they are written, and taken apart."""

import math
import os
import re
import struct

TEMPORARIES = ".tmp"
OLD_TEMPORARY = ".dat.nosync"  # what release 0.1 left behind (LAY-21)
OURS = ("pending-", "claimed-", "deadletter-", "quarantine-")
EPOCH = 978307200  # 2001-01-01T00:00:00Z in seconds since 1970
NUMBER_MAXIMUM = 2**64 - 1  # of an ordinal, and of the milliseconds of a quarantined file

UUID = "[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}"
PENDING = re.compile(f"pending-([0-9]{{20}})-({UUID})(?:-([0-9a-f]{{16}})-([0-9]{{4}}))?\\.json")
CLAIMED = re.compile(f"claimed-({UUID})-(pending-.*)", re.DOTALL)
DEADLETTER = re.compile("deadletter-([a-z]{1,32})-(pending-.*)", re.DOTALL)
QUARANTINE = re.compile(f"quarantine-([0-9]{{1,20}})-{UUID}(?:-[a-z]{{1,32}})?\\.bin")


def new_uuid():
    """A random identifier (version 4), as names spell it."""
    data = bytearray(os.urandom(16))
    data[6], data[8] = data[6] & 0x0F | 0x40, data[8] & 0x3F | 0x80
    digits = data.hex().upper()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def encode_date(date):
    """The 16 digits of section 2.2, whose text order is numeric order (LAY-8)."""
    bits = struct.unpack(">Q", struct.pack(">d", date + 0.0))[0]  # -0.0 + 0.0 is 0.0
    return format(bits ^ (2**64 - 1 if bits >> 63 else 1 << 63), "016x")


def decode_date(digits):
    """The way back; None for a NaN, an infinity and minus zero."""
    bits = int(digits, 16)
    bits ^= 1 << 63 if bits >> 63 else 2**64 - 1
    date = struct.unpack(">d", struct.pack(">Q", bits))[0]
    return date if math.isfinite(date) and bits != 1 << 63 else None


def pending_name(ordinal, identifier, date, attempts):
    """The name of a waiting message (LAY-4, LAY-9)."""
    return f"pending-{ordinal:020}-{identifier}-{encode_date(date)}-{attempts:04}.json"


class Entry:
    """One name in the mailbox directory, taken apart.

    `kind` is the prefix of a well-formed name, "temporaries", "old temporary", "malformed" for what starts like ours
    and is not, or "foreign". `pending` is the pending name that a claimed one or a dead letter holds.
    """

    def __init__(self, name, regular=True):
        self.regular = regular
        self.take(name)

    def take(self, name):
        """Gives the entry another name."""
        self.name, self.kind = name, None
        self.pending = self.id = self.date = self.ordinal = self.attempts = self.token = self.reason = None
        claimed, dead, old = (pattern.fullmatch(name) for pattern in (CLAIMED, DEADLETTER, QUARANTINE))
        if claimed:
            self.token = claimed[1]
            self._take_message("claimed", claimed[2])
        elif dead:
            self.reason = dead[1]
            self._take_message("deadletter", dead[2])
        elif old and int(old[1]) <= NUMBER_MAXIMUM:
            self.kind, self.milliseconds = "quarantine", int(old[1])
        elif name.startswith("pending-"):
            self._take_message("pending", name)
        elif name == TEMPORARIES or name.startswith(OLD_TEMPORARY):
            self.kind = "temporaries" if name == TEMPORARIES else "old temporary"
        if self.kind is None:
            self.kind = "malformed" if name.startswith(OURS) else "foreign"  # LAY-17, LAY-16

    def _take_message(self, kind, pending):
        match = PENDING.fullmatch(pending)
        if not match or int(match[1]) > NUMBER_MAXIMUM or match[3] and decode_date(match[3]) is None:
            return
        self.kind, self.pending, self.ordinal, self.id = kind, pending, int(match[1]), match[2]
        self.legacy = match[3] is None
        self.date, self.attempts = None if self.legacy else decode_date(match[3]), int(match[4] or 0)

    @property
    def is_message(self):
        return self.kind in ("pending", "claimed", "deadletter")

    @property
    def order(self):
        """The place in the order (ORD-1, ORD-2); without a date a legacy name goes by its ordinal (ORD-4)."""
        date = self.ordinal / 1000 - EPOCH if self.date is None else self.date
        return date, self.ordinal, self.id

    def with_attempts(self, attempts):
        """The pending name with another number of attempts; a legacy one has no room for it."""
        return self.pending if self.legacy else pending_name(self.ordinal, self.id, self.date, attempts)

    def with_ordinal(self, ordinal):
        """The pending name with another ordinal."""
        return self.pending.replace(f"{self.ordinal:020}", f"{ordinal:020}", 1)
