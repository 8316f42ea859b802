/// Answers `OwnInput` once, when the input is owned; the stream then goes on in silence.
public struct OwnInputReply: ControlReply, Hashable {
  /// The app's name.
  public var app: String

  /// Makes one from its fields.
  public init(app: String) {
    self.app = app
  }
}
