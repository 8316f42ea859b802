/// Answers `Simulate`.
public struct SimulateReply: ControlReply, Hashable {
  /// The screens that are connected now.
  public var screens: [String]
  /// What was done, as a sentence.
  public var message: String?

  /// Makes one from its fields.
  public init(screens: [String] = [], message: String? = nil) {
    self.screens = screens
    self.message = message
  }
}
