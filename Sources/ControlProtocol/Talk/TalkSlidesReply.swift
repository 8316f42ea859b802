/// Answers `TalkSlides`.
public struct TalkSlidesReply: ControlReply, Hashable {
  /// How many slides the talk has.
  public var pages: Int
  /// Those that were asked for, as far as there are such.
  public var slides: [TalkSlideInfo]

  /// Makes one from its fields.
  public init(pages: Int, slides: [TalkSlideInfo]) {
    self.pages = pages
    self.slides = slides
  }
}
