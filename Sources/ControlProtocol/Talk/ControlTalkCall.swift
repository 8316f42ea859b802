/// Does something in the talk that is going on.
public struct ControlTalkCall: PictureCall, Hashable {
  /// What it is answered with.
  public typealias Reply = TalkReply
  /// The method's name.
  public static var method: ControlMethod { .controlTalk }
  /// The names of the parameters, for the check for unknown ones.
  public static var parameterNames: [String] { CodingKeys.names }

  /// What.
  public var action: TalkAction
  /// The slide, with `goto`.
  public var page: Int?
  /// On or off, with `freeze`, `black` and `white`; nil for the other of the two.
  public var on: Bool?
  /// With `pointer` and `spotlight`, from 0 to 1.
  public var x: Double?
  /// Likewise.
  public var y: Double?
  /// With `setDuration` and `message`.
  public var seconds: Double?
  /// With `message` and `code`.
  public var text: String?
  /// With `show`.
  public var screen: String?
  /// Whether to answer at once instead of after the flip; nil for no.
  public var noWait: Bool?

  /// Makes one from its fields.
  public init(
    action: TalkAction, page: Int? = nil, on: Bool? = nil, x: Double? = nil, y: Double? = nil, seconds: Double? = nil,
    text: String? = nil, screen: String? = nil, noWait: Bool? = nil
  ) {
    self.action = action
    self.page = page
    self.on = on
    self.x = x
    self.y = y
    self.seconds = seconds
    self.text = text
    self.screen = screen
    self.noWait = noWait
  }

  /// Checks that each value is there just where it is wanted, and is one that there can be.
  public func validate() throws(ControlError) {
    let given: [(String, Bool, Bool)] = [
      ("page", page != nil, action == .goto), ("x", x != nil, action.isPointing), ("y", y != nil, action.isPointing),
      ("text", text != nil, action == .message || action == .code), ("screen", screen != nil, action == .show),
    ]
    for (name, isThere, isWanted) in given where isThere != isWanted {
      throw .invalidValue(
        parameter: name, value: isThere ? "one" : "none",
        expected: isWanted ? "one with \(action.rawValue)" : "none with \(action.rawValue)")
    }
    if on != nil, !action.isSwitch {
      throw .invalidValue(parameter: "on", value: "one", expected: "none with \(action.rawValue)")
    }
    guard (seconds != nil) == (action == .setDuration) || action == .message else {
      throw .invalidValue(
        parameter: "seconds", value: seconds.map { "\($0)" } ?? "none",
        expected: action == .setDuration ? "0 to 86400 with setDuration" : "none with \(action.rawValue)")
    }
    try checkSeconds(seconds, within: 0...86_400, parameter: "seconds")
    for (name, share) in [("x", x), ("y", y)] {
      guard let share, !(0...1).contains(share) else { continue }
      throw .invalidValue(parameter: name, value: "\(share)", expected: "0 to 1")
    }
    if let page, !(1...100_000).contains(page) {
      throw .invalidValue(parameter: "page", value: "\(page)", expected: "1 to 100000")
    }
    if let text, text.utf8.count > ControlLimits.textBytes {
      throw .textTooLong(length: text.utf8.count, limit: ControlLimits.textBytes)
    }
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case action, page, on, x, y, seconds, text, screen, noWait
  }
}
