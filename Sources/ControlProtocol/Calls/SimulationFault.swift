/// What goes wrong on a simulated connector.
public enum SimulationFault: String, Hashable, Sendable, CaseIterable {
  /// The next commits of a kind fail.
  case refuse
  /// Every modeset of a mode fails, and so does every test unless it is to pass.
  case refuseMode
  /// The next flips never end.
  case loseFlips
  /// The link fails; a modeset mends it.
  case linkBad
  /// Nothing goes wrong any more.
  case none
}

extension SimulationFault: Codable {
  /// Reads the fault from its name; throws `ControlError.invalidValue` for one that does not exist.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "fault")
  }
}
