public import ControlProtocol

/// A picture file: PNG, JPEG, WebP, GIF, SVG, and AVIF where the system has it.
///
/// The daemon reads it, with the rights of its own user.
public struct Picture: SceneContent {
  /// As it is sent.
  public let info: ContentInfo

  /// Makes one.
  ///
  /// - Parameters:
  ///   - file: Its path; one that does not begin with `/` begins in the folder in which the program was started.
  ///   - portrait: Another file, for screens that are higher than wide.
  ///   - fit: `fit`, `fill`, `stretch` or `center`; nil for `fit`.
  ///   - background: The colour beside it, as `#rrggbb`; nil for black.
  public init(_ file: String, portrait: String? = nil, fit: String? = nil, background: String? = nil) {
    info = ContentInfo(
      "image",
      ["file": .path(file), "portrait": .path(portrait), "fit": .text(fit), "background": .text(background)])
  }
}

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

/// A test pattern.
public struct TestPattern: SceneContent {
  /// As it is sent.
  public let info: ContentInfo

  /// Makes one.
  ///
  /// - Parameter name: `bars`, `grid`, `ramps`, `moving-bar` or `frame-counter`.
  public init(_ name: String) { info = .pattern(name) }
}

/// One colour.
public struct Fill: SceneContent {
  /// As it is sent.
  public let info: ContentInfo

  /// Makes one.
  ///
  /// - Parameter color: As `#rrggbb`.
  public init(_ color: String) { info = .color(color) }
}
