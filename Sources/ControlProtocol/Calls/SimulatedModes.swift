/// Which modes a simulated connector lists until its late EDID can be read.
public enum SimulatedModes: String, Hashable, Sendable, CaseIterable {
  /// The kernel's guess of modes up to 1024x768.
  case guessed
  /// None at all.
  case none
}

extension SimulatedModes: Codable {
  /// Reads the value from its name; throws `ControlError.invalidValue` for one that does not exist.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "modes")
  }
}
