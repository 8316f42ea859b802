/// Tells the simulated backend what its displays do; refused on any other.
public struct SimulateCall: ControlParameters, Hashable {
  /// What it is answered with.
  public typealias Reply = SimulateReply
  /// The method's name.
  public static var method: ControlMethod { .simulate }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// How many seconds a command may be given.
  public static let times = 0.0...86_400

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

  /// Makes a command without any of its parameters; set those that it needs.
  public init(_ command: SimulationCommand, screen: String? = nil) {
    self.command = command
    self.screen = screen
  }

  /// Checks that what the command needs is there.
  public func validate() throws(ControlError) {
    try checkSeconds(seconds, within: Self.times, parameter: "seconds")
    try check(count, within: 1...1_000_000, "count")
    try check(clockKilohertz, within: 1...100_000_000, "clockKilohertz")
    if edid != nil, display != nil {
      throw .invalidValue(parameter: "display", value: display ?? "", expected: "either an EDID or a display's mode")
    }
    switch command {
    case .plug:
      try need(screen, "screen")
      if edid == nil, display == nil, unreadable != true {
        // What was pulled out last comes back as it was.
        for (parameter, isThere) in [
          ("seconds", seconds != nil), ("modes", modes != nil), ("announced", announced != nil), ("make", make != nil),
          ("model", model != nil), ("serial", serial != nil),
        ] where isThere { throw .invalidParameter(parameter: parameter) }
      }
    case .edid:
      try need(screen, "screen")
      if display == nil, unreadable != true { try need(edid, "edid") }
    case .unplug: try need(screen, "screen")
    case .probe, .modeset, .advance: try need(seconds, "seconds")
    case .fault: try validateFault()
    case .vblank, .updates, .device, .clock: try need(on, "on")
    case .time: try need(time, "time")
    case .hotplug, .resume: break
    }
  }

  private func validateFault() throws(ControlError) {
    try need(fault, "fault")
    switch fault {
    case .refuse:
      try need(commit, "commit")
      try need(error, "error")
    case .refuseMode:
      try need(mode, "mode")
      try need(error, "error")
    case .loseFlips, .linkBad, .some(.none), nil: break
    }
  }

  private func need<Value>(_ value: Value?, _ parameter: String) throws(ControlError) {
    if value == nil { throw .invalidParameter(parameter: parameter) }
  }

  private func check(_ number: Int?, within range: ClosedRange<Int>, _ parameter: String) throws(ControlError) {
    guard let number, !range.contains(number) else { return }
    throw .invalidValue(
      parameter: parameter, value: "\(number)", expected: "\(range.lowerBound) to \(range.upperBound)")
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case command, screen, edid, unreadable, display, make, model, serial, seconds, modes, announced, fault, commit,
      error, mode, passesTest, clockKilohertz, count, on, time, untilDue
  }
}
