/// Answers `Wait` once the condition holds.
public struct WaitReply: ControlReply, Hashable {
  /// The screen's name.
  public var screen: String
  /// The condition that holds.
  public var condition: WaitCondition
  /// The short name of the screen's mode; nil where none is applied.
  public var mode: String?
  /// The identifier of its scene; nil where there is none.
  public var scene: String?
  /// The newest frame that is known to be on the screen; nil where there is none.
  public var presented: PresentedFrame?

  /// Makes one from its fields.
  public init(
    screen: String, condition: WaitCondition, mode: String? = nil, scene: String? = nil,
    presented: PresentedFrame? = nil
  ) {
    self.screen = screen
    self.condition = condition
    self.mode = mode
    self.scene = scene
    self.presented = presented
  }
}
