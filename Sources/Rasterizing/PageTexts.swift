/// What a document says of some of its pages in words: a file of these is what the worker answers with.
public struct PageTexts: Hashable, Sendable {
  /// The most pages that are asked for at once.
  public static let mostPages = 50
  /// The longest label, title, text and notes, in bytes of UTF-8; what is longer is cut.
  public static let mostBytes = (label: 64, title: 256, text: 4 * 1024, notes: 16 * 1024)

  /// The most bytes of a file: counts and texts with their lengths.
  public static let maximumFileBytes =
    4 + mostBytes.title + 4 + mostPages
    * (4 * 4 + mostBytes.label + mostBytes.title + mostBytes.text + mostBytes.notes + 1)

  /// The document's title; empty where it has none.
  public var title: String
  /// The pages, from the first that was asked for.
  public var pages: [PageText]

  /// Makes one.
  public init(title: String, pages: [PageText]) {
    self.title = title
    self.pages = pages
  }

  /// The file's bytes.
  public var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.write(title)
    writer.write(count: pages.count)
    for page in pages {
      writer.write(page.label)
      writer.write(page.title)
      writer.write(page.text)
      writer.write(page.notes)
      writer.write(UInt8(page.isOfRest ? 1 : 0))
    }
    return writer.bytes
  }

  /// Reads a file, and believes nothing of it.
  public init(decoding bytes: ArraySlice<UInt8>) throws(CodecError) {
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

/// What a document says of one of its pages in words.
public struct PageText: Hashable, Sendable {
  /// How the document calls the page.
  public var label: String
  /// The title in the outline, else the line in the largest letters that most pages do not have; empty without text.
  public var title: String
  /// All words of the page, as one line.
  public var text: String
  /// The text annotations of the page, else the text of what is not shown of it.
  public var notes: String
  /// Whether these are the text of what is not shown, since there are no annotations.
  public var isOfRest: Bool

  /// Makes one.
  public init(label: String, title: String, text: String = "", notes: String, isOfRest: Bool = false) {
    self.label = label
    self.title = title
    self.text = text
    self.notes = notes
    self.isOfRest = isOfRest
  }
}
