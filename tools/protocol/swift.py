"""The Swift code of the control protocol."""
import textwrap

from protocol.definition import SCALARS

WIDTH = 120
KEYWORDS = set("""as associatedtype break case catch class continue default defer deinit do else enum extension fallthrough false fileprivate for
func guard if import in init inout internal is let nil operator precedencegroup private protocol public repeat rethrows return self static struct
subscript super switch throw throws true try typealias var where while""".split())
HEAD = "// Made by tools/varlink-gen from {}.varlink. Do not edit.\n// swift-format-ignore-file\n\n"


def escaped(name):
    return f"`{name}`" if name in KEYWORDS else name


def lower(name):
    return name[0].lower() + name[1:]


def doc(text, indent=""):
    """A documentation comment."""
    lines = []
    for number, paragraph in enumerate(text.split(" ¶ ")):
        lines += ["///"] * (number > 0)
        lines += ["/// " + line for line in textwrap.wrap(
            paragraph, WIDTH - 4 - len(indent), break_long_words=False, break_on_hyphens=False)]
    return "".join(indent + line + "\n" for line in lines)


def wrapped(indent, head, items, tail):
    """`head` `items` `tail` in a line, or with the items on lines of their own."""
    line = indent + head + ", ".join(items) + tail
    if len(line) <= WIDTH:
        return line + "\n"
    body = textwrap.fill(", ".join(item.replace(" ", "\0") for item in items), WIDTH - len(indent) - 2, break_long_words=False,
                         break_on_hyphens=False, initial_indent=indent + "  ", subsequent_indent=indent + "  ").replace("\0", " ")
    if tail.endswith("{"):
        return f"{indent}{head}\n{body}\n{indent}{tail}\n"
    return f"{indent}{head}\n{body}{tail}\n"


def cases(indent, names):
    """The line `case .a, .b:` of a switch."""
    return textwrap.fill(", ".join("." + name for name in names), WIDTH, break_long_words=False, break_on_hyphens=False,
                         initial_indent=indent + "case ", subsequent_indent=indent + "  ") + ":\n"


def blocks(parts):
    return "\n".join(part for part in parts if part)


class Program:
    """The code for some interfaces."""

    def __init__(self, display, service):
        self.display = display
        self.interfaces = [service, display]
        self.types = {member.name: member for member in display.of("type")}
        self.enumerations = {cases: one for interface in self.interfaces for cases, one in interface.enumerations.items()}
        self.methods = [(interface, member) for interface in self.interfaces for member in interface.of("method")]
        self.errors = [(interface, member) for interface in (display, service) for member in interface.of("error") if member.swift != "-"]
        # By the names and types of the fields.
        self.replies = {}
        for _, method in self.methods:
            if method.reply_name:
                self.replies[self.signature(method.reply)] = method.reply_name

    # Types

    def signature(self, fields):
        return tuple((one.name, one.optional, tuple(one.wraps), one.base) for one in fields)

    def type(self, field):
        """A field's type without the `?`."""
        base = field.swift
        if not base:
            base = self.enumerations[field.base].swift if isinstance(field.base, tuple) else SCALARS.get(field.base)
        base = base or self.types[field.base].swift
        for wrap in reversed(field.wraps):
            base = f"[{base}]" if wrap == "[]" else f"[String: {base}]"
        return base

    def full_type(self, field):
        return self.type(field) + "?" * self.is_optional(field)

    @staticmethod
    def is_optional(field):
        return field.optional and not field.unwrapped

    # Members of structures

    def properties(self, fields):
        return "".join(doc(one.text, "  ") + f"  public var {escaped(one.name)}: {self.full_type(one)}\n" for one in fields)

    def initialiser(self, fields):
        if not fields:
            return "  public init() {}\n"
        items = []
        for one in fields:
            default = one.init or "nil" * self.is_optional(one)
            items.append(f"{escaped(one.name)}: {self.full_type(one)}" + f" = {default}" * bool(default))
        text = wrapped("  ", "public init(", items, ") {")
        return text + "".join(f"    self.{one.name} = {escaped(one.name)}\n" for one in fields) + "  }\n"

    @staticmethod
    def keys(fields, conformance):
        names = ", ".join(escaped(one.name) for one in fields)
        body = textwrap.fill(names, WIDTH, break_long_words=False, initial_indent="    case ", subsequent_indent="      ")
        return f"  enum CodingKeys: {conformance} {{\n{body}\n  }}\n"

    def reader(self, fields, strict):
        text = "  /// Reads one" + "; an unknown field is an error" * strict + ".\n"
        text += "  public init(from decoder: any Decoder) throws {\n"
        text += "    try decoder.refuseUnknownFields(CodingKeys.self)\n" * strict
        text += "    let container = try decoder.container(keyedBy: CodingKeys.self)\n"
        for one in fields:
            function = "decodeIfPresent" if self.is_optional(one) or one.absent else "decode"
            absent = f" ?? {one.absent}" if one.absent else ""
            text += f"    self.{one.name} = try container.{function}({self.type(one)}.self, forKey: .{one.name}){absent}\n"
        return text + "  }\n"

    @staticmethod
    def writer(fields):
        text = "  /// Writes every field; a missing value becomes null.\n  public func encode(to encoder: any Encoder) throws {\n"
        text += "    var container = encoder.container(keyedBy: CodingKeys.self)\n"
        return text + "".join(f"    try container.encode({escaped(one.name)}, forKey: .{one.name})\n" for one in fields) + "  }\n"

    def structure(self, name, text, conformances, fields, head="", flags=(), keys="", nulls=False):
        strict, nulls = "strict" in flags, nulls and any(map(self.is_optional, fields))
        reads = strict or any(one.absent for one in fields)
        if not keys and (reads or nulls):
            keys = self.keys(fields, "String, CodingKey" + ", CaseIterable" * strict)
        parts = [head, self.properties(fields), self.initialiser(fields), keys]
        parts += [self.reader(fields, strict) if reads else "", self.writer(fields) if nulls else ""]
        return f"{doc(text)}public struct {name}: {conformances} {{\n{blocks(parts)}}}\n"

    def enumeration(self, one):
        outer, _, name = one.swift.rpartition(".")
        text = f"{doc(one.text)}public enum {name}: String, Codable, Hashable, Sendable, CaseIterable {{\n"
        for raw, swift, words in one.cases:
            text += doc(words, "  ") + f"  case {escaped(swift)}" + f" = \"{raw}\"" * (raw != swift) + "\n"
        text += "\n  /// Reads a case by its name; throws `ControlError.invalidValue`, which lists all, for any other.\n"
        text += f"  public init(from decoder: any Decoder) throws {{\n    self = try decoder.name(of: \"{one.field}\")\n  }}\n}}\n"
        return f"extension {outer} {{\n{textwrap.indent(text, '  ')}}}\n" if outer else text

    def enumerations_of(self, fields):
        """The enumerations that a field of these types uses first, if they were not written yet."""
        found = []
        for one in fields:
            if isinstance(one.base, tuple) and one.base in self.open_enumerations:
                self.open_enumerations.discard(one.base)
                found.append(self.enumeration(self.enumerations[one.base]))
        return found

    # Members of the interface

    def value(self, member):
        if member.swift == "-":
            return []
        if "kinds" in member.flags:
            items = [f'"{one.name}"' for one in member.fields]
            return [f"extension {member.swift} {{\n{doc(member.text, '  ')}{wrapped('  ', 'public static let kinds = [', items, ']')}}}\n"]
        if "handwritten" in member.flags:
            return []
        value = self.structure(member.swift, member.text, "Codable, Hashable, Sendable", member.fields, flags=member.flags,
                               nulls="strict" not in member.flags)
        return [value, *self.enumerations_of(member.fields)]

    def call(self, member):
        waits = any(one.name == "noWait" for one in member.fields)
        names = "CodingKeys.names" if member.fields else "[]"
        head = f"  public typealias Reply = {self.replies[self.signature(member.reply)]}\n"
        head += f"  public static var method: ControlMethod {{ .{escaped(lower(member.name))} }}\n"
        head += f"  public static var parameterNames: [String] {{ {names} }}\n"
        keys = self.keys(member.fields, "String, CodingKey, CaseIterable") if member.fields else ""
        conformances = ("PictureCall" if waits else "ControlParameters") + ", Hashable"
        return self.structure(member.name + "Call", member.text, conformances, member.fields, head, keys=keys)

    def reply(self, member):
        if not member.reply_name:
            return []
        reply = self.structure(member.reply_name, member.reply_text, "ControlReply, Hashable", member.reply,
                               nulls="stream" not in member.flags)
        return [reply, *self.enumerations_of(member.reply)]

    def places(self):
        """The handler of the first method that uses each type."""
        found = {}

        def visit(fields, handler):
            for one in fields:
                if isinstance(one.base, str) and one.base in self.types and one.base not in found:
                    found[one.base] = handler
                    visit(self.types[one.base].fields, handler)

        for _, method in self.methods:
            visit(method.fields + method.reply, method.handler)
        return found

    def calls(self):
        """The files of calls, replies and values: their names and texts."""
        self.open_enumerations = set(self.enumerations)
        places = self.places()
        files = {}
        for handler in dict.fromkeys(method.handler for _, method in self.methods):
            topic = singular(handler)
            values = [part for name, member in self.types.items() if places.get(name) == handler for part in self.value(member)]
            if values:
                files[f"{topic}Types.swift"] = values
        for interface, method in self.methods:
            parts = [self.call(method), *self.enumerations_of(method.fields), *self.reply(method)]
            files.setdefault(f"{singular(method.handler)}Calls.swift", []).extend(parts)
        return {name: blocks(parts) for name, parts in files.items()}

    # All levels, methods and errors

    def level_file(self):
        text = "extension AccessLevel {\n"
        for number, (name, (included, words)) in enumerate(self.display.levels.items()):
            parts = ", ".join([f"AccessLevel(rawValue: {1 << number})", *(f".{level}" for level in included)])
            text += doc(words, "  ") + f"  public static let {name}: AccessLevel = [{parts}]\n"
        names = ", ".join(f'("{name}", .{name})' for name in self.display.levels)
        return text + f"\n  static let named: [(name: String, level: AccessLevel)] = [{names}]\n}}\n"

    def method_file(self):
        names = [interface.name for interface in reversed(self.interfaces)]
        text = "/// A method of the two interfaces that the daemon answers to; the raw value is its full name.\n"
        text += "public enum ControlMethod: String, Sendable, CaseIterable {\n"
        for interface, method in self.methods:
            text += doc(method.text, "  ") + f'  case {escaped(lower(method.name))} = "{interface.name}.{method.name}"\n'
        text += "\n  /// The interfaces that these methods belong to.\n"
        text += "  public static let interfaces = [" + ", ".join(f'"{name}"' for name in names) + "]\n"
        text += "\n  /// The access that a peer needs to call it.\n  public var requiredAccess: AccessLevel {\n    switch self {\n"
        for access in dict.fromkeys(method.access for _, method in self.methods):
            text += cases("    ", [lower(method.name) for _, method in self.methods if method.access == access]) + f"      .{access}\n"
        text += "    }\n  }\n"
        text += self.flag("isStream", "stream", "it is answered by a stream, so that the call must say `more`")
        text += self.flag("isJournaled", "journal", "a report has it among what was asked")
        text += "\n  /// The parameters that the audit shows; nil if the method changes nothing.\n"
        text += "  public var auditedParameters: [String]? {\n    switch self {\n"
        text += cases("    ", [lower(method.name) for _, method in self.methods if "reads" in method.flags]) + "      nil\n"
        for fields in dict.fromkeys(tuple(method.audit) for _, method in self.methods if method.audit):
            names = [lower(method.name) for _, method in self.methods if tuple(method.audit) == fields]
            text += cases("    ", names) + wrapped("      ", "[", [f'"{one}"' for one in fields], "]")
        text += "    default: []\n    }\n  }\n"
        text += "}\n"
        display = [method for _, method in self.methods if method.handler != "service"]
        text += "\n/// A request to the display interface, decoded and checked: what the daemon handles.\n"
        text += "public enum ControlRequest: Hashable, Sendable {\n"
        text += "".join(doc(one.text, "  ") + f"  case {escaped(lower(one.name))}({one.name}Call)\n" for one in display) + "}\n"
        text += "\nextension ControlRequest {\n  /// What the call says.\n  public var parameters: any ControlParameters {\n    switch self {\n"
        text += "".join(f"    case .{lower(one.name)}(let call): call\n" for one in display) + "    }\n  }\n"
        text += "\n  /// The method.\n  public var method: ControlMethod { type(of: parameters).method }\n"
        text += self.screen_map(display) + "}\n"
        text += "\n/// A request to `org.varlink.service`, which the server answers itself.\npublic enum ServiceRequest: Hashable, Sendable {\n"
        for _, one in self.methods:
            if one.handler == "service":
                text += doc(one.text, "  ") + f"  case {lower(one.name)}" + f"({one.name}Call)" * bool(one.fields) + "\n"
        text += "}\n\nextension ControlCall.Request {\n  /// Reads the parameters of a method.\n"
        text += "  init(_ method: ControlMethod, _ parameters: CallParameters) throws {\n    switch method {\n"
        for _, one in self.methods:
            case, read = lower(one.name), f"try parameters.read({one.name}Call.self)"
            if one.handler != "service":
                text += f"    case .{case}: self = .display(.{case}({read}))\n"
            elif one.fields:
                text += f"    case .{case}: self = .service(.{case}({read}))\n"
            else:
                text += f"    case .{case}:\n      _ = {read}\n      self = .service(.{case})\n"
        return text + "    }\n  }\n}\n"

    def screen_map(self, display):
        """A function that replaces each name of a screen in a call. Plays names screens of the past, so it stays as it is."""
        text = ("\n  /// The request with another name for each screen that it names. `Plays` stays as it is, because it names screens of the past.\n"
                "  public func namingScreens(_ name: (String) throws(ControlError) -> String) throws(ControlError) -> ControlRequest {\n"
                "    switch self {\n")
        for one in display:
            steps = [step for field in one.fields for step in self.screen_steps(field)]
            if steps and one.name != "Plays":
                case = lower(one.name)
                text += f"    case .{case}(var call):\n" + "".join(f"      {step}\n" for step in steps) + f"      return .{case}(call)\n"
        return text + "    default: return self\n    }\n  }\n"

    def screen_steps(self, field):
        place = f"call.{field.name}"
        element = self.types.get(field.base) if isinstance(field.base, str) else None
        if element and field.wraps and any(one.name == "screen" for one in element.fields):
            return [f"for index in {place}.indices {{ {place}[index].screen = try name({place}[index].screen) }}"]
        if field.name not in ("screen", "screens", "of") or field.base != "string":
            return []
        if field.wraps:
            return [f"if let names = {place} {{", f"  var found: [String] = []", f"  for one in names {{ found.append(try name(one)) }}",
                    f"  {place} = found", "}"]
        return [f"if let one = {place} {{ {place} = try name(one) }}" if field.optional else f"{place} = try name({place})"]

    def flag(self, name, word, text):
        found = [lower(method.name) for _, method in self.methods if word in method.flags]
        return (f"\n  /// Whether {text}.\n  public var {name}: Bool {{\n    switch self {{\n{cases('    ', found)}      true\n"
                "    default: false\n    }\n  }\n")

    def error_file(self):
        text = "/// Why the daemon did not do what it was asked for.\npublic enum ControlError: Error, Hashable, Sendable {\n"
        for _, one in self.errors:
            items = [f"{field.name}: {self.full_type(field)}" + " = nil" * field.optional for field in one.fields]
            text += doc(one.comment, "  ")
            text += wrapped("  ", f"case {lower(one.name)}" + "(" * bool(items), items, ")" * bool(items))
        text += "  /// An error that this client does not know; `name` is its full name.\n  case other(name: String)\n}\n"

        text += "\nextension ControlError {\n  /// The error's full Varlink name.\n  public var name: String {\n    switch self {\n"
        text += "".join(f'    case .{lower(one.name)}: "{interface.name}.{one.name}"\n' for interface, one in self.errors)
        text += "    case .other(let name): name\n    }\n  }\n}\n"

        names = list(dict.fromkeys(field.name for _, one in self.errors for field in one.fields))
        keys = textwrap.fill(", ".join(map(escaped, names)), WIDTH, initial_indent="    case ", subsequent_indent="      ")
        text += "\nextension ControlError: Codable {\n  private enum EnvelopeKeys: String, CodingKey {\n    case error, parameters\n  }\n"
        text += f"\n  private enum Keys: String, CodingKey {{\n{keys}\n  }}\n"

        text += "\n  /// Writes the error reply: its name and its parameters.\n  public func encode(to encoder: any Encoder) throws {\n"
        text += "    var envelope = encoder.container(keyedBy: EnvelopeKeys.self)\n    try envelope.encode(name, forKey: .error)\n"
        text += "    var fields = envelope.nestedContainer(keyedBy: Keys.self, forKey: .parameters)\n    switch self {\n"
        for _, one in self.errors:
            if one.fields:
                text += wrapped("    ", f"case .{lower(one.name)}(", [f"let {escaped(field.name)}" for field in one.fields], "):")
                for field in one.fields:
                    function = "encodeIfPresent" if field.optional else "encode"
                    text += f"      try fields.{function}({escaped(field.name)}, forKey: .{field.name})\n"
        bare = [(interface, one) for interface, one in self.errors if not one.fields]
        text += cases("    ", [lower(one.name) for _, one in bare] + ["other"]) + "      break\n    }\n  }\n"

        text += "\n  /// Reads an error reply; one of an unknown name becomes `other`.\n  public init(from decoder: any Decoder) throws {\n"
        text += "    let envelope = try decoder.container(keyedBy: EnvelopeKeys.self)\n"
        text += "    let name = try envelope.decode(String.self, forKey: .error)\n    guard envelope.contains(.parameters) else {\n"
        text += "      switch name {\n"
        text += "".join(f'      case "{interface.name}.{one.name}": self = .{lower(one.name)}\n' for interface, one in bare)
        text += "      default: self = .other(name: name)\n      }\n      return\n    }\n"
        text += "    let fields = try envelope.nestedContainer(keyedBy: Keys.self, forKey: .parameters)\n    switch name {\n"
        for interface, one in self.errors:
            items = [f"{field.name}: try fields.decode{'IfPresent' * field.optional}({self.type(field)}.self, forKey: .{field.name})"
                     for field in one.fields]
            text += f'    case "{interface.name}.{one.name}":\n'
            text += wrapped("      ", f"self = .{lower(one.name)}" + "(" * bool(items), items, ")" * bool(items))
        return text + "    default: self = .other(name: name)\n    }\n  }\n}\n"

    # The definitions

    def description_file(self):
        parts = []
        for interface, name, text in (
            (self.display, "InterfaceDescription", "The definition of `org.marquee.Display` in Varlink's own notation."),
            (self.interfaces[0], "ServiceInterfaceDescription", "The definition of `org.varlink.service`, which every Varlink service answers to."),
        ):
            lines = interface.stripped.replace("\\", "\\\\").replace('"""', '\\"""')
            parts.append(
                f'/// {text}\npublic enum {name} {{\n  /// The interface\'s name.\n  public static let name = "{interface.name}"\n\n'
                '  /// The definition.\n  public static let text = """\n'
                + textwrap.indent(lines, "    ") + '\n    """\n}\n')
        return blocks(parts)

    # The server

    def handler_file(self):
        text = "package import ControlProtocol\n"
        display = [method for _, method in self.methods if method.handler != "service"]
        handlers = list(dict.fromkeys(method.handler for method in display))
        for handler in handlers:
            text += f"\n/// Handles the calls about {handler}; their access was checked.\npackage protocol {singular(handler)}Methods {{\n"
            for one in display:
                if one.handler == handler:
                    text += doc(one.text, "  ")
                    text += f"  func handle(_ call: {one.name}Call, _ responder: ControlResponder) throws(ControlError)\n"
            text += "}\n"
        text += "\n/// The handlers of the display interface, one for each subject.\npackage protocol DisplayHandlers {\n"
        for handler in handlers:
            kind = handler.capitalize()
            text += f"  associatedtype {kind}: {singular(handler)}Methods\n  var {handler}: {kind} {{ get }}\n"
        text += "}\n\nextension ControlRequest {\n  /// Hands the call to its handler.\n"
        text += "  package func dispatch(to handlers: some DisplayHandlers, _ responder: ControlResponder) throws(ControlError) {\n"
        text += "    switch self {\n"
        text += "".join(f"    case .{lower(one.name)}(let call): try handlers.{one.handler}.handle(call, responder)\n" for one in display)
        return text + "    }\n  }\n}\n"


def singular(handler):
    return handler.removesuffix("s").capitalize()
