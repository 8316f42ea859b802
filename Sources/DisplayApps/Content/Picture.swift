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
