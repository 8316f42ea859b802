/// A value of one kind of content.
///
/// By default a value is shown as it is, for ever, and needs nothing. The target Content draws it (`DrawnContent`).
package protocol ContentValue: Hashable, Sendable {
  /// The written form, for its reader and for the command line.
  static var form: ContentForm { get }
  var content: ContentDescription { get }
  /// Reads the value of the kind's key; nil after a report.
  static func read(from parent: ConfigurationSection, by reader: ContentReader) -> Self?
  /// The value of the kind's key, without fields that have their defaults.
  var written: MessageValue { get }
  /// The contents that it plays or arranges, in its own order.
  var parts: [ContentDescription] { get }
  /// Its file or folder, after which it is named and which the proof of play records; nil if it has none.
  var path: String? { get }
  /// Adds the files, folders and clocks that it needs to be played, without its parts.
  func add(to needs: inout ContentNeeds)
  /// The time to show all of it once, in nanoseconds; nil if it has no length of its own.
  func length(in query: TimelineQuery) -> Int64?
  /// The picture of a moment, in a turn of the content that plays it.
  func moment(in query: TimelineQuery, _ turn: TimelineTurn) -> TimelineMoment
  /// The picture of a content without a timeline, as `explain` names it.
  var summary: String { get }
}

extension ContentValue {
  package var parts: [ContentDescription] { [] }
  package var path: String? { nil }
  package func add(to needs: inout ContentNeeds) {}
  package func length(in query: TimelineQuery) -> Int64? { nil }
  package func moment(in query: TimelineQuery, _ turn: TimelineTurn) -> TimelineMoment {
    TimelineMoment(leaf: .content(content))
  }
  package var summary: String { Self.form.kind.rawValue }
}

package struct ContentForm: Sendable {
  /// The short form of the whole value, which is also its form on the command line.
  package enum Main: Sendable {
    /// A word instead of a mapping.
    case word
    /// The value of this key: a text, a text that may be missing, a path, or a moment.
    case text(String)
    case optionalText(String)
    case path(String)
    case moment(String)
    /// A list of contents: on the command line pictures, documents and files with contents.
    case items
    /// On the command line a file that has it.
    case file
    /// Only options.
    case nothing
  }

  package let kind: ContentKind
  package let main: Main
  /// Empty if it is no mapping.
  package var keys: [String] = []
  /// The expected form, for error messages.
  var sample = ""

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
