/// Why a command to the simulated screens was not carried out.
public enum SimulatedCommandError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no connector of that name.
  case unknownConnector(String, known: [String])
  /// Something is plugged in already.
  case alreadyPlugged(String)
  /// Nothing was ever pulled out.
  case nothingPulled(String)
  /// Nothing is plugged in.
  case nothingPlugged(String)
  /// The bytes are no EDID.
  case notAnEDID(connector: String, reason: String)
  /// The bytes are an EDID, where none was meant.
  case readableEDID(connector: String)
  /// No timing is known for the mode.
  case impossibleMode(String)
  /// The simulated device is away.
  case deviceLost
  /// The simulated device is there already.
  case deviceThere

  /// What happened, to which connector, and what to do.
  public var description: String {
    switch self {
    case .unknownConnector(let name, let known):
      "there is no simulated connector \(name); there are \(known.joined(separator: ", "))"
    case .alreadyPlugged(let name):
      "something is plugged into \(name) already; change its display, or unplug it first"
    case .nothingPulled(let name): "nothing was plugged into \(name) before; say which display it is"
    case .nothingPlugged(let name): "nothing is plugged into \(name); plug a display in first"
    case .notAnEDID(let connector, let reason):
      "nothing was plugged into \(connector): \(reason); give a file with the bytes of an EDID, or a mode such as 1920x1080@60"
    case .readableEDID(let connector):
      "nothing was plugged into \(connector): the bytes can be read as an EDID, which was to be unreadable"
    case .impossibleMode(let name):
      "no timing is known for \(name); give WIDTHxHEIGHT@REFRESH with 16 to 16384 pixels a side and 1 to 1000 Hz"
    case .deviceLost: "the simulated device is away; let it return first"
    case .deviceThere: "the simulated device is there already"
    }
  }
}
