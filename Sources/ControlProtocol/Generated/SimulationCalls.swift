// Made by tools/varlink-gen from org.marquee.Display.varlink. Do not edit.
// swift-format-ignore-file

/// Commands the displays of the simulated backend; every other backend refuses it.
public struct SimulateCall: ControlParameters, Hashable {
  public typealias Reply = SimulateReply
  public static var method: ControlMethod { .simulate }
  public static var parameterNames: [String] { CodingKeys.names }

  /// The command.
  public var command: SimulationCommand
  /// The connector, as `HDMI-A-1`; nil or `*` for all, but needed by `plug`, `unplug` and `edid`. A plug of `eDP-1`
  /// adds an internal panel.
  public var screen: String?
  /// The display's EDID in base64, for `plug` and `edid`; at most 32 KiB of bytes.
  ///
  /// Without it, `display` and `unreadable`, `plug` plugs in again the display that was unplugged last.
  public var edid: String?
  /// Whether the EDID is rubbish, or missing if `edid` is; nil for no.
  public var unreadable: Bool?
  /// Instead of an EDID, the preferred mode of an invented display, as `1920x1080@60`.
  public var display: String?
  /// The make of the invented display; nil for `MRQ`.
  public var make: String?
  /// The model of the invented display.
  public var model: String?
  /// The serial of the invented display.
  public var serial: String?
  /// For `plug` and `edid` the time until the EDID can be read, for `probe` and `modeset` the duration of each, for
  /// `advance` the distance.
  public var seconds: Double?
  /// Which modes are listed until a late EDID can be read; nil for `none`.
  public var modes: SimulatedModes?
  /// Whether an event reports a late EDID; nil for yes.
  public var announced: Bool?
  /// The fault, for `fault`.
  public var fault: SimulationFault?
  /// Which commits are refused, for `refuse`: `test`, `modeset`, `flip`, `update` or `turn-off`.
  public var commit: String?
  /// The error they are refused with, for `refuse` and `refuseMode`: `EBUSY`, `EINVAL` and so on.
  public var error: String?
  /// The mode's name or size, for `refuseMode`.
  public var mode: String?
  /// Whether a test of the refused mode passes; nil for no.
  public var passesTest: Bool?
  /// The highest pixel clock that repairs a bad link, for `linkBad`; nil for any.
  public var clockKilohertz: Int?
  /// How many commits or flips fail; nil for one.
  public var count: Int?
  /// For `vblank`, `updates`, `device` and `clock`: whether it is on, or there.
  public var on: Bool?
  /// For `time`: the time of day in ISO 8601 with its offset, or `unknown` while the clock is not known to be right.
  public var time: String?
  /// For `advance`: whether the clock stops at the next thing that is due; nil for no.
  public var untilDue: Bool?

  public init(
    command: SimulationCommand, screen: String? = nil, edid: String? = nil, unreadable: Bool? = nil,
    display: String? = nil, make: String? = nil, model: String? = nil, serial: String? = nil,
    seconds: Double? = nil, modes: SimulatedModes? = nil, announced: Bool? = nil, fault: SimulationFault? = nil,
    commit: String? = nil, error: String? = nil, mode: String? = nil, passesTest: Bool? = nil,
    clockKilohertz: Int? = nil, count: Int? = nil, on: Bool? = nil, time: String? = nil, untilDue: Bool? = nil
  ) {
    self.command = command
    self.screen = screen
    self.edid = edid
    self.unreadable = unreadable
    self.display = display
    self.make = make
    self.model = model
    self.serial = serial
    self.seconds = seconds
    self.modes = modes
    self.announced = announced
    self.fault = fault
    self.commit = commit
    self.error = error
    self.mode = mode
    self.passesTest = passesTest
    self.clockKilohertz = clockKilohertz
    self.count = count
    self.on = on
    self.time = time
    self.untilDue = untilDue
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case command, screen, edid, unreadable, display, make, model, serial, seconds, modes, announced, fault, commit,
      error, mode, passesTest, clockKilohertz, count, on, time, untilDue
  }
}

/// A command for the simulated backend.
public enum SimulationCommand: String, Codable, Hashable, Sendable, CaseIterable {
  /// Plugs a display in.
  case plug
  /// Unplugs a display.
  case unplug
  /// Puts another display, or another EDID, in the place of the one that is plugged in.
  case edid
  /// Sends a bare hotplug event.
  case hotplug
  /// Sets the duration of each probe of a connector.
  case probe
  /// Sets the duration of each modeset.
  case modeset
  /// Makes something fail.
  case fault
  /// Makes flips end at vertical blanks, or at once.
  case vblank
  /// Makes small changes cheaper in place, or not.
  case updates
  /// Removes the card, or puts it back.
  case device
  /// Lets the clock run with real time, or stops it.
  case clock
  /// Advances the clock.
  case advance
  /// Sets the time of day.
  case time
  /// Wakes the machine up from a suspend.
  case resume

  /// Reads a case by its name; throws `ControlError.invalidValue`, which lists all, for any other.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "command")
  }
}

/// Which modes a simulated connector lists until its late EDID can be read.
public enum SimulatedModes: String, Codable, Hashable, Sendable, CaseIterable {
  /// The kernel's guess of modes up to 1024x768.
  case guessed
  /// No modes.
  case none

  /// Reads a case by its name; throws `ControlError.invalidValue`, which lists all, for any other.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "modes")
  }
}

/// A fault of a simulated connector.
public enum SimulationFault: String, Codable, Hashable, Sendable, CaseIterable {
  /// The next commits of a kind fail.
  case refuse
  /// Every modeset of a mode fails, and so does every test unless it is to pass.
  case refuseMode
  /// The next flips never end.
  case loseFlips
  /// The link fails; a modeset repairs it.
  case linkBad
  /// No fault.
  case none

  /// Reads a case by its name; throws `ControlError.invalidValue`, which lists all, for any other.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "fault")
  }
}

/// Answers `Simulate`.
public struct SimulateReply: ControlReply, Hashable {
  /// The screens that are connected now.
  public var screens: [String]
  /// The backend's action, as a sentence.
  public var message: String?
  /// How far the clock went, for `advance`.
  public var seconds: Double?

  public init(screens: [String] = [], message: String? = nil, seconds: Double? = nil) {
    self.screens = screens
    self.message = message
    self.seconds = seconds
  }

  enum CodingKeys: String, CodingKey {
    case screens, message, seconds
  }

  /// Writes every field; a missing value becomes null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(screens, forKey: .screens)
    try container.encode(message, forKey: .message)
    try container.encode(seconds, forKey: .seconds)
  }
}

/// Lists the connectors of the simulated backend, also those without a display.
public struct SimulatedConnectorsCall: ControlParameters, Hashable {
  public typealias Reply = SimulatedConnectorsReply
  public static var method: ControlMethod { .simulatedConnectors }
  public static var parameterNames: [String] { [] }

  public init() {}
}

/// Answers `SimulatedConnectors`.
public struct SimulatedConnectorsReply: ControlReply, Hashable {
  /// The connectors, in the order of the device.
  public var connectors: [SimulatedConnectorInfo]

  public init(connectors: [SimulatedConnectorInfo]) {
    self.connectors = connectors
  }
}
