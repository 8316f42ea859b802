/// What the simulated backend is told to do.
public enum SimulationCommand: String, Hashable, Sendable, CaseIterable {
  /// Plugs a display in.
  case plug
  /// Pulls a display out.
  case unplug
  /// Puts another display, or another EDID, in the place of the one that is plugged in.
  case edid
  /// Sends a bare hotplug event.
  case hotplug
  /// Makes each look at a connector take a time.
  case probe
  /// Makes each modeset take a time.
  case modeset
  /// Makes something go wrong.
  case fault
  /// Makes flips end at vertical blanks, or at once.
  case vblank
  /// Makes small changes cheaper in place, or not.
  case updates
  /// Pulls the card out, or puts it back.
  case device
  /// Lets the clock go with real time, or stops it.
  case clock
  /// Advances the clock.
  case advance
  /// Sets the time of day.
  case time
  /// Lets the machine wake up from a suspend.
  case resume
}

extension SimulationCommand: Codable {
  /// Reads the command from its name; throws `ControlError.invalidValue` for one that does not exist.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "command")
  }
}
