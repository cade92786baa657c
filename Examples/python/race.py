"""A helper that races with others on one mailbox and records what it does; see Examples/RACING.md.

It takes the same command line as `MailboxAdapter race`, the reference library's helper, and writes the same lines.
"""

import argparse
import os
import random
import re
import sys
import threading
import time

from adapter import text_only
from files import MailboxError
from mailbox import DEFAULT_LIMITS, Mailbox
from names import new_uuid
from recording import RecordedMailbox, Recorder, SharedClock, message_id

IDLE_PAUSE = 0.0005  # seconds, of who finds nothing to do, or no room
EXPECTED = {  # somebody else was quicker, or there is no room
    "busy", "mailboxFull", "claimNoLongerExists", "duplicateMessage", "deadLettersFull", "deadLetterNoLongerExists",
}
COMMON_IDENTIFIERS = 8  # that all who mix enqueue
CHOICES = {"claimRound": 1, "looksWithoutLock": True}  # what the judges must know of an implementation, see RACING.md


# What a helper does, one operation at a time: `perform` tells whether there is more to do. Where the mailbox fails,
# it is called again, and tries again or goes on.


class Producing:
    """Enqueues messages with identifiers of its own, one at a time or in batches, each until it is stored."""

    def __init__(self, options, clock):
        self.process, self.batch, self.count, self.stored = options.process, options.batch, options.count, 0

    def perform(self, box):
        if self.stored >= self.count:
            return False
        last = min(self.stored + self.batch, self.count)
        identifiers = [message_id(self.process, number) for number in range(self.stored, last)]
        if len(identifiers) == 1:
            box.enqueue(identifiers[0])
        else:
            box.enqueue_batch(identifiers)
        self.stored = last
        return self.stored < self.count


class Consuming:
    """Claims and settles until nothing is left and the marker says that nothing more will come."""

    def __init__(self, options, clock):
        self.options, self.hands, self.handled = options, [], 0

    def perform(self, box):
        if self.hands:
            self._settle(box)
            return True
        # Looked at before the claim: what came before the marker is then claimed or there.
        is_last = os.path.exists(self.options.until_marker)
        self.hands = box.claim(self.options.limit)
        if not self.hands and not is_last:
            time.sleep(IDLE_PAUSE)
        return bool(self.hands) or not is_last

    def _settle(self, box):
        self.handled += 1
        claim = self.hands.pop(0)
        if self._is_due(self.options.extend_every):
            box.settle("extend", claim)
        box.settle("release" if self._is_due(self.options.release_every) else "acknowledge", claim)

    def _is_due(self, every):
        return every is not None and self.handled % every == 0


class Mixing:
    """So many operations of every kind, at random; some identifiers are those of the others."""

    def __init__(self, options, clock):
        self.process, self.left, self.clock = options.process, options.count, clock
        self.random = random.Random(options.process if options.seed is None else options.seed)
        self.made, self.claims, self.letters = 0, [], []

    def perform(self, box):
        if self.left <= 0:
            return False
        self.left -= 1
        choice, first, second = (self.random.randrange(bound) for bound in (24, 4096, 4096))
        if choice < 6:
            box.enqueue(self._identifier(first))
        elif choice == 6:
            box.enqueue(self._identifier(first), self.clock.now() - second % 200)
        elif choice < 9:
            box.enqueue_batch([self._identifier(first), self._identifier(second)])
        elif choice < 13:
            self.claims += box.claim(first % 3 or None)
        elif choice < 20 and self.claims:
            self._settle(box, second % len(self.claims), first % 5)
        elif choice == 20 and self.letters:
            letter = self.letters.pop(second % len(self.letters))
            (box.restore if first % 2 == 0 else box.remove)(letter)
        elif choice in (20, 21):
            self.letters = box.dead_letters()
        elif choice == 22:
            box.statistics()
        else:
            box.maintain()
        return self.left > 0

    def _identifier(self, number):
        if number % 6 == 5:
            return message_id(0, number // 6 % COMMON_IDENTIFIERS)
        self.made += 1
        return message_id(self.process, self.made)

    def _settle(self, box, position, way):
        if way == 3:
            return box.settle("extend", self.claims[position])
        return box.settle({1: "release", 2: "reject"}.get(way, "acknowledge"), self.claims.pop(position))


LIMITS = {"maxMessages": int, "maxAttempts": int, "maxDeadLetters": int, "claimTimeout": float, "lockTimeout": float}
WORKS = {"produce": Producing, "consume": Consuming, "mix": Mixing}


def wait_for_start():
    """Says that this helper is ready, and waits for a line; from then on it ends when its standard input does."""
    os.write(1, b"ready\n")
    lines = open(0, "rb", buffering=0)  # unbuffered, for Python locks a buffer that a thread still reads at the end
    if not lines.readline():
        sys.exit(1)

    def end_with_input():
        while lines.read(1024):
            pass
        os._exit(1)

    threading.Thread(target=end_with_input, daemon=True).start()


def open_mailbox(options, clock):
    box = Mailbox(
        options.container, options.namespace, limits=options.limits, clock=clock.now, decode=text_only,
        policy="discardOldest" if options.discard_oldest else "rejectNewest", durability=options.durability)
    # So one can tell from a name whose claim it is.
    box.new_token = lambda: f"{options.process:08X}{new_uuid()[8:]}"
    return box


def participant(options):
    """What the judges have to know of a mailbox."""
    limits = dict(options.limits, lockTimeout=round(options.limits["lockTimeout"] * 10**9))
    return dict({name: value for name, value in limits.items() if value is not None}, durability=options.durability,
                discardsOldest=options.discard_oldest, decodes="text", **CHOICES)


def option_of(name):
    """The option for a name: `--max-messages` for `maxMessages`."""
    return "--" + re.sub("([A-Z])", r"-\1", name).lower()


def read_options(arguments):
    parser = argparse.ArgumentParser(allow_abbrev=False, description=__doc__.splitlines()[0])
    parser.add_argument("--work", choices=WORKS, required=True)
    for name in ("--record", "--container", "--namespace"):
        parser.add_argument(name, required=True)
    parser.add_argument("--process", type=int, required=True)
    for name in ("--count", "--seed", "--limit", "--release-every", "--extend-every", "--tell-every"):
        parser.add_argument(name, type=int)
    parser.add_argument("--batch", type=int, default=1)
    parser.add_argument("--clock")
    parser.add_argument("--until-marker")
    parser.add_argument("--durability", default="processCrash", choices=("processCrash", "ordered", "powerLoss"))
    for name in ("--discard-oldest", "--hardened"):
        parser.add_argument(name, choices=("true", "false"), default="false")
    for name, kind in LIMITS.items():
        parser.add_argument(option_of(name), dest=name, type=kind)
    options = parser.parse_args(arguments)
    if options.work == "consume":
        options.limit = options.limit or 8
        if options.until_marker is None:
            parser.error("--until-marker is missing")
    elif options.count is None:
        parser.error("--count is missing")
    given = {name: getattr(options, name) for name in LIMITS if getattr(options, name) is not None}
    options.discard_oldest, options.hardened = options.discard_oldest == "true", options.hardened == "true"
    options.limits = {**DEFAULT_LIMITS, "maxAttempts": None, **given}
    return options


def may_happen(failure, options):
    return options.hardened or failure.code in EXPECTED


def run(options, work, recorder, clock):
    performed, box, has_more = 0, None, True
    while has_more:
        try:
            if box is None:
                box = RecordedMailbox(open_mailbox(options, clock), recorder)
            has_more = work.perform(box)
        except MailboxError as failure:
            if not may_happen(failure, options):
                raise
            time.sleep(IDLE_PAUSE)
        performed += 1
        if options.tell_every and performed % options.tell_every == 0:
            os.write(1, b"%d\n" % performed)


def main(arguments):
    options = read_options(arguments)
    clock = SharedClock(options.clock)
    recorder = Recorder(options.record, options.process, participant(options), clock)
    work = WORKS[options.work](options, clock)
    wait_for_start()
    run(options, work, recorder, clock)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
