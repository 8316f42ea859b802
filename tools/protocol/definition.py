"""Reads an interface in Varlink's notation, with the annotations of tools/varlink-gen.

A line that begins with `#@` is an annotation: a comment for every other reader. Annotations stand directly before their member, after its
comment. ` ¶ ` in a text begins a new paragraph.

    #@ field NAME: TEXT                                  the text for each field of this name that has none of its own
    #@ access LEVEL [LEVEL…]: TEXT                       a level of access, and the levels before it that it includes
    #@ swift NAME [strict] [handwritten] [kinds]: TEXT   a type; `#@ swift -` has no Swift type
    #@ call ACCESS HANDLER [stream] [journal] [reads]: TEXT   a method
    #@ audit FIELD...                                    the fields of a call that the audit shows; `list.field` is one of each element
    #@ .FIELD [SWIFT][!] [= INIT] [?? ABSENT]: TEXT      a field of a type, of a call or of an error
    #@ reply [NAME]: TEXT                                the reply, at the first method with these fields
    #@ >FIELD ...                                        a field of the reply
    #@ enum SWIFT: TEXT                                  the enumeration of the field before, where it is used first
    #@ case SWIFT.RAW [= NAME]: TEXT                     its case

reads: the method changes nothing, so the audit leaves it out. Of each other method it shows the fields of `#@ audit`, and no others.
strict: unknown fields are refused, and missing values are left out. In other types and in replies a missing value is written as null. Only the
messages of a stream with a reply of its own leave it out. kinds: the names of the fields become a list.
ACCESS is a level, or none: then a peer with any level may call the method.
SWIFT replaces the Swift type, `!` makes it not optional, INIT is the default of the initialiser, ABSENT is what a missing value reads as.
"""
import re
from dataclasses import dataclass, field

SCALARS = {"bool": "Bool", "int": "Int", "float": "Double", "string": "String", "object": "[String: JSONValue]"}
TOKEN = re.compile(r"->|\[\]|\[string\]|[A-Za-z][A-Za-z0-9_.]*|[():,?]")


class Mistake(Exception):
    """The definition cannot be used."""

    def __init__(self, line, text):
        super().__init__(text)
        self.line = line


@dataclass
class Field:
    name: str
    optional: bool
    # The brackets around the base, from outside: "[]" or "[string]".
    wraps: list
    # The name of a type, or the cases of an enumeration.
    base: object
    line: int
    # From its annotation.
    swift: str = ""
    unwrapped: bool = False
    init: str = ""
    absent: str = ""
    text: str = ""


@dataclass
class Enumeration:
    swift: str
    text: str
    # The name of the first field that has it.
    field: str
    # (raw value, Swift name, text)
    cases: list = field(default_factory=list)


@dataclass
class Member:
    kind: str
    name: str
    line: int
    comment: str
    fields: list
    # Of a method.
    reply: list = field(default_factory=list)
    access: str = ""
    handler: str = ""
    reply_name: str = ""
    reply_text: str = ""
    audit: list = field(default_factory=list)
    # Of a type: its Swift name. "-": there is none.
    swift: str = ""
    flags: set = field(default_factory=set)
    text: str = ""


class Interface:
    """An interface, its members in their order."""

    def __init__(self, text):
        self.members = []
        # By their cases.
        self.enumerations = {}
        self.field_texts = {}
        # By their names, in their order: the levels that they include, and their texts.
        self.levels = {}
        self.name = ""
        # The definition for other readers, without annotations.
        self.stripped = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#@"))
        self._lines = text.splitlines()
        self._read()
        self._check()

    def of(self, kind):
        return [member for member in self.members if member.kind == kind]

    # Reading

    def _read(self):
        comment, notes, at = [], [], 0
        while at < len(self._lines):
            line = self._lines[at]
            if line.startswith("#@ field "):
                self._default(at + 1, line)
            elif line.startswith("#@ access "):
                self._level(at + 1, line)
            elif line.startswith("#@"):
                notes.append((at + 1, line[2:].strip()))
            elif line.startswith("#"):
                comment.append(line[1:].strip())
            elif line.strip():
                end = at
                while self._is_open(self._lines[at:end + 1]) and end + 1 < len(self._lines):
                    end += 1
                self._member(at, end, " ".join(comment), notes)
                comment, notes, at = [], [], end
            at += 1
        if notes:
            raise Mistake(notes[0][0], "the annotation stands before no member")

    @staticmethod
    def _is_open(lines):
        text = "\n".join(lines)
        groups = 2 if text.startswith("method") else 1
        return not text.startswith("interface") and (text.count("(") > text.count(")") or text.count("(") < groups)

    def _member(self, first, last, comment, notes):
        tokens = Tokens([(word, number + 1) for number in range(first, last + 1)
                         for word in self._words(number)], first + 1)
        keyword = tokens.next()
        if keyword == "interface":
            self.name = tokens.next()
            tokens.end()
            return
        if keyword not in ("type", "method", "error"):
            raise Mistake(first + 1, f"expected type, method or error instead of {keyword}")
        member = Member(keyword, tokens.next(), first + 1, comment, [])
        if any(other.name == member.name for other in self.members):
            raise Mistake(first + 1, f"there are two members named {member.name}")
        member.fields = tokens.fields()
        if keyword == "method":
            tokens.expect("->")
            member.reply = tokens.fields()
        tokens.end()
        Annotations(self, member).read(notes)
        self.members.append(member)

    def _words(self, number):
        line = self._lines[number]
        words = TOKEN.findall(line)
        if "".join(words) != re.sub(r"\s", "", line):
            raise Mistake(number + 1, "this is no Varlink")
        return words

    def _default(self, number, line):
        found = re.fullmatch(r"#@ field (\w+): (.+)", line)
        if not found:
            raise Mistake(number, f"expected `#@ field NAME: TEXT` instead of `{line}`")
        self.field_texts[found[1]] = found[2]

    def _level(self, number, line):
        found = re.fullmatch(r"#@ access (\w+)((?: \w+)*): (.+)", line)
        if not found or set(found[2].split()) - set(self.levels):
            raise Mistake(number, f"expected `#@ access LEVEL [EARLIER LEVEL…]: TEXT` instead of `{line}`")
        self.levels[found[1]] = found[2].split(), found[3]

    # Checking

    def _check(self):
        types = {member.name: member for member in self.of("type")}
        for member in self.members:
            if member.kind == "error" and member.swift == "-":
                continue
            if not (member.comment if member.kind == "error" else member.text or member.swift in ("-",) or "handwritten" in member.flags):
                raise Mistake(member.line, f"{member.name} has no description")
            if member.kind == "method" and not member.access:
                raise Mistake(member.line, f"{member.name} has no `#@ call`")
            if member.kind == "type" and (member.swift == "-" or "handwritten" in member.flags):
                continue
            for one in member.fields + member.reply:
                one.text = one.text or self.field_texts.get(one.name, "")
                if not one.text and member.kind != "error":
                    # A reply with the fields of an earlier one is described there.
                    if one in member.reply and not member.reply_text:
                        continue
                    raise Mistake(one.line, f"{member.name}.{one.name} has no description")
                if isinstance(one.base, tuple):
                    if one.base not in self.enumerations:
                        raise Mistake(one.line, f"the enumeration {member.name}.{one.name} has no `#@ enum`")
                elif one.base not in SCALARS and not one.swift and types.get(one.base, Member("", "", 0, "", [], swift="-")).swift == "-":
                    raise Mistake(one.line, f"{member.name}.{one.name}: there is no type {one.base} with a Swift name")
        for enumeration in self.enumerations.values():
            for raw, _, text in enumeration.cases:
                if not text:
                    raise Mistake(0, f"{enumeration.swift}.{raw} has no description")


class Tokens:
    """The words of a member."""

    def __init__(self, words, line):
        self._words = words
        self._at = 0
        self._line = line

    def next(self):
        if self._at >= len(self._words):
            raise Mistake(self._line, "the member ends too early")
        word, self._line = self._words[self._at]
        self._at += 1
        return word

    def peek(self):
        return self._words[self._at][0] if self._at < len(self._words) else ""

    def expect(self, word):
        found = self.next()
        if found != word:
            raise Mistake(self._line, f"expected {word} instead of {found}")

    def end(self):
        if self._at != len(self._words):
            raise Mistake(self._line, f"{self.peek()} is too much")

    def fields(self):
        self.expect("(")
        found = []
        while self.peek() != ")":
            if found:
                self.expect(",")
            name = self.next()
            line = self._line
            if any(one.name == name for one in found):
                raise Mistake(line, f"there are two fields named {name}")
            self.expect(":")
            found.append(self._field(name, line))
        self.expect(")")
        return found

    def _field(self, name, line):
        optional, wraps = self.peek() == "?", []
        if optional:
            self.next()
        while self.peek() in ("[]", "[string]"):
            wraps.append(self.next())
        base = self.next()
        if base == "(":
            cases = [self.next()]
            while self.peek() == ",":
                self.next()
                cases.append(self.next())
            self.expect(")")
            base = tuple(cases)
        return Field(name, optional, wraps, base, line)


class Annotations:
    """Puts annotations into their member."""

    def __init__(self, interface, member):
        self._interface = interface
        self._member = member
        self._field = None

    def read(self, notes):
        for line, note in notes:
            head, _, text = note.partition(": ")
            word, _, rest = head.partition(" ")
            if word[:1] in (".", ">"):
                self._read_field(line, word, rest, text)
            elif (read := getattr(self, f"_read_{word}", None)):
                read(line, rest, text)
            else:
                raise Mistake(line, f"unknown annotation `{word}`")

    def _expect(self, line, kinds, text=True):
        if self._member.kind not in kinds:
            raise Mistake(line, f"this annotation is for a {' or '.join(kinds)}")
        if not text:
            raise Mistake(line, f"{self._member.name}: the annotation has no text")

    def _read_swift(self, line, rest, text):
        name, *flags = rest.split()
        self._expect(line, ("type", "error"), text or name == "-" or "handwritten" in flags)
        self._member.swift, self._member.flags, self._member.text = name, set(flags), text
        if extra := self._member.flags - {"strict", "handwritten", "kinds"}:
            raise Mistake(line, f"unknown word `{min(extra)}`")

    def _read_call(self, line, rest, text):
        self._expect(line, ("method",), text)
        access, handler, *flags = rest.split()
        if access not in ("none", *self._interface.levels) or set(flags) - {"stream", "journal", "reads"}:
            raise Mistake(line, f"unknown word in `{rest}`")
        self._member.access, self._member.handler, self._member.flags, self._member.text = access, handler, set(flags), text

    def _read_audit(self, line, rest, text):
        self._expect(line, ("method",))
        self._member.audit = rest.split()
        for path in self._member.audit:
            if not any(one.name == path.split(".")[0] for one in self._member.fields):
                raise Mistake(line, f"{self._member.name} has no field {path}")

    def _read_reply(self, line, rest, text):
        self._expect(line, ("method",), text)
        self._member.reply_name, self._member.reply_text = rest or self._member.name + "Reply", text

    def _read_field(self, line, word, rest, text):
        fields = self._member.fields if word[0] == "." else self._member.reply
        found = [one for one in fields if one.name == word[1:]]
        if not found:
            raise Mistake(line, f"{self._member.name} has no field {word[1:]}")
        form = re.fullmatch(r"(?:([A-Z][\w.]*)?(!)?)?(?:\s*= (.+?))?(?:\s*\?\? (.+))?", rest)
        if not form:
            raise Mistake(line, f"`{rest}` is no `[SWIFT][!] [= INIT] [?? ABSENT]`")
        self._field = found[0]
        self._field.swift, self._field.unwrapped = form[1] or "", bool(form[2])
        self._field.init, self._field.absent, self._field.text = form[3] or "", form[4] or "", text

    def _read_enum(self, line, rest, text):
        self._expect(line, ("type", "method"), text)
        if not self._field or not isinstance(self._field.base, tuple):
            raise Mistake(line, f"{rest}: the field before is no enumeration")
        if self._field.base in self._interface.enumerations:
            raise Mistake(line, f"{rest}: there is an enumeration of these cases already")
        enumeration = Enumeration(rest, text, self._field.name)
        enumeration.cases = [(raw, raw, "") for raw in self._field.base]
        self._interface.enumerations[self._field.base] = enumeration

    def _read_case(self, line, rest, text):
        path, _, name = rest.partition(" = ")
        swift, _, raw = path.rpartition(".")
        enumeration = next((one for one in self._interface.enumerations.values() if one.swift == swift), None)
        places = [at for at, one in enumerate(enumeration.cases) if one[0] == raw] if enumeration else []
        if not places or not text:
            raise Mistake(line, f"there is no case {path}" if text else f"{path} has no text")
        enumeration.cases[places[0]] = (raw, name or raw, text)
