public import ControlProtocol

/// A page of a PDF file, or its pages one after the other.
public struct Deck: SceneContent {
  /// As it is sent.
  public let info: ContentInfo

  /// Makes one.
  ///
  /// - Parameters:
  ///   - file: Its path; one that does not begin with `/` begins in the folder in which the program was started.
  ///   - portrait: Another file, for screens that are higher than wide.
  ///   - page: The page, from 1 on.
  ///   - each: How long each page is shown; nil where they do not turn by themselves.
  ///   - background: The colour beside them, as `#rrggbb`; nil for black.
  ///   - transition: How one gives way to the next, as `crossfade`; nil for a cut.
  public init(
    _ file: String, portrait: String? = nil, page: Int = 1, each: Duration? = nil, background: String? = nil,
    transition: String? = nil
  ) {
    info = ContentInfo(
      "deck",
      [
        "file": .path(file), "portrait": .path(portrait), "page": .integer(Int64(page)), "duration": .time(each),
        "background": .text(background), "transition": .text(transition),
      ])
  }
}
