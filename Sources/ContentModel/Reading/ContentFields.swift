internal import DisplayTypes

/// A value whose fields are keys of a mapping.
protocol FieldMapping {
  /// Reads or writes each field, in the order in which mistakes are reported.
  mutating func visit(_ fields: inout ContentFields)
}

extension FieldMapping {
  /// The fields in the order of `visit`.
  var described: [ContentField] {
    var (this, fields) = (self, ContentFields())
    this.visit(&fields)
    return fields.described
  }

  /// The written fields, except those with default values; `kept` is always written.
  func fields(unless usual: Self, keeping kept: String? = nil) -> [String: MessageValue] {
    var (own, plain) = (ContentFields(), ContentFields())
    var (this, other) = (self, usual)
    this.visit(&own)
    other.visit(&plain)
    return own.values.filter { $0.key == kept || $0.value != plain.values[$0.key] }
  }
}

/// The fields of a mapping while they are read or written; the same code names each field for both.
struct ContentFields {
  /// Nil while fields are written.
  let section: ConfigurationSection?
  private let reader: ContentReader?
  private let main: String?
  /// Whether the main field is wrong, so that there is no value.
  private(set) var isRefused = false
  fileprivate private(set) var values: [String: MessageValue] = [:]
  fileprivate private(set) var described: [ContentField] = []

  fileprivate init() { (section, reader, main) = (nil, nil, nil) }

  /// Reads the fields of a mapping; the mapping is refused if `main` is wrong.
  init(_ section: ConfigurationSection, _ reader: ContentReader, main: String? = nil) {
    (self.section, self.reader, self.main) = (section, reader, main)
  }

  /// The start of content that is shown on request; nil in a file, and for items of other content.
  var now: WallTime? { reader?.place.isTimed == false ? reader?.context.now : nil }

  /// Whether a key is there; while fields are written, every key is.
  func has(_ key: String) -> Bool { section.map { $0.entry(key) != nil } ?? true }

  mutating func refuse() { isRefused = true }

  /// Reads or writes a field, which keeps its default if the key is missing.
  ///
  /// - Parameters:
  ///   - help: for the option of the command line; it stands in one of the kinds that have the key.
  ///   - option: the name of that option, if it is not the key.
  mutating func field<Value>(
    _ key: String, _ value: inout Value, _ type: FieldType<Value>, help: String? = nil, option: String? = nil
  ) {
    guard let section, let reader else { return write(key, type.write(value), type.form, help, option) }
    guard !isRefused, has(key) else { return }
    if let read = type.read(section, key, reader.context) { value = read } else if key == main { isRefused = true }
  }

  /// Reads or writes a field that may have no value.
  mutating func field<Value>(_ key: String, _ value: inout Value?, _ type: FieldType<Value>, help: String? = nil) {
    guard let section, let reader else { return write(key, value.map(type.write), type.form, help, nil) }
    if !isRefused, let read = type.read(section, key, reader.context) { value = read }
  }

  private mutating func write(
    _ key: String, _ value: MessageValue?, _ form: ContentField.Form, _ help: String?, _ option: String?
  ) {
    values[key] = value
    let isOn = value == .plain("true")
    described.append(
      ContentField(key: key, form: form, help: help, option: option ?? (isOn ? "no-\(key)" : key), isOn: isOn))
  }
}

/// A key of a kind's mapping, and its option on the command line.
package struct ContentField: Sendable {
  package enum Form: Sendable {
    /// A text, with its name in the help.
    case text(_ name: String)
    case path
    case whole
    case number
    case flag
    case word(any (RawRepresentable<String> & CaseIterable & Sendable).Type)
  }

  package let key: String
  package let form: Form
  /// Nil if another kind has it, or there is no option.
  package let help: String?
  package let option: String
  /// Whether the default is `true`, so that the option is for `false`.
  package let isOn: Bool
}

struct FieldType<Value> {
  /// Reads the value of a key; nil if the key is missing, or after a report.
  let read: (ConfigurationSection, _ key: String, ContentContext) -> Value?
  var write: (Value) -> MessageValue = { .text("\($0)") }
  var form = ContentField.Form.text("text")
}

extension FieldType {
  func option(_ form: ContentField.Form) -> Self { Self(read: read, write: write, form: form) }

  /// A type whose values are texts; `read` returns nil for a text that is then reported.
  init(
    _ what: String, expected: String, write: @escaping (Value) -> MessageValue = { .text("\($0)") },
    read: @escaping (String) -> Value?
  ) {
    self.init(
      read: { section, key, _ in section.value(key, what: what, expected: expected, read: read)?.value }, write: write)
  }
}

extension FieldType where Value == String {
  static func text(
    _ expected: String = "a text, as \"Welcome\"", maximum: Int = ContentReader.maximumTextBytes,
    isEmptyAllowed: Bool = true
  ) -> Self {
    Self { section, key, _ in
      guard let text = section.text(key, expected: expected)?.value else { return nil }
      guard text.utf8.count <= maximum else {
        section.report(
          key, "the text has \(text.utf8.count) bytes", expected: "at most \(maximum)",
          fault: .tooLong(text.utf8.count, limit: maximum))
        return nil
      }
      guard isEmptyAllowed || !text.isEmpty else {
        section.report(key, "is empty", expected: expected, fault: .value(""))
        return nil
      }
      return text
    }
  }

  static var font: Self { .text("a font's family, as \"DejaVu Sans\"", maximum: 256).option(.text("name")) }

  static var caption: Self { .text(maximum: 1_024) }

  static var name: Self {
    Self("a name", expected: "1 to 64 characters without /") { text in
      text.isEmpty || text.utf8.count > 64 || text.utf8.contains(UInt8(ascii: "/")) ? nil : text
    }
  }

  /// The path of a file or folder, made absolute and added to the media of the context.
  static func path(_ kind: MediaReference.Kind) -> Self {
    Self { section, key, context in
      guard let path = section.path(key, in: context) else { return nil }
      let location = section.entry(key).map { section.errors.location($0.value.mark) }
      context.add(Sourced(MediaReference(path, kind), at: location))
      return path
    }.option(.path)
  }

  static var zone: Self {
    Self { section, key, context in
      let expected = "a time zone, as Europe/Berlin"
      guard let zone = section.text(key, expected: expected)?.value else { return nil }
      guard !ZoneDatabase.isName(zone) || (context.checksMachine && !ZoneDatabase.isThere(zone)) else { return zone }
      let near = ZoneDatabase.nearest(to: zone)
      section.report(
        key, "\"\(Quoting.short(zone))\" is no time zone that this machine knows", expected: expected,
        hint: near.map { "did you mean \"\($0)\"?" }
          ?? "\(ZoneDatabase.folder) has them, by the names of the package tzdata", fault: .value(zone))
      return nil
    }.option(.text("name"))
  }
}

extension FieldType where Value: RawRepresentable<String> & CaseIterable & Sendable {
  static var word: Self {
    Self(
      read: { section, key, _ in section.word(key, Value.self)?.value }, write: { .text($0.rawValue) },
      form: .word(Value.self))
  }
}

extension FieldType where Value == Color {
  static var color: Self {
    Self(read: { section, key, _ in section.color(key) }, write: { .text($0.hexadecimal) }, form: .text("#rrggbb"))
  }
}

extension FieldType where Value == Bool {
  static var flag: Self {
    Self(read: { section, key, _ in section.flag(key)?.value }, write: { .plain("\($0)") }, form: .flag)
  }
}

extension FieldType where Value == Int {
  static func whole(in range: ClosedRange<Int>, what: String) -> Self {
    Self(
      what, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)", write: { .plain("\($0)") },
      read: { ConfigurationSection.wholeNumber($0, in: range) }
    ).option(.whole)
  }

  /// The time of an item, in milliseconds.
  static var duration: Self { duration(from: PlaylistDescription.shortestItemMilliseconds) }

  /// A time from `least` on, in milliseconds.
  static func duration(from least: Int) -> Self {
    let range = least...PlaylistDescription.longestItemMilliseconds
    let bounds = "from \(DurationText.text(range.lowerBound)) to \(DurationText.text(range.upperBound))"
    return Self(
      "a time that something is shown", expected: "\(DurationText.expected), \(bounds)",
      write: { .text(DurationText.text($0)) },
      read: { DurationText.milliseconds($0).flatMap { range.contains($0) ? $0 : nil } }
    ).option(.text("time"))
  }
}

extension FieldType where Value == Double {
  static func number(in range: ClosedRange<Double>, what: String) -> Self {
    Self(
      what, expected: "a number from \(range.lowerBound) to \(range.upperBound)", write: { .plain("\($0)") },
      read: { ConfigurationSection.decimal($0).flatMap { range.contains($0) ? $0 : nil } }
    ).option(.number)
  }
}

extension FieldType where Value == WallTime {
  /// A moment; in a file it may be a local time of the file's zone.
  static var moment: Self {
    Self(
      read: { section, key, context in
        let expected = context.mayInclude ? WallTime.expectedLocal : WallTime.expected
        return section.value(key, what: "a moment", expected: expected) { text in
          if let moment = WallTime(text) { return moment }
          guard context.mayInclude, let local = WallTime.local(text) else { return nil }
          return (try? ZoneDatabase.rules(of: context.zone)).map { WallTime(seconds: $0.moment(ofLocal: local)) }
        }?.value
      })
  }
}
