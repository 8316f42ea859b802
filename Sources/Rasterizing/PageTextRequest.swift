/// What some pages of a PDF file say in words.
public struct PageTextRequest: Sendable {
  /// The file; kept open until it was answered.
  public var file: MediaFile
  /// The first page, from 1.
  public var first: Int
  /// How many, at most `PageTexts.mostPages`.
  public var count: Int
  /// The part of each page that is shown.
  public var part: PagePart

  /// Makes a request.
  public init(file: MediaFile, first: Int, count: Int, part: PagePart = .whole) {
    self.file = file
    self.first = first
    self.count = count
    self.part = part
  }
}
