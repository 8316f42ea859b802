/// What a display was asked to do about its own power, and what it told.
public struct DisplayPowerInfo: Codable, Hashable, Sendable {
  /// The screen's name.
  public var screen: String
  /// By what it was asked: `cec` or `ddc`.
  public var by: String
  /// The adapter's device, or that of the line to the monitor; nil where none was found.
  public var device: String?
  /// `on` or `standby`.
  public var asked: String
  /// What it told last: `on`, `standby`, `turningOn`, `turningOff`; or why it told nothing: `silent`, `noAnswer`, `refused`,
  /// `otherInput`, `busy`, `noAddress`, `noAdapter`; nil while its answer is waited for.
  public var told: String?
  /// The same as a sentence.
  public var message: String
  /// How long ago that was; nil where the daemon is older than this field.
  public var secondsAgo: Double?

  /// Makes one from its fields.
  public init(
    screen: String, by: String = "cec", device: String? = nil, asked: String, told: String? = nil, message: String = "",
    secondsAgo: Double? = nil
  ) {
    self.screen = screen
    self.by = by
    self.device = device
    self.asked = asked
    self.told = told
    self.message = message
    self.secondsAgo = secondsAgo
  }
}
