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
  /// The connector, as `HDMI-A-1`; needed by `plug`, `unplug` and `edid`, and for `fault` nil means all.
  public var screen: String?
  /// The display's EDID in base64, for `plug` and `edid`; at most 32 KiB of bytes.
  public var edid: String?
  /// Instead of an EDID, the preferred mode of a display that is made up, as `1920x1080@60`.
  public var display: String?
  /// The make of a display that is made up; nil for `MRQ`.
  public var make: String?
  /// The model of a display that is made up.
  public var model: String?
  /// The serial of a display that is made up.
  public var serial: String?
  /// Which modes there are while the EDID cannot be read, for `plug` and `edid`; nil for `edid`.
  public var modes: SimulatedModes?
  /// Seconds: for `plug` until the EDID can be read, for `probe` and `modeset` what each takes, for `advance` how far.
  public var seconds: Double?
  /// The fault's name, for `fault`: `busy`, `refuse`, `link-bad`, `lost-flip` and so on.
  public var fault: String?
  /// How many commits fail, for `fault`; nil for one.
  public var count: Int?

  /// Makes one from its fields.
  public init(
    _ command: SimulationCommand, screen: String? = nil, edid: String? = nil, display: String? = nil,
    make: String? = nil, model: String? = nil, serial: String? = nil, modes: SimulatedModes? = nil,
    seconds: Double? = nil, fault: String? = nil, count: Int? = nil
  ) {
    self.command = command
    self.screen = screen
    self.edid = edid
    self.display = display
    self.make = make
    self.model = model
    self.serial = serial
    self.modes = modes
    self.seconds = seconds
    self.fault = fault
    self.count = count
  }

  /// Checks that what the command needs is there.
  public func validate() throws(ControlError) {
    try checkSeconds(seconds, within: 0...86_400, parameter: "seconds")
    if let count, !(0...1_000_000).contains(count) {
      throw .invalidValue(parameter: "count", value: "\(count)", expected: "0 to 1000000")
    }
    if edid != nil, display != nil {
      throw .invalidValue(parameter: "display", value: display ?? "", expected: "either an EDID or a display's mode")
    }
    switch command {
    case .plug, .unplug: try need(screen, "screen")
    case .edid:
      try need(screen, "screen")
      if display == nil, modes == nil { try need(edid, "edid") }
    case .probe, .modeset, .advance: try need(seconds, "seconds")
    case .fault: try need(fault, "fault")
    }
  }

  private func need<Value>(_ value: Value?, _ parameter: String) throws(ControlError) {
    if value == nil { throw .invalidParameter(parameter: parameter) }
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case command, screen, edid, display, make, model, serial, modes, seconds, fault, count
  }
}
