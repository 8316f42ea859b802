/// A value of one kind of content: what stands behind the kind, and what is asked of every kind.
///
/// By default a value is shown as it is, for ever, and needs nothing. How it is drawn is said in the target Content (`DrawnContent`).
package protocol ContentValue: Hashable, Sendable {
  /// How it is written, for its reader and for the command line.
  static var form: ContentForm { get }
  /// The content that has this value.
  var content: ContentDescription { get }
  /// Reads the value of the kind's key; nil after a report.
  static func read(from parent: ConfigurationSection, by reader: ContentReader) -> Self?
  /// What stands behind the kind; what is as by default is left out.
  var written: MessageValue { get }
  /// The contents that it plays or arranges, in its own order.
  var parts: [ContentDescription] { get }
  /// Its file or folder, after which it is named and which the proof of play records; nil if it has none.
  var path: String? { get }
  /// Adds what has to be known to play it, without its parts.
  func add(to needs: inout ContentNeeds)
  /// How long it takes to show all of it once, in nanoseconds; nil if it has no length of its own.
  func length(in query: TimelineQuery) -> Int64?
  /// What it shows at a moment, in a turn of what plays it.
  func moment(in query: TimelineQuery, _ turn: TimelineTurn) -> TimelineMoment
  /// What is seen when it is shown as it is, as `explain` says it.
  var summary: String { get }
}

extension ContentValue {
  package var parts: [ContentDescription] { [] }
  package var path: String? { nil }
  package func add(to needs: inout ContentNeeds) {}
  package func length(in query: TimelineQuery) -> Int64? { nil }
  package func moment(in query: TimelineQuery, _ turn: TimelineTurn) -> TimelineMoment {
    TimelineMoment(.content(content))
  }
  package var summary: String { Self.form.kind.rawValue }
}

/// How the values of a kind are written.
package struct ContentForm: Sendable {
  /// What stands for the whole value in its short form, and on the command line.
  package enum Main: Sendable {
    /// A word: the value is no mapping.
    case word
    /// The text of this key.
    case text(String)
    /// The text of this key, which may be missing.
    case optionalText(String)
    /// The path of this key, which is `file` or `folder`.
    case path(String)
    /// The moment of this key.
    case moment(String)
    /// A list of contents: pictures, documents and files with contents on the command line.
    case items
    /// A file that has it, on the command line.
    case file
    /// Nothing: all of it are options.
    case nothing
  }

  package let kind: ContentKind
  package let main: Main
  /// The keys of its mapping; empty if it is none.
  package let keys: [String]
  /// What is expected, for error messages.
  let sample: String

  init(_ kind: ContentKind, main: Main, keys: [String] = [], sample: String = "") {
    self.kind = kind
    self.main = main
    self.keys = keys
    self.sample = sample
  }

  /// The key whose text stands for the whole value.
  var mainKey: String? {
    switch main {
    case .text(let key), .optionalText(let key), .path(let key), .moment(let key): key
    case .word, .items, .file, .nothing: nil
    }
  }

  /// The key without which there is no value.
  var neededKey: String? { if case .optionalText = main { nil } else { mainKey } }
}

/// A kind of content that is a mapping of fields.
protocol ContentMapping: ContentValue, FieldMapping {
  /// With all fields as they are by default.
  static var plain: Self { get }
}

extension ContentMapping {
  package static func read(from parent: ConfigurationSection, by reader: ContentReader) -> Self? {
    guard let section = reader.section(form, in: parent) else { return nil }
    var value = plain
    var fields = ContentFields(section, reader, main: form.mainKey)
    value.visit(&fields)
    return fields.isRefused ? nil : value
  }

  package var written: MessageValue { .mapping(fields(unless: Self.plain, keeping: Self.form.neededKey)) }
}
