public import ControlProtocol

/// One colour.
public struct Fill: SceneContent {
  /// As it is sent.
  public let info: ContentInfo

  /// Makes one.
  ///
  /// - Parameter color: As `#rrggbb`.
  public init(_ color: String) { info = .color(color) }
}
