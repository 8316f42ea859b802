/// Tells the simulated backend what its displays do; refused on any other.
public struct SimulateCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = SimulateReply
  /// The method's name.
  public static var method: ControlMethod { .simulate }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// What to do.
  public var command: SimulationCommand
  /// The connector, as `HDMI-A-1`; nil or `*` for all, but needed by `plug`, `unplug` and `edid`.
  public var screen: String?
  /// The display's EDID in base64, for `plug` and `edid`; at most 32 KiB of bytes.
  ///
  /// Without it, `display` and `unreadable`, `plug` plugs in again what was pulled out last.
  public var edid: String?
  /// Whether the EDID is rubbish, or missing where `edid` is; nil for no.
  public var unreadable: Bool?
  /// Instead of an EDID, the preferred mode of a display that is made up, as `1920x1080@60`.
  public var display: String?
  /// The make of a display that is made up; nil for `MRQ`.
  public var make: String?
  /// The model of a display that is made up.
  public var model: String?
  /// The serial of a display that is made up.
  public var serial: String?
  /// For `plug` and `edid` the time until the EDID can be read, for `probe` and `modeset` what each takes, for `advance` how far.
  public var seconds: Double?
  /// Which modes are listed until a late EDID can be read; nil for `none`.
  public var modes: SimulatedModes?
  /// Whether an event tells that a late EDID is there; nil for yes.
  public var announced: Bool?
  /// What goes wrong, for `fault`.
  public var fault: SimulationFault?
  /// Which commits are refused, for `refuse`: `test`, `modeset`, `flip`, `update` or `turn-off`.
  public var commit: String?
  /// The error they are refused with, for `refuse` and `refuseMode`: `EBUSY`, `EINVAL` and so on.
  public var error: String?
  /// The mode's name or size, for `refuseMode`.
  public var mode: String?
  /// Whether a test of the refused mode passes; nil for no.
  public var passesTest: Bool?
  /// The highest pixel clock that mends a bad link, for `linkBad`; nil for any.
  public var clockKilohertz: Int?
  /// How many commits or flips fail; nil for one.
  public var count: Int?
  /// For `vblank`, `updates`, `device` and `clock`: whether it is there, or goes.
  public var on: Bool?
  /// For `time`: the time of day as ISO 8601 has it, with its offset, or `unknown` while the clock is not known to be right.
  public var time: String?
  /// For `advance`: whether the clock stops at the next thing that is due; nil for no.
  public var untilDue: Bool?

  enum CodingKeys: String, CodingKey, CaseIterable {
    case command, screen, edid, unreadable, display, make, model, serial, seconds, modes, announced, fault, commit,
      error, mode, passesTest, clockKilohertz, count, on, time, untilDue
  }
}
