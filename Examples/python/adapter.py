"""The adapter of mailbox.py: speaks version 1 of Fixtures/PROTOCOL.md on standard input and output."""

import json
import os
import re
import sys
import time

import bodies
from files import MailboxError
from mailbox import Mailbox, any_json, system_clock

FEATURES = ["batch", "deadLetters", "extend", "statistics", "clock", "durability", "diagnostics", "consumerTypes"]
BEHAVIOURS = {  # what was chosen of section 7 of SPEC.md
    "temporaries": ".tmp", "container": "fail", "wake-up-merge": "one an operation", "put-back-moment": "untouched",
    "sweep": "at each maintenance", "legacy-rename": "renamed", "acknowledge-lock": "never",
    "date-spelling": "shortest that reads back",
}
SPECIAL = {"inf": float("inf"), "-inf": float("-inf"), "nan": float("nan")}


class InvalidRequest(Exception):
    """A request that makes no sense to this adapter."""


def seconds(value):
    """A number, or one of the texts that stand for what JSON cannot say."""
    return SPECIAL.get(value, value) if isinstance(value, str) else value


def text_only(message):
    if not isinstance(message, str):
        raise ValueError
    return message


CONSUMERS = {"json": any_json, "string": text_only}


class Adapter:
    """One conversation: the mailboxes, claims and dead letters that were given out, by number."""

    def __init__(self, version="1"):
        self.version, self.root, self.now = version, ".", None
        self.mailboxes, self.diagnostics, self.claims, self.letters = [], [], [], []

    def clock_time(self):
        return system_clock() if self.now is None else self.now

    def number_of(self, arguments):
        number = arguments.get("mailbox", len(self.mailboxes) - 1)
        if not isinstance(number, int) or not 0 <= number < len(self.mailboxes):
            raise InvalidRequest("no such mailbox")
        return number

    def mailbox_of(self, arguments):
        return self.mailboxes[self.number_of(arguments)]

    def given(self, things, number):
        if not isinstance(number, int) or not 0 <= number < len(things):
            raise InvalidRequest("never given out")
        return things[number]

    def identifier(self, arguments):
        value = arguments.get("id")
        if value is not None and not (isinstance(value, str) and bodies.ANY_UUID.fullmatch(value)):
            raise InvalidRequest("no identifier")
        return value

    # Operations, by their names in PROTOCOL.md

    def op_hello(self, arguments):
        self.root = arguments.get("root", ".")
        return {"protocol": 1, "name": "mailbox.py", "version": self.version, "language": "Python",
                "features": FEATURES, "behaviours": BEHAVIOURS}

    def op_clock(self, arguments):
        self.now = float(arguments["now"])
        return {}

    def op_open(self, arguments):
        policy, durability = arguments.get("policy", "rejectNewest"), arguments.get("durability", "powerLoss")
        consumer = arguments.get("consumer", "json")
        if policy not in ("rejectNewest", "discardOldest") or consumer not in CONSUMERS \
                or durability not in ("powerLoss", "ordered", "processCrash"):
            raise InvalidRequest("unknown policy, durability or consumer")
        limits = {name: seconds(value) for name, value in arguments.get("limits", {}).items()}
        told = []
        opened = Mailbox(os.path.join(self.root, arguments["container"]), arguments["namespace"], limits=limits,
                         policy=policy, durability=durability, clock=self.clock_time, decode=CONSUMERS[consumer],
                         tell=told.append)
        self.mailboxes.append(opened)
        self.diagnostics.append(told)
        return {"mailbox": len(self.mailboxes) - 1}

    def op_enqueue(self, arguments):
        box, identifier = self.mailbox_of(arguments), self.identifier(arguments)
        return {"id": box.enqueue(arguments["message"], identifier, seconds(arguments.get("enqueuedAt")))}

    def op_enqueueBatch(self, arguments):
        messages = [(item["message"], self.identifier(item)) for item in arguments["messages"]]
        return {"ids": self.mailbox_of(arguments).enqueue_batch(messages)}

    def op_claim(self, arguments):
        box, answers = self.mailbox_of(arguments), []
        for claim in box.claim(arguments.get("limit")):
            self.claims.append((box, claim))
            answers.append({"claim": len(self.claims) - 1, "token": claim.token, "id": claim.id,
                            "message": claim.message, "enqueuedAt": claim.date, "attempts": claim.attempts})
        return {"claims": answers}

    def _with_claim(self, arguments, method):
        box, claim = self.given(self.claims, arguments["claim"])
        method(box, claim)
        return {}

    def op_acknowledge(self, arguments):
        return self._with_claim(arguments, Mailbox.acknowledge)

    def op_release(self, arguments):
        return self._with_claim(arguments, Mailbox.release)

    def op_extend(self, arguments):
        return self._with_claim(arguments, Mailbox.extend)

    def op_reject(self, arguments):
        return self._with_claim(arguments, Mailbox.reject)

    def op_maintain(self, arguments):
        self.mailbox_of(arguments).maintain()
        return {}

    def op_deadLetters(self, arguments):
        box, answers = self.mailbox_of(arguments), []
        for letter in box.dead_letters():
            self.letters.append((box, letter))
            answers.append({"letter": len(self.letters) - 1, "id": letter.id, "enqueuedAt": letter.date,
                            "attempts": letter.attempts, "reason": letter.reason})
            if letter.has_message:
                answers[-1]["message"] = letter.message
        return {"letters": answers}

    def op_restore(self, arguments):
        box, letter = self.given(self.letters, arguments["letter"])
        box.restore(letter)
        return {}

    def op_remove(self, arguments):
        box, letter = self.given(self.letters, arguments["letter"])
        box.remove(letter)
        return {}

    def op_statistics(self, arguments):
        return self.mailbox_of(arguments).statistics()

    def op_diagnostics(self, arguments):
        told = self.diagnostics[self.number_of(arguments)]
        events = told[:]
        del told[:]
        return {"diagnostics": events}

    def op_tooDeep(self, arguments):
        raise MailboxError("encodingFailure")

    def op_bye(self, arguments):
        return {}

    def answer(self, request):
        """The answer to one request, without its `seq`."""
        method = getattr(self, "op_" + str(request.get("op")), None)
        if method is None:
            return {"unsupported": str(request.get("op"))}
        try:
            return {"ok": method(request.get("args", {}))}
        except MailboxError as error:
            return {"error": dict(error.details, code=error.code)}
        except InvalidRequest as error:
            return {"error": {"code": "invalidRequest", "detail": str(error)}}
        except (KeyError, TypeError, AttributeError) as error:
            return {"error": {"code": "invalidRequest", "detail": repr(error)}}


def read_request(line):
    """A request; one that is nested too deeply for Python can only be a message that cannot be encoded."""
    try:
        return bodies.DECODER.decode(line.decode("utf-8"))
    except RecursionError:
        found = re.search(rb'"seq"\s*:\s*(\d+)', line)
        return {"seq": int(found[1]) if found else 0, "op": "tooDeep"}


def converse(adapter):
    """Answers requests until there are no more."""
    for line in sys.stdin.buffer:
        began = time.monotonic_ns()
        request = read_request(line)
        answer = adapter.answer(request)
        answer.update(seq=request["seq"], began=began, ended=time.monotonic_ns())
        sys.stdout.buffer.write(json.dumps(answer, allow_nan=False).encode() + b"\n")
        sys.stdout.buffer.flush()
        if request["op"] == "bye":
            break


def main(arguments):
    sys.setrecursionlimit(4000)  # an answer wraps a message in some more levels
    if not arguments:
        converse(Adapter())
        return 0
    import faults  # needed by nobody else, and long
    if arguments == ["--list-faults"]:
        for name, plant in sorted(faults.FAULTS.items()):
            print(f"{name}: {plant.__doc__}")
        return 0
    if len(arguments) == 2 and arguments[0] == "--break" and arguments[1] in faults.FAULTS:
        faults.FAULTS[arguments[1]]()
        converse(Adapter(version=f"1 (breaks {arguments[1]})"))
        return 0
    print("usage: adapter.py [--break FAULT | --list-faults]; --list-faults shows which there are", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
