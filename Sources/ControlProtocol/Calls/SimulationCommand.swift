/// What the simulated backend is told to do.
public enum SimulationCommand: String, Hashable, Sendable, CaseIterable {
  /// Plugs a display in.
  case plug
  /// Pulls a display out.
  case unplug
  /// Changes the EDID of a display that stays, as a late EDID or another monitor does.
  case edid
  /// Makes each full probe take a time.
  case probe
  /// Makes each modeset take a time.
  case modeset
  /// Makes the next commits fail in a way.
  case fault
  /// Advances the clock.
  case advance
}

extension SimulationCommand: Codable {
  /// Reads the command from its name; throws `ControlError.invalidValue` for one that does not exist.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let command = SimulationCommand(rawValue: text) else {
      throw ControlError.invalidValue(
        parameter: "command", value: text,
        expected: SimulationCommand.allCases.map(\.rawValue).joined(separator: ", "))
    }
    self = command
  }
}
