/// Answers `Simulate`.
public struct SimulateReply: ControlReply, Hashable {
  /// The screens that are connected now.
  public var screens: [String]
  /// What was done, as a sentence.
  public var message: String?
  /// How far the clock has gone, for `advance`.
  public var seconds: Double?

  /// Makes one from its fields.
  public init(screens: [String] = [], message: String? = nil, seconds: Double? = nil) {
    self.screens = screens
    self.message = message
    self.seconds = seconds
  }
}
