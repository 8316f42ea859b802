/// What the screens of an app show once its controller has gone.
public enum ControllerLossInfo: String, Codable, CaseIterable, Hashable, Sendable {
  /// What they show now.
  case keep
  /// What is due without the app.
  case fallback
  /// Black, where it is in the foreground.
  case blank

  /// Reads it by its name.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "controllerLoss")
  }
}
