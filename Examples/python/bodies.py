"""The bodies of messages: what is a valid one (LAY-11 to LAY-14), and how a new one is written."""

import json
import math
import re

from names import UUID

NESTING_MAXIMUM = 511  # a message that goes deeper is valid, but neither written nor decoded (ENQ-5, SEC-8)
TOO_DEEP = object()  # stands for a valid value that is too deep even to be read

SPACE = r"[ \t\n\r]*"
STRING = r'"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*"'
OTHER = r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|null"
TOKEN = re.compile(rf"{SPACE}(?:({STRING})|({OTHER})|([\[\]{{}}:,]))")
BRACKET = re.compile(rf"{STRING}|[\[\]{{}}]")
OPENING, COLON, MORE = (re.compile(SPACE + mark + SPACE) for mark in (r"\{(\}?)", ":", "([,}])"))
ANY_UUID = re.compile(UUID, re.IGNORECASE)


class Invalid(Exception):
    """Not a valid body; carries nothing of it (SEC-7)."""


class Body:
    """A valid body: its text, members, and where the number behind enqueuedAt and the message stand in the text."""

    def __init__(self, text, found):
        self.text, self.later_format = text, False
        self.id, self.date, self.message = (found.get(key, (None,))[0] for key in ("id", "enqueuedAt", "message"))
        self.date_span, self.message_span = (found.get(key, (None,))[1:] for key in ("enqueuedAt", "message"))


def number(digits):
    """A JSON integer as binary64 has it; short ones are exact anyway."""
    return int(digits) if len(digits) < 16 else float(digits)


def refuse(_):
    raise ValueError  # NaN and Infinity are not JSON


DECODER = json.JSONDecoder(parse_int=number, parse_constant=refuse)


def after(pattern, text, at):
    match = pattern.match(text, at)
    if not match:
        raise Invalid
    return match


def members(text):
    """Gives (key, value, start, end) for each member of the one JSON object that `text` is."""
    match = after(OPENING, text, 0)
    more = not match[1]
    while more:
        key, at = DECODER.raw_decode(text, match.end())
        if not isinstance(key, str):
            raise Invalid
        start = after(COLON, text, at).end()
        value, end = value_at(text, start)
        yield key, value, start, end
        match = after(MORE, text, end)
        more = match[1] == ","
    if match.end() != len(text):
        raise Invalid


def value_at(text, at):
    try:
        return DECODER.raw_decode(text, at)
    except RecursionError:
        return skip_value(text, at)


GRAMMAR = {  # what may come where, and what is wanted then; a comma is decided by what is open
    "value": {"string": "more", "other": "more", "[": "first value", "{": "first key"},
    "first value": {"string": "more", "other": "more", "[": "first value", "{": "first key", "]": "more"},
    "first key": {"string": "colon", "}": "more"},
    "key": {"string": "colon"},
    "colon": {":": "value"},
    "more": {"]": "more", "}": "more", ",": "value"},
}


def skip_value(text, at):
    """Checks the grammar of one JSON value without recursion, and gives TOO_DEEP and its end (SEC-8)."""
    wanted, opened = "value", []
    while True:
        match = after(TOKEN, text, at)
        at, kind = match.end(), match[3] or ("string" if match[1] else "other")
        if kind not in GRAMMAR[wanted]:
            raise Invalid
        wanted = "key" if kind == "," and opened[-1] == "{" else GRAMMAR[wanted][kind]
        if kind in ("[", "{"):
            opened.append(kind)
        elif kind in ("]", "}") and opened.pop() + kind not in ("[]", "{}"):
            raise Invalid
        if not opened:
            return TOO_DEEP, at


def nesting(text):
    """How deep the brackets go, counted without recursion."""
    depth = deepest = 0
    for match in BRACKET.finditer(text):
        if match[0] in ("[", "{"):
            depth += 1
            deepest = max(deepest, depth)
        elif match[0] in ("]", "}"):
            depth -= 1
    return deepest


def is_number(value):
    """Whether a value is a number that is finite as binary64."""
    try:
        return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    except OverflowError:
        return False


def is_later_format(value):
    """LAY-13: False for format 1, True for a later one; anything else makes the body invalid."""
    if not is_number(value) or value != math.floor(value) or value < 1:
        raise Invalid
    return value > 1


def find_members(text):
    """The members that format 1 knows, and which of them came twice; others are ignored (LAY-12)."""
    found, twice = {}, set()
    for key, value, start, end in members(text):
        if key in ("id", "enqueuedAt", "message", "format"):
            if key in found:
                twice.add(key)
            found[key] = value, start, end
    return found, twice


def parse_body(data):
    """Checks a body and gives it, or raises Invalid."""
    body = None
    try:
        text = data.decode("utf-8")  # strictly; and a byte-order mark is no JSON
        found, twice = find_members(text)
        body = Body(text, found)
    except (ValueError, RecursionError):
        pass
    if body is None:  # out here, for the decoder's error holds the whole text (SEC-7)
        raise Invalid
    if "format" in twice:
        raise Invalid
    if "format" in found and is_later_format(found["format"][0]):
        body.later_format = True  # what else a later format demands is not known here (LAY-13)
        return body
    if twice:
        raise Invalid
    if not isinstance(body.id, str) or not ANY_UUID.fullmatch(body.id):
        raise Invalid
    if not is_number(body.date) or "message" not in found:
        raise Invalid
    body.id, body.date = body.id.upper(), float(body.date)
    return body


def is_its_names(body, entry):
    """LAY-14: whether identifier and date are those of the name; a legacy name has no date."""
    return body.id == entry.id and (entry.date is None or abs(body.date - entry.date) <= 0.001)


def can_be_decoded(body):
    """Whether Python's values hold the message as it is: not too deep, no number beyond binary64, no half character."""
    start, end = body.message_span
    try:
        return body.message is not TOO_DEEP and nesting(body.text[start:end]) <= NESTING_MAXIMUM \
            and bool(encode_json(body.message))
    except (ValueError, RecursionError):
        return False


def encode_json(value):
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8")


def encode_body(identifier, date, message):
    """The body of a new message, or None where it could not be read back (ENQ-5)."""
    try:
        data = encode_json({"id": identifier, "enqueuedAt": date, "message": message})
        return data if can_be_decoded(parse_body(data)) else None
    except (ValueError, TypeError, RecursionError, Invalid):
        return None


def with_date(body, date):
    """The body with the number behind enqueuedAt replaced (section 4.5)."""
    start, end = body.date_span
    return (body.text[:start] + repr(date) + body.text[end:]).encode("utf-8")
