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
