/// The condition of a screen for `Wait`.
public enum WaitCondition: Hashable, Sendable {
  /// A display is connected.
  case connected
  /// No display is connected.
  case disconnected
  /// A frame of a scene is on the screen.
  case presented
  /// The current mode has this short name, or is the mode of this wish.
  case mode(String)
  /// The screen shows the scene with this identifier, of this configuration or of this app.
  case scene(String)
  /// The frame with this number, or a later one, was presented.
  case sequence(UInt64)
  /// The frame on the screen has this hash.
  case frame(String)

  /// The conditions, for messages.
  public static let expected =
    "connected, disconnected, presented, mode=MODE, scene=NAME, sequence=NUMBER or frame=HASH"

  /// Reads conditions such as `connected` and `mode=1920x1080@60`. Returns nil for any other text.
  public init?(_ text: String) {
    guard let equals = text.firstIndex(of: "=") else {
      let states: [WaitCondition] = [.connected, .disconnected, .presented]
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
    default: return nil
    }
  }

  /// The text that `init(_:)` reads.
  public var text: String {
    switch self {
    case .connected: "connected"
    case .disconnected: "disconnected"
    case .presented: "presented"
    case .mode(let name): "mode=\(name)"
    case .scene(let name): "scene=\(name)"
    case .sequence(let number): "sequence=\(number)"
    case .frame(let hash): "frame=\(hash)"
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
