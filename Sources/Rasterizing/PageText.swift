/// What a document says of one of its pages in words.
public struct PageText: Hashable, Sendable {
  /// How the document calls the page.
  public var label: String
  /// The first line of the page; empty where it has no text.
  public var title: String
  /// The text annotations of the page, else the text of what is not shown of it.
  public var notes: String
  /// Whether these are the text of what is not shown, since there are no annotations.
  public var isOfRest: Bool

  /// Makes one.
  public init(label: String, title: String, notes: String, isOfRest: Bool = false) {
    self.label = label
    self.title = title
    self.notes = notes
    self.isOfRest = isOfRest
  }
}
