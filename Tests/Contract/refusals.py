"""The answers of each method to wrong calls. They are made from the description of the interface, so that no parameter is left out."""
import re

from masking import Masker, compact
from rig import INTERFACE, Rig, call_bytes

# One kind of content, for structures that need exactly one.
COLOR = {"color": "#000000"}
KINDS = (
    "color", "pattern", "banner", "image", "slideshow", "playlist", "schedule", "deck", "ticker", "clock", "countdown", "qr", "layout", "setup", "surface",
    "video", "stream",
    "power")
TOKEN = re.compile(r"\s+|#[^\n]*|(->|\[\]|\[string\]|[():,?]|[\w.]+)")
STREAMS = {"OwnInput", "RegisterApp", "OfferSetup", "Events", "WatchTalk"}


class Description:
    """The types and methods of an interface, by its description."""

    def __init__(self, text):
        self.tokens = [found.group(1) for found in TOKEN.finditer(text) if found.group(1)]
        self.at = 0
        self.types, self.methods = {}, {}
        while self.at < len(self.tokens):
            match self.next():
                case "interface":
                    self.name = self.next()
                case "type":
                    name = self.next()
                    self.types[name] = self.fields()
                case "error":
                    self.next()
                    self.fields()
                case "method":
                    name = self.next()
                    self.methods[name] = self.fields()
                    assert self.next() == "->"
                    self.fields()

    def next(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def fields(self):
        """The fields in parentheses, or the words of an enumeration."""
        assert self.next() == "("
        fields = {}
        while (name := self.next()) != ")":
            if name == ",":
                continue
            if self.tokens[self.at] == ":":
                self.next()
                fields[name] = self.type()
            else:
                fields[name] = None
        return fields

    def type(self):
        word = self.next()
        if word in ("?", "[]", "[string]"):
            return (word, self.type())
        if word == "(":
            self.at -= 1
            return ("enum", tuple(self.fields()))
        return word

    def sample(self, kind):
        """A value of a type, with its required fields."""
        match kind:
            case ("enum", words):
                return words[0]
            case ("[]", _):
                return []
            case ("[string]", _) | "object":
                return {}
            case ("?", inner):
                return self.sample(inner)
            case "string":
                return "x"
            case "int":
                return 1
            case "float":
                return 0.5
            case "bool":
                return False
        return self.least(self.types[kind])

    def least(self, fields):
        """An object with the fields that it must have."""
        if {"color", "setup"} <= set(fields):
            return COLOR
        # A path that is not absolute is refused before any other check.
        return {name: "/x" if name in ("file", "folder") else self.sample(inner) for name, inner in fields.items() if inner[0] != "?"}

    def variants(self, kind, seen):
        """Wrong values of a type: the error, and the value."""
        match kind:
            case ("?", inner):
                yield from self.variants(inner, seen)
            case ("[]", inner):
                yield "no list", {}
                for what, value in self.variants(inner, seen):
                    yield f"[] {what}", [value]
            case ("[string]", inner):
                yield "no object", []
                for what, value in self.variants(inner, seen):
                    yield f"[x] {what}", {"x": value}
            case ("enum", _):
                yield "no such word", "nonsense"
                yield "no string", 7
            case "string":
                yield "no string", 7
            case "int":
                yield "no number", "x"
                yield "no whole number", 1.5
                yield "too large", 10**30
            case "float":
                yield "no number", "x"
            case "bool":
                yield "no bool", 1
            case "object":
                yield "no object", []
            case _:
                yield "no object", "x"
                if kind not in seen:
                    seen.add(kind)
                    for what, value in self.faults(self.types[kind], self.sample(kind), seen):
                        yield what, value

    def faults(self, fields, least, seen):
        """Objects with one thing wrong."""
        yield "unknown", {**least, "nonsense": 1}
        for name, kind in fields.items():
            rest = {key: value for key, value in least.items() if key != name}
            if kind[0] != "?":
                yield f"{name}: missing", rest
                yield f"{name}: null", {**rest, name: None}
            if name in KINDS and "color" in least:
                rest.pop("color", None)
            for what, value in self.variants(kind, seen):
                yield f"{name}: {what}", {**rest, name: value}


def record(page):
    with Rig() as rig:
        rig.start("idle: { color: \"#000000\" }\n")
        mask = Masker([(rig.place, "PLACE")])
        display = Description(rig.tell("org.varlink.service.GetInterfaceDescription", interface=INTERFACE)["description"])
        service = Description(rig.tell("org.varlink.service.GetInterfaceDescription", interface="org.varlink.service")["description"])

        def refusal(method, parameters, **words):
            message, ended = rig.raw(call_bytes(method, parameters, **words))
            return mask.reply(message, compact) + (" and the end" if ended else "")

        seen = set()
        for description in (service, display):
            for method, fields in description.methods.items():
                name = f"{description.name}.{method}"
                more = {"more": True} if method in STREAMS else {}
                lines = [f"{what} -> {refusal(name, value, **more)}" for what, value in description.faults(fields, description.least(fields), seen)]
                if more:
                    lines.append(f"without more -> {refusal(name, description.least(fields))}")
                page.add(f"{method}: wrong parameters", "\n".join(lines))
        malformed(page, rig, mask)


def malformed(page, rig, mask):
    """Messages that are no calls."""
    name = f"{INTERFACE}.Apps"
    for what, data in (
        ("no JSON", b"rubbish\0"), ("no UTF-8", b"\xff\xfe\0"), ("nothing", b"\0"), ("a list", b"[]\0"), ("no method", b"{}\0"),
        ("a method that is no string", b'{"method":7}\0'), ("a method without an interface", b'{"method":"Apps"}\0'),
        ("an interface that is not there", b'{"method":"org.example.X.Y"}\0'), ("a method that is not there", b'{"method":"org.marquee.Display.X"}\0'),
        ("a method of the service that is not there", b'{"method":"org.varlink.service.X"}\0'),
        ("parameters that are no object", f'{{"method":"{name}","parameters":[]}}\0'.encode()),
        ("parameters that are null", f'{{"method":"{name}","parameters":null}}\0'.encode()),
        ("more that is no bool", f'{{"method":"{name}","more":1}}\0'.encode()),
        ("more that is not needed", f'{{"method":"{name}","more":true}}\0'.encode()),
        ("an unknown field beside the method", f'{{"method":"{name}","x":1}}\0'.encode()),
        ("a key twice", f'{{"method":"{name}","method":"{name}"}}\0'.encode()),
        ("blanks around it", f'  {{ "method" : "{name}" }}\n\0'.encode()),
        ("something behind it", f'{{"method":"{name}"}} x\0'.encode()),
        ("levels without an end", b"[" * 5000 + b"\0"), ("an escape for NUL", f'{{"method":"{name}\\u0000"}}\0'.encode()),
        ("65,536 bytes", b'{"method":"x","parameters":{"x":"' + b"a" * (65536 - 36) + b'"}}\0'), ("65,537 bytes", b"a" * 65537 + b"\0"),
        ("70,000 bytes without an end", b"a" * 70000),
    ):
        message, ended = rig.raw(data)
        page.add(f"a message: {what}", mask.reply(message) + ("\nand the end" if ended else ""))

    connection = rig.connect()
    # An answer to the first would come before that to the second.
    connection.send(call_bytes("Apps", oneway=True) + call_bytes("GetTalk") + call_bytes("org.varlink.service.GetInfo"))
    page.add("a message: three calls at once, of which the first wants no answer", "\n".join(mask.reply(rig.answer(connection)) for _ in range(2)))
    connection.close()
