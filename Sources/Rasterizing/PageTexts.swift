/// The texts of some pages of a document. The worker replies with them in a file.
public struct PageTexts: Hashable, Sendable {
  package static let mostPages = 50
  /// The maximum lengths in bytes of UTF-8. Longer texts are cut.
  package static let mostBytes = (label: 64, title: 256, text: 4 * 1024, notes: 16 * 1024)
  /// The most bytes of a file: counts and texts with their lengths.
  package static let maximumFileBytes =
    4 + mostBytes.title + 4 + mostPages
    * (4 * 4 + mostBytes.label + mostBytes.title + mostBytes.text + mostBytes.notes + 1)

  /// The document's title; empty if it has none.
  package var title: String
  package var pages: [PageText]

  package init(title: String, pages: [PageText]) {
    self.title = title
    self.pages = pages
  }

  package var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.write(title)
    writer.write(count: pages.count)
    for page in pages {
      for text in [page.label, page.title, page.text, page.notes] { writer.write(text) }
      writer.write(flag: page.isOfRest)
    }
    return writer.bytes
  }

  /// Reads a file and checks every number in it.
  package init(decoding bytes: ArraySlice<UInt8>) throws(CodecError) {
    var reader = ByteReader(bytes)
    title = try reader.readText(limit: Self.mostBytes.title)
    let count = try reader.readCount()
    guard count <= Self.mostPages else { throw .invalid("count of pages") }
    pages = []
    for _ in 0..<count {
      pages.append(
        PageText(
          label: try reader.readText(limit: Self.mostBytes.label),
          title: try reader.readText(limit: Self.mostBytes.title),
          text: try reader.readText(limit: Self.mostBytes.text),
          notes: try reader.readText(limit: Self.mostBytes.notes), isOfRest: try reader.readFlag()))
    }
    try reader.finish()
  }
}

package struct PageText: Hashable, Sendable {
  /// The document's name for the page, such as `iv`.
  package var label: String
  /// The title in the outline. Without one, the line in the largest letters, except lines of most pages. Empty without text.
  package var title: String
  package var text: String
  /// The text annotations of the page, otherwise the text of its hidden part.
  package var notes: String
  /// Whether `notes` is the text of the hidden part.
  package var isOfRest: Bool

  package init(label: String, title: String, text: String = "", notes: String, isOfRest: Bool = false) {
    self.label = label
    self.title = title
    self.text = text
    self.notes = notes
    self.isOfRest = isOfRest
  }
}
