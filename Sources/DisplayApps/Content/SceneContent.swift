public import ControlProtocol

/// Something that a screen can show: a value, which says it in the words of the daemon.
///
/// The kinds here have the words of docs/content.md. Whether their values make sense is for the daemon to say: what it
/// refuses is told on standard error, and the display goes on with what it shows.
public protocol SceneContent: Sendable {
  /// As it is sent.
  var info: ContentInfo { get }
}

/// A content may be said in the daemon's words as well.
extension ContentInfo: SceneContent {
  /// Itself.
  public var info: ContentInfo { self }
}

/// Chooses the one content of a scene, by conditions where there are any.
@resultBuilder
public enum ContentBuilder {
  /// A content.
  public static func buildExpression(_ content: some SceneContent) -> ContentInfo? { content.info }
  /// A content, or none.
  public static func buildExpression(_ content: ContentInfo?) -> ContentInfo? { content }
  /// None.
  public static func buildBlock() -> ContentInfo? { nil }
  /// The only one.
  public static func buildBlock(_ content: ContentInfo?) -> ContentInfo? { content }
  /// What holds.
  public static func buildEither(first content: ContentInfo?) -> ContentInfo? { content }
  /// What holds else.
  public static func buildEither(second content: ContentInfo?) -> ContentInfo? { content }
  /// One, or none.
  public static func buildOptional(_ content: ContentInfo??) -> ContentInfo? { content ?? nil }
}
