"""The JSON Schema of what the socket sends and `marqueectl --json` prints (docs/schema.json)."""
import json

SCALARS = {"bool": {"type": "boolean"}, "int": {"type": "integer"}, "float": {"type": "number"}, "string": {"type": "string"}, "object": {"type": "object"}}

# The subcommands, with the methods whose replies they print.
COMMANDS = {
    "alarm clear": ["ClearAlarm"], "alarm list": ["Alarms"], "alarm raise": ["RaiseAlarm"], "apps": ["Apps"], "audit": ["Audit"], "blank": ["Blank"],
    "content": ["ContentAt"], "deck": ["TurnPage"], "events": ["Events"], "explain": ["Explain"], "foreground": ["SetForeground"], "freeze": ["Freeze"],
    "identify": ["Identify"], "input own": ["OwnInput"], "input send": ["SendInput"], "mirror": ["SetMirror"], "mode": ["SetMode", "ConfirmMode"],
    "modes": ["Modes"], "overscan": ["SetOverscan"], "place": ["PlaceApp"], "plan": ["Plan"], "plays": ["Plays"], "power": ["Power"],
    "present": ["GetTalk", "EndTalk"], "reload": ["Reload"], "reset": ["Reset"], "rotate": ["Rotate"], "scale": ["SetScale"], "screens": ["Screens"],
    "session activate": ["ActivateSession"], "session destroy": ["DestroySession"], "session frame": ["SetFrame"], "session refresh": ["RefreshSessions"],
    "session request": ["RequestScene"], "session set": ["SetUserInfo"], "session show": ["GetSession"], "sessions": ["Sessions"],
    "show": ["Show", "ShowTogether"], "simulate list": ["SimulatedConnectors"], "status": ["Status"], "support": ["SetSupport"], "unregister": ["UnregisterApp"],
    "volume": ["SetVolume"], "wait": ["Wait"],
    **{f"simulate {word}": ["Simulate"] for word in (
        "advance", "clock", "device", "edid", "fault", "hotplug", "modeset", "plug", "probe", "resume", "time", "unplug", "updates", "vblank")},
}
# The subcommands that write the largest field of a reply to a file, and print its path in place of it.
SAVED = {"report": ("Report", "report"), "screenshot": ("Screenshot", "png"), "session snapshot": ("Snapshot", "png")}


def ref(name):
    return {"$ref": f"#/$defs/{name}"}


def either(schema):
    """The schema, or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def closed(fields, text="", optional=()):
    """An object with exactly these fields; those of `optional` may be missing."""
    schema = {"type": "object", "properties": fields, "required": [name for name in fields if name not in optional], "additionalProperties": False}
    return {"description": text, **schema} if text else schema


# What the programs print without a daemon's reply.
TEXT, WHOLE, NUMBER, FLAG = SCALARS["string"], SCALARS["int"], SCALARS["float"], SCALARS["bool"]
RANGE = either(closed({"minimum": WHOLE, "maximum": WHOLE}))
OWN = {
    "CommandError": closed({
        "error": {"description": "The message, without the hint.", "type": "string"},
        "kind": {"description": "The name of the interface's error, as NoSuchScreen; otherwise Failed, Usage, NoDaemon, Refused, TimedOut or Unchecked.", "type": "string"},
        "near": {"description": "Names or values that are similar to a wrong one.", "type": "array", "items": TEXT},
        "expected": {"description": "The values that are possible; null if the error is about no value.", **either(TEXT)},
        "hint": {"description": "The next step; null if there is none.", **either(TEXT)},
    }, "What a failed command writes to standard error with --json, in one line."),
    "Metrics": closed({"metrics": {"type": "array", "items": closed({
        "name": TEXT, "type": {"enum": ["counter", "gauge"]}, "help": TEXT,
        "samples": {"type": "array", "items": closed({"value": either(NUMBER), "labels": {"type": "object", "additionalProperties": TEXT}})},
    })}}, "The output of `marqueectl metrics`."),
    "EDIDFiles": closed({"files": {"type": "array", "items": closed({
        "file": TEXT, "bytes": either(WHOLE), "error": either(TEXT), "blocks": either(WHOLE), "make": either(TEXT), "model": either(TEXT),
        "serial": either(TEXT), "productCode": either(WHOLE), "serialNumber": either(WHOLE), "week": either(WHOLE), "year": either(WHOLE),
        "version": either(TEXT), "digital": either(FLAG), "interface": either(TEXT), "bitsPerColor": either(WHOLE), "physicalSize": either(ref("PhysicalSize")),
        "verticalHertz": RANGE, "horizontalKilohertz": RANGE, "maximumPixelClockMegahertz": either(WHOLE), "hdmi": either(FLAG), "cecAddress": either(TEXT),
        "maximumTMDSMegahertz": either(WHOLE), "scdc": either(FLAG), "audio": {"type": "array", "items": closed({"format": TEXT, "channels": WHOLE})},
        "preferredMode": either(ref("Mode")), "modes": {"type": "array", "items": ref("Mode")}, "ycbcr420Modes": {"type": "array", "items": ref("Mode")},
        "problems": {"type": "array", "items": TEXT},
    })}}, "The output of `marqueectl edid`."),
    "Comparison": closed({
        "equal": FLAG, "pixels": WHOLE, "different": WHOLE, "greatestDifference": WHOLE,
        "box": {"description": "The smallest rectangle with all different pixels; null if there are none.", **either(closed(dict.fromkeys(("x", "y", "width", "height"), WHOLE)))},
    }, "The output of `marqueectl compare`."),
    "Verification": closed({
        "frames": WHOLE, "first": either(WHOLE), "last": either(WHOLE),
        **dict.fromkeys(("dropped", "repeated", "late", "torn", "wrongColor", "damaged", "withoutCode", "backwards"), WHOLE),
        "faults": {"type": "array", "items": closed({"frame": WHOLE, "file": either(TEXT), "kind": TEXT, "detail": TEXT})},
        "unchecked": {"type": "array", "items": closed({"check": TEXT, "reason": TEXT})},
    }, "The output of `marqueectl verify`."),
    "Trouble": closed({
        "event": {"enum": ["unplugged", "cannot-show", "dark"]}, "screen": TEXT, "label": either(TEXT), "reason": TEXT,
    }, "A line of `marqueectl on-trouble`."),
}


class Schema:
    """The schema of an interface."""

    def __init__(self, interface):
        self.types = {member.name: member for member in interface.of("type")}
        self.methods = {member.name: member for member in interface.of("method")}
        self.errors = interface.of("error")
        self.replies = {self.signature(one.reply): one.reply_name for one in self.methods.values() if one.reply_name}

    @staticmethod
    def signature(fields):
        return tuple((one.name, one.optional, tuple(one.wraps), one.base) for one in fields)

    @staticmethod
    def words(text):
        return text.replace(" ¶ ", " ").replace("nil", "null")

    def field(self, one, nulls):
        schema = {"enum": list(one.base)} if isinstance(one.base, tuple) else SCALARS.get(one.base) or ref(one.base)
        for wrap in reversed(one.wraps):
            schema = {"type": "array", "items": schema} if wrap == "[]" else {"type": "object", "additionalProperties": schema}
        if one.optional and nulls and not one.unwrapped:
            schema = either(schema)
        return {"description": self.words(one.text), **schema} if one.text else schema

    def structure(self, fields, text, nulls):
        """With nulls, each field is there. Otherwise a missing value is left out."""
        missing = () if nulls else [one.name for one in fields if one.optional and not one.unwrapped]
        return closed({one.name: self.field(one, nulls) for one in fields}, self.words(text), missing)

    def type(self, member):
        if member.name == "Content":
            return {**self.structure(member.fields, "The content of a scene: exactly one of these kinds.", False), "minProperties": 1, "maxProperties": 1}
        # Contents are written as they are in a configuration, without the keys that are not given.
        written = member.swift not in ("-", "BannerInfo") and "strict" not in member.flags
        return self.structure(member.fields, member.text or member.comment, written)

    def used(self, fields, found):
        """The types that values of these fields have."""
        for one in fields:
            if isinstance(one.base, str) and one.base in self.types and one.base not in found:
                found[one.base] = self.types[one.base]
                self.used(self.types[one.base].fields, found)
        return found

    def reply(self, name):
        return ref(self.replies[self.signature(self.methods[name].reply)])

    def saved(self, name, field):
        """A reply with the path of a file in place of a field."""
        member = self.methods[name]
        schema = self.structure([one for one in member.reply if one.name != field], f"{member.reply_text} {field} is in the file.", True)
        schema["properties"]["file"] = {"description": "The path of the file.", "type": "string"}
        schema["required"].append("file")
        return schema

    def text(self):
        used, definitions = {}, {}
        for member in self.methods.values():
            self.used(member.reply, used)
            if member.reply_name:
                definitions[member.reply_name] = self.structure(member.reply, member.reply_text, "stream" not in member.flags)
        definitions |= {name: self.type(member) for name, member in used.items()} | OWN
        commands = {words: {"anyOf": [self.reply(name) for name in names]} if len(names) > 1 else self.reply(names[0]) for words, names in COMMANDS.items()}
        for words, (name, field) in SAVED.items():
            definitions[f"Saved{name}"] = self.saved(name, field)
            commands[words] = ref(f"Saved{name}")
        commands |= {
            "compare": ref("Comparison"), "edid": ref("EDIDFiles"), "metrics": ref("Metrics"), "on-trouble": ref("Trouble"), "verify": ref("Verification"),
        }
        schema = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "The JSON of Marquee",
            "description": "replies: what the methods of org.marquee.Display return. errors: the parameters of its errors. "
                           "commands: what `marqueectl COMMAND --json` prints. tools/varlink-gen writes this file.",
            "replies": {name: self.reply(name) for name in self.methods},
            "errors": {one.name: self.structure(one.fields, one.comment, False) for one in self.errors},
            "commands": dict(sorted(commands.items())),
            "$defs": dict(sorted(definitions.items())),
        }
        return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"
