/// A value of one kind of content. By default, the value is shown unchanged for ever, and needs no files or clocks. The target Content
/// draws it (`DrawnContent`).
package protocol ContentValue: Hashable, Sendable {
  /// The written form, for its reader and for the command line.
  static var form: ContentForm { get }
  /// The fields of the mapping; empty if the value is not a mapping.
  static var fields: [ContentField] { get }
  var content: ContentDescription { get }
  /// Reads the value of the kind's key; nil after it has reported a mistake.
  static func read(from parent: ConfigurationSection, by reader: ContentReader) -> Self?
  /// The value of the kind's key, without fields that have default values.
  var written: MessageValue { get }
  /// The contents that it plays or arranges, in their order.
  var parts: [ContentDescription] { get }
  /// Its file or folder, which gives the content its name and is in the proof of play; nil if it has none.
  var path: String? { get }
  /// Adds the files, folders and clocks that the value itself needs, without its parts.
  func add(to needs: inout ContentNeeds)
  /// The time to show all of it once, in nanoseconds; nil if it has no fixed length.
  func length(in query: TimelineQuery) -> Int64?
  /// The picture at a moment, in a turn of the content that plays it.
  func moment(in query: TimelineQuery, _ turn: TimelineTurn) -> TimelineMoment
  /// The picture of content without a timeline, in the words of `explain`.
  var summary: String { get }
  /// Whether it has something that a viewer can see, as far as the value tells: no transparent colours, and no text of blanks.
  var isVisible: Bool { get }
}

extension ContentValue {
  package static var fields: [ContentField] { [] }
  static var keys: [String] { form.parts + fields.map(\.key) }
  package var parts: [ContentDescription] { [] }
  package var path: String? { nil }
  package func add(to needs: inout ContentNeeds) {}
  package func length(in query: TimelineQuery) -> Int64? { nil }
  package func moment(in query: TimelineQuery, _ turn: TimelineTurn) -> TimelineMoment {
    TimelineMoment(leaf: .content(content))
  }
  package var summary: String { Self.form.kind.rawValue }
  package var isVisible: Bool { parts.isEmpty || parts.contains { $0.value.isVisible } }
}

package struct ContentForm: Sendable {
  /// The short form of the whole value, which is also its command-line form.
  package enum Main: Sendable {
    /// A word replaces the mapping.
    case word
    /// The short form is the value of this key: a text, an optional text, a path, or a moment.
    case text(String)
    case optionalText(String)
    case path(String)
    case moment(String)
    /// A list of contents. On the command line, it is pictures, documents, and files with contents.
    case items
    /// On the command line, a file with the value.
    case file
    case nothing
  }

  package let kind: ContentKind
  package let main: Main
  /// The keys of other contents in the mapping.
  var parts: [String] = []
  /// The expected form, for error messages.
  var sample = ""
  /// The arguments and options on the command line, as people give them.
  package let example: String

  var mainKey: String? {
    switch main {
    case .text(let key), .optionalText(let key), .path(let key), .moment(let key): key
    case .word, .items, .file, .nothing: nil
    }
  }

  /// The key that a value must have.
  var neededKey: String? { if case .optionalText = main { nil } else { mainKey } }
}

protocol ContentMapping: ContentValue, FieldMapping {
  init()
}

extension ContentMapping {
  static var plain: Self { Self() }
  package static var fields: [ContentField] { plain.described }

  package static func read(from parent: ConfigurationSection, by reader: ContentReader) -> Self? {
    guard let section = reader.section(Self.self, in: parent) else { return nil }
    var value = plain
    var fields = ContentFields(section, reader, main: form.mainKey)
    value.visit(&fields)
    return fields.isRefused ? nil : value
  }

  package var written: MessageValue { .mapping(fields(unless: Self.plain, keeping: Self.form.neededKey)) }
}
