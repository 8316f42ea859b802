import ArgumentParser
import ContentModel
import ControlProtocol

/// The options of a content on the command line: those of the kinds' fields.
struct ContentOptions: ParsableArguments, CustomReflectable {
  private(set) var given: [(option: ContentOption, value: JSONValue)] = []

  init() {}

  init(from decoder: any Decoder) throws {
    let arguments = try decoder.container(keyedBy: ContentOption.Key.self)
    for option in ContentOption.all {
      if let value = try option.property.read(arguments) { given.append((option, value)) }
    }
  }

  /// ArgumentParser takes the properties of a mirror for options.
  var customMirror: Mirror {
    Mirror(self, children: ContentOption.all.map { ($0.field.option, $0.property.wrapper) })
  }

  /// The given values by key. Refuses a key that the kind does not have.
  func keys(of kind: ContentKind) throws -> [String: JSONValue] {
    for (option, _) in given where !option.kinds.contains(kind) {
      let kinds = option.kinds.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--\(option.field.option) can be used with \(kinds), not with \(kind.rawValue).")
    }
    return Dictionary(given.map { ($0.option.field.key, $0.value) }) { $1 }
  }
}

/// An option for a key of one or more kinds.
struct ContentOption {
  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  struct ParsedProperty {
    let wrapper: Any
    let read: (KeyedDecodingContainer<Key>) throws -> JSONValue?
  }

  let field: ContentField
  private let help: String
  /// The kinds that have the key, without the kinds that only files can describe.
  let kinds: [ContentKind]

  static let all: [ContentOption] = {
    let kinds = ContentKind.allCases.filter { if case .file = $0.type.form.main { false } else { true } }
    return kinds.flatMap { $0.type.fields }.compactMap { field in
      guard let help = field.help else { return nil }
      let owners = kinds.filter { $0.type.fields.contains { $0.key == field.key } }
      return ContentOption(field: field, help: help, kinds: owners)
    }
  }()

  var property: ParsedProperty {
    switch field.form {
    case .text(let name): option(name) { (text: String) in .string(text) }
    case .path: option("file", .file()) { (path: String) in .string(MediaPath.fullPath(path)) }
    case .whole: option("number") { (number: Int) in .integer(Int64(number)) }
    case .number: option("number") { (number: Double) in .number(number) }
    case .word(let type): word(type)
    case .flag:
      ParsedProperty(wrapper: Flag(wrappedValue: false, name: .customLong(field.option), help: sentence())) {
        try $0.decode(Flag<Bool>.self, forKey: key).wrappedValue ? .bool(!field.isOn) : nil
      }
    }
  }

  private func word<Word: RawRepresentable<String> & CaseIterable & Sendable>(_ type: Word.Type) -> ParsedProperty {
    option(nil) { (word: EnumArgument<Word>) in .string(word.value.rawValue) }
  }

  private func option<Value: ExpressibleByArgument>(
    _ valueName: String?, _ completion: CompletionKind? = nil, json: @escaping (Value) -> JSONValue
  ) -> ParsedProperty {
    let help = sentence(valueName)
    return ParsedProperty(wrapper: Option<Value?>(name: .customLong(field.option), help: help, completion: completion))
    {
      try $0.decode(Option<Value?>.self, forKey: key).wrappedValue.map(json)
    }
  }

  private var key: Key { Key(stringValue: field.option) }

  /// The help, after the names of the kinds if there are only one or two.
  private func sentence(_ valueName: String? = nil) -> ArgumentHelp {
    let names = kinds.map(\.rawValue).joined(separator: ", ")
    let text = kinds.count < 3 ? "\(names): \(help)." : "\(help.prefix(1).uppercased())\(help.dropFirst())."
    return ArgumentHelp(text, valueName: valueName)
  }
}
