public import ControlProtocol

/// A test pattern.
public struct TestPattern: SceneContent {
  /// As it is sent.
  public let info: ContentInfo

  /// Makes one.
  ///
  /// - Parameter name: `bars`, `grid`, `ramps`, `moving-bar` or `frame-counter`.
  public init(_ name: String) { info = .pattern(name) }
}
