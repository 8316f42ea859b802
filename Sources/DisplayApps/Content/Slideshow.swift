public import ControlProtocol

/// The pictures of a folder, one after the other, for ever.
public struct Slideshow: SceneContent {
  /// As it is sent.
  public let info: ContentInfo

  /// Makes one.
  ///
  /// - Parameters:
  ///   - folder: Its path; one that does not begin with `/` begins in the folder in which the program was started.
  ///   - each: How long each picture is shown; nil for ten seconds.
  ///   - shuffled: Whether each round has another order.
  ///   - fit: `fit`, `fill`, `stretch` or `center`; nil for `fit`.
  ///   - background: The colour beside them, as `#rrggbb`; nil for black.
  ///   - transition: How one gives way to the next, as `slide 800ms left`; nil for a cut.
  public init(
    _ folder: String, each: Duration? = nil, shuffled: Bool = false, fit: String? = nil, background: String? = nil,
    transition: String? = nil
  ) {
    info = ContentInfo(
      "slideshow",
      [
        "folder": .path(folder), "duration": .time(each), "shuffle": .flag(shuffled), "fit": .text(fit),
        "background": .text(background), "transition": .text(transition),
      ])
  }
}
