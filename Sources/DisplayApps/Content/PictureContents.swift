public import ControlProtocol

/// A picture file: PNG, JPEG, WebP, GIF, SVG, and AVIF and HEIC if the system supports them.
///
/// The daemon reads it with the rights of its own user.
public struct Picture: SceneContent {
  /// Its form in the daemon's protocol.
  public let info: ContentInfo

  /// Makes a picture.
  ///
  /// - Parameters:
  ///   - file: Its path. A relative path begins in the folder in which the program was started.
  ///   - portrait: Another file, for screens that are in portrait orientation.
  ///   - fit: `fit`, `fill`, `stretch` or `center`; nil for `fit`.
  ///   - background: The colour beside it, as `#rrggbb`; nil for black.
  public init(_ file: String, portrait: String? = nil, fit: String? = nil, background: String? = nil) {
    info = ContentInfo(
      "image",
      ["file": .path(file), "portrait": .path(portrait), "fit": .text(fit), "background": .text(background)])
  }
}

/// The pictures of a folder in an endless sequence.
public struct Slideshow: SceneContent {
  /// Its form in the daemon's protocol.
  public let info: ContentInfo

  /// Makes a slideshow.
  ///
  /// - Parameters:
  ///   - folder: Its path. A relative path begins in the folder in which the program was started.
  ///   - each: The time for each picture; nil for ten seconds.
  ///   - shuffled: Whether each round has another order.
  ///   - fit: `fit`, `fill`, `stretch` or `center`; nil for `fit`.
  ///   - background: The colour beside them, as `#rrggbb`; nil for black.
  ///   - transition: The transition between items, as `slide 800ms left`; nil for a cut.
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
  /// Its form in the daemon's protocol.
  public let info: ContentInfo

  /// Makes a deck.
  ///
  /// - Parameters:
  ///   - file: Its path. A relative path begins in the folder in which the program was started.
  ///   - portrait: Another file, for screens that are in portrait orientation.
  ///   - page: The page, from 1 on.
  ///   - each: The time for each page; nil if the pages do not turn by themselves.
  ///   - background: The colour beside them, as `#rrggbb`; nil for black.
  ///   - transition: The transition between items, as `crossfade`; nil for a cut.
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
  /// Its form in the daemon's protocol.
  public let info: ContentInfo

  /// Makes a test pattern.
  ///
  /// - Parameter name: `bars`, `grid`, `ramps`, `moving-bar`, `frame-counter` or `coded`.
  public init(_ name: String) { info = .pattern(name) }
}

/// One colour.
public struct Fill: SceneContent {
  /// Its form in the daemon's protocol.
  public let info: ContentInfo

  /// Makes a fill.
  ///
  /// - Parameter color: As `#rrggbb`.
  public init(_ color: String) { info = .color(color) }
}

/// The pixels of another program, which draws them by the surfaces' socket.
public struct Surface: SceneContent {
  /// Its form in the daemon's protocol.
  public let info: ContentInfo

  /// Makes a surface.
  ///
  /// - Parameters:
  ///   - name: The name that the program gives, 1 to 63 bytes.
  ///   - background: The colour around the pixels and before the first frame, as `#rrggbb`; nil for black.
  public init(_ name: String, background: String? = nil) {
    info = ContentInfo("surface", ["name": .string(name), "background": .text(background)])
  }
}

/// A video file. The package `marquee-video` plays it.
///
/// The daemon reads it with the rights of its own user.
public struct Video: SceneContent {
  /// Its form in the daemon's protocol.
  public let info: ContentInfo

  /// Makes a video.
  ///
  /// - Parameters:
  ///   - file: Its path. A relative path begins in the folder in which the program was started.
  ///   - portrait: Another file, for screens that are in portrait orientation.
  ///   - fit: `fit`, `fill`, `stretch` or `center`; nil for `fit`.
  ///   - background: The colour beside it, as `#rrggbb`; nil for black.
  ///   - loops: Whether it begins again at its end. Otherwise its last picture stays.
  ///   - from: The beginning of the played part; nil for that of the file.
  ///   - to: The end of the played part; nil for that of the file.
  ///   - sound: `hdmi` for the sound of the display, or a device of ALSA, as `hw:0,3`; nil for no sound.
  ///   - volume: From 0 to 100; nil for 100.
  public init(
    _ file: String, portrait: String? = nil, fit: String? = nil, background: String? = nil, loops: Bool = true,
    from: Duration? = nil, to: Duration? = nil, sound: String? = nil, volume: Int? = nil
  ) {
    info = ContentInfo(
      "video",
      [
        "file": .path(file), "portrait": .path(portrait), "fit": .text(fit), "background": .text(background),
        "loop": loops ? nil : .bool(false), "from": .time(from), "to": .time(to), "sound": .text(sound),
        "volume": volume.map { .number(Double($0)) },
      ])
  }
}

/// A live stream of a server. The package `marquee-video` receives it.
public struct Stream: SceneContent {
  /// Its form in the daemon's protocol.
  public let info: ContentInfo

  /// Makes a stream.
  ///
  /// - Parameters:
  ///   - url: Its address, as `rtsp://camera/1` or `https://example.org/live.m3u8`.
  ///   - fit: `fit`, `fill` or `stretch`; nil for `fit`.
  ///   - background: The colour beside it, as `#rrggbb`; nil for black.
  ///   - fallback: The path of a picture that is shown while there is no stream; nil to keep its last picture.
  ///   - allowsLoopback: Whether the server may be the machine itself.
  ///   - allowsLinkLocal: Whether the server may have a link-local address, as 169.254.1.2.
  public init(
    _ url: String, fit: String? = nil, background: String? = nil, fallback: String? = nil, allowsLoopback: Bool = false,
    allowsLinkLocal: Bool = false
  ) {
    info = ContentInfo(
      "stream",
      [
        "url": .string(url), "fit": .text(fit), "background": .text(background), "fallback": .path(fallback),
        "allowLoopback": allowsLoopback ? .bool(true) : nil, "allowLinkLocal": allowsLinkLocal ? .bool(true) : nil,
      ])
  }
}
