/// The condition of a screen for `Wait`.
public enum WaitCondition: Hashable, Sendable {
  /// A display is connected.
  case connected
  /// No display is connected.
  case disconnected
  /// A frame of a scene is on the screen.
  case presented
  /// No new frame has come for the time of the call.
  case stable
  /// The current mode has this short name, or is the mode of this wish.
  case mode(String)
  /// The screen shows the scene with this identifier, of this configuration or of this app.
  case scene(String)
  /// The frame with this number, or a later one, was presented.
  case sequence(UInt64)
  /// The frame on the screen has this hash.
  case frame(String)
  /// The pixel in this column and row of the frame on the screen has this colour, as `#rrggbb`.
  case pixel(x: Int, y: Int, color: String)

  /// The conditions, for messages.
  public static let expected =
    "connected, disconnected, presented, stable, mode=MODE, scene=NAME, sequence=NUMBER, frame=HASH or "
    + "pixel=X,Y,#RRGGBB"

  /// Reads conditions such as `connected` and `mode=1920x1080@60`. Returns nil for any other text.
  public init?(_ text: String) {
    guard let equals = text.firstIndex(of: "=") else {
      let states: [WaitCondition] = [.connected, .disconnected, .presented, .stable]
      guard let state = states.first(where: { $0.text == text }) else { return nil }
      self = state
      return
    }
    let value = String(text[text.index(after: equals)...])
    guard !value.isEmpty else { return nil }
    switch text[..<equals] {
    case "mode": self = .mode(value)
    case "scene": self = .scene(value)
    case "frame":
      guard value.allSatisfy(\.isHexDigit) else { return nil }
      self = .frame(value)
    case "sequence":
      guard let number = UInt64(value) else { return nil }
      self = .sequence(number)
    case "pixel":
      let parts = value.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count == 3, let x = UInt16(parts[0]), let y = UInt16(parts[1]), parts[2].utf8.count == 7,
        parts[2].hasPrefix("#"), parts[2].dropFirst().allSatisfy(\.isHexDigit)
      else { return nil }
      self = .pixel(x: Int(x), y: Int(y), color: parts[2].lowercased())
    default: return nil
    }
  }

  /// The text that `init(_:)` reads.
  public var text: String {
    switch self {
    case .connected: "connected"
    case .disconnected: "disconnected"
    case .presented: "presented"
    case .stable: "stable"
    case .mode(let name): "mode=\(name)"
    case .scene(let name): "scene=\(name)"
    case .sequence(let number): "sequence=\(number)"
    case .frame(let hash): "frame=\(hash)"
    case .pixel(let x, let y, let color): "pixel=\(x),\(y),\(color)"
    }
  }
}

extension WaitCondition: Codable {
  /// Reads the text of a condition. Throws `ControlError.invalidValue` for any other text.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let condition = WaitCondition(text) else {
      throw ControlError.invalidValue(parameter: "condition", value: text, expected: WaitCondition.expected)
    }
    self = condition
  }

  /// Writes the text of the condition.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
