internal import ControlClient
internal import ControlProtocol

/// A person at the window of an app, with a touch screen, a pointer and a keyboard: the controller that owns the app's input.
final class WindowUser {
  private let app: String
  private let client: ControlClient
  private let ownership: InputOwnership

  /// Owns the input until it is released.
  init(of app: String, _ daemon: DaemonHandle) throws {
    self.app = app
    client = daemon.client
    ownership = try InputOwnership(app: app, stream: daemon.bench.connect())
  }

  private func send(_ kind: String, _ values: [String: JSONValue], text: String? = nil) throws {
    let sessions = try client.call(SessionsCall(app: app)).sessions
    let session = try unwrap(sessions.first { $0.role == "application" }, "no window of \(app)").identifier
    _ = try client.call(SendInputCall(session: session, kind: kind, values: values, text: text))
  }

  /// Puts a finger on the window, and lifts it.
  func touch(_ x: Double, _ y: Double) throws {
    for phase in ["down", "up"] {
      let touch: [String: JSONValue] = ["id": .integer(0), "phase": .string(phase), "x": .number(x), "y": .number(y)]
      try send("touch", ["touches": .array([.object(touch)])])
    }
  }

  /// Presses the button of the pointer, and releases it.
  func click(_ x: Double, _ y: Double) throws {
    for phase in ["press", "release"] {
      let button = JSONValue.string("btn_left")
      try send("pointer", ["phase": .string(phase), "button": button, "x": .number(x), "y": .number(y)])
    }
  }

  /// Presses keys one after the other, and releases each.
  func keys(_ names: String...) throws { for name in names { try key(name, text: nil) } }

  /// Types each character of a text with a key.
  func type(_ text: String) throws {
    for character in text { try key(character == " " ? "space" : character.lowercased(), text: String(character)) }
  }

  private func key(_ name: String, text: String?) throws {
    try send("key", ["key": .string(name), "phase": .string("press"), "modifiers": .array([])], text: text)
    try send("key", ["key": .string(name), "phase": .string("release"), "modifiers": .array([])])
  }
}
