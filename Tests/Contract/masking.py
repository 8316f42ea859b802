"""Replies as text that is the same in every run. Values that change from run to run, and sentences, have placeholders with their kind.

Keys, numbers, their spelling and their order stay as they were sent.
"""
import base64
import json
import re
import struct

# Sentences for people; [] means those of a list.
SENTENCES = {
    "changes[]", "expected", "hint", "message", "note", "notes[]", "problems[]", "reason", "reasons[]", "remark", "skipped[]", "summary", "trouble",
    "troubles[]", "warning", "warnings[]"}
# Of these a single word is a name for programs, as in events.
WORDS = {"reason"}
SECONDS = {"uptimeSeconds", "ageSeconds", "wallSeconds"}
# Counts that depend on the number of probes or frames. Modesets are not among them, because each is visible to users.
COUNTS = {
    "processID", "sequence", "flips", "missed", "superseded", "discarded", "recoveries", "readerDeaths", "events", "connections", "requests",
    "refusals", "droppedReaders", "jobs", "restarts", "skipped", "number"}
TIMES = {"firstFlip", "lastFlip", "end", "lastSeen"}
# The abilities of this machine's kernel.
HOST = {"sandboxes"}
NAMES = {"run": "run", "token": "token", "checksum": "checksum", "deckVersion": "version", "identifier": "identifier"}
HASHES = {"frame"}
# A moment between two seconds is one at which something happened to come.
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z")
DAY = re.compile(r"\d{4}-\d\d-\d\d")
UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
# FILE:LINE:COLUMN: KEY: sentence. The key's path is missing if the file is no YAML.
PLACE = re.compile(r"^(?P<place>[^\s:]*:\d+(?::\d+)?): (?:(?P<key>[\w.\-\[\]]+): )?.*$", re.DOTALL)
WIDTH = 180


class Number(str):
    """A number as it was written."""


class Object(list):
    """Pairs of keys and values, in their order."""


def parse(text):
    return json.loads(text, object_pairs_hook=Object, parse_int=Number, parse_float=Number)


def quoted(text):
    return json.dumps(text, ensure_ascii=False)


def compact(value):
    match value:
        case Object():
            return "{" + ",".join(f"{quoted(key)}:{compact(inner)}" for key, inner in value) + "}"
        case list():
            return "[" + ",".join(map(compact, value)) + "]"
        case Number():
            return str(value)
        case str():
            return quoted(value)
        case _:
            return json.dumps(value)


def indented(value, depth=0):
    """As marqueectl prints it."""
    blank = "  " * (depth + 1)
    match value:
        case Object() if value:
            parts, signs = [f"{blank}{quoted(key)}: {indented(inner, depth + 1)}" for key, inner in value], "{}"
        case list() if value and not isinstance(value, Object):
            parts, signs = [f"{blank}{indented(inner, depth + 1)}" for inner in value], "[]"
        case _:
            return compact(value)
    return signs[0] + "\n" + ",\n".join(parts) + "\n" + "  " * depth + signs[1]


def readable(value, depth=0):
    """Limits the length of lines: a value that fits on one line stays there."""
    line = compact(value)
    if len(line) + 2 * depth <= WIDTH or not isinstance(value, list) or not value:
        return line
    blank = "  " * (depth + 1)
    if isinstance(value, Object):
        parts, signs = [f"{blank}{quoted(key)}:{readable(inner, depth + 1)}" for key, inner in value], "{}"
    else:
        parts, signs = [f"{blank}{readable(inner, depth + 1)}" for inner in value], "[]"
    return signs[0] + "\n" + ",\n".join(parts) + "\n" + "  " * depth + signs[1]


def shape(value):
    """The keys and the kinds of values. A list has the shape of all its values."""
    match value:
        case Object():
            return Object((key, f"<{key}>" if key in HOST else shape(inner)) for key, inner in value)
        case list():
            found = []
            for inner in map(shape, value):
                if inner not in found:
                    found.append(inner)
            return found
        case Number():
            return "<number>"
        case str():
            return "<string>"
        case bool():
            return "<bool>"
        case _:
            return value


class Masker:
    """Masks related values: an identifier has the same placeholder each time."""

    def __init__(self, folders=(), keeps_hashes=False):
        # The placeholder of each folder of this run.
        self.folders = [(str(path), name) for path, name in folders]
        self.keeps_hashes = keeps_hashes
        self.known = {}

    def name(self, kind, value):
        names = self.known.setdefault(kind, {})
        return f"<{kind} {names.setdefault(value, len(names) + 1)}>"

    def text(self, text):
        """A text in which only folders and identifiers are masked."""
        for path, name in self.folders:
            text = text.replace(path, name)
        text = TIME.sub("<time>", text)
        return UUID.sub(lambda found: self.name("identifier", found.group()), text)

    def sentence(self, text):
        """Sentences for people, without their place: a file, its line and column, and the path of a key."""
        text = self.text(text)
        if found := PLACE.match(text):
            return f"{found['place']}: " + (f"{found['key']}: " if found["key"] else "") + "<text>"
        return "<text>"

    def value(self, value, key="", parent=()):
        match value:
            case Object():
                return Object((self.text(inner), self.value(part, inner, value)) for inner, part in value)
            case list() if key in HOST or (key == "warnings" and any(other in HOST for other, _ in parent)):
                return f"<{key}>"
            case list():
                return [self.value(part, f"{key}[]", parent) for part in value]
            case Number():
                return self.number(value, key)
            case str():
                return self.string(value, key, parent)
            case _:
                return value

    def number(self, value, key):
        if key == "user":
            return "<user>"
        if key.endswith("Nanoseconds"):
            # Zero means never.
            return value if value == "0" else "<nanoseconds>"
        if key in SECONDS:
            return "<seconds>"
        return "<number>" if key in COUNTS else value

    def string(self, value, key, parent):
        if not value:
            return value
        others = {other for other, _ in parent}
        # The picture of a decision is a sentence. The picture of a content is its kind or file. The message of a talk is a speaker's.
        if (key in SENTENCES and not (key == "message" and "deck" in others)) or (key == "shows" and "showsBecause" in others):
            return value if key in WORDS and " " not in value else self.sentence(value)
        if key in NAMES:
            return self.name(NAMES[key], value)
        if key in HASHES and re.fullmatch("[0-9a-f]{16}", value):
            return value if self.keeps_hashes else "<hash>"
        if key in TIMES:
            return "<time>" if "T" in value else "<day>"
        if key == "png":
            return picture(value)
        if key == "version":
            return "<version>"
        if key == "report":
            return "<report>"
        if key == "description":
            return "<description>"
        return self.text(value)

    def table(self, text):
        """Comma-separated values of plays, masked by the names of their columns."""
        lines = text.splitlines()
        names = lines[0].split(",")
        rows = [",".join(self.cell(name, value) for name, value in zip(names, line.split(","), strict=True)) for line in lines[1:]]
        return "\n".join([lines[0], *rows])

    def cell(self, name, value):
        if name.endswith(" ns"):
            return value if value == "0" else "<nanoseconds>"
        if name in ("first flip", "last flip", "end"):
            return "<time>"
        return "<number>" if name == "flips" else self.text(value)

    def reply(self, message, write=readable):
        """A message of the socket."""
        if message is None:
            return "nothing"
        try:
            text = message.decode()
            value = parse(text)
        except ValueError:
            return f"no JSON: {message[:1000]!r}"
        spelling = "" if compact(value) == text else "not compact: "
        return spelling + write(self.value(value))


def picture(text):
    """A PNG file in base64 by its size."""
    data = base64.b64decode(text, validate=True)
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        return "<no picture>"
    return "<png {}x{}>".format(*struct.unpack(">II", data[16:24]))
