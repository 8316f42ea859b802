internal import ControlClient
internal import ControlProtocol

/// A person at the window of an app, with a touch screen, a pointer and a keyboard: the controller that owns the app's input.
final class WindowUser {
  private let app: String
  private let bench: any Bench
  private let client: ControlClient
  private let ownership: InputOwnership

  /// Owns the input until it is released.
  init(of app: String, _ daemon: DaemonHandle) throws {
    self.app = app
    bench = daemon.bench
    client = daemon.client
    ownership = try InputOwnership(app: app, stream: daemon.bench.connect())
  }

  private func session() throws -> String {
    let sessions = try client.call(SessionsCall(app: app)).sessions
    return try unwrap(sessions.first { $0.role == "application" }, "no window of \(app)").identifier
  }

  private func send(_ kind: String, _ values: [String: JSONValue], text: String? = nil) throws {
    _ = try client.call(SendInputCall(session: session(), kind: kind, values: values, text: text))
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
    for character in text { try key(Self.key(of: character), text: String(character)) }
  }

  /// Types so many characters in each second of the bench's clock, however late the answers are, and then reads the answers.
  func type(_ text: String, charactersPerSecond: Double) throws {
    let connection = try RawConnection(bench)
    let session = try session()
    var missing = 0
    for character in text {
      for (phase, text) in [("press", String(character)), ("release", nil)] {
        let values = Self.values(Self.key(of: character), phase)
        let call = SendInputCall(session: session, kind: "key", values: values, text: text)
        try expect(connection.send(ControlJSON.frame(ControlCallMessage(call))), "the daemon takes \(character)")
        missing += 1
      }
      bench.letPass(seconds: 1 / charactersPerSecond)
    }
    var answers: [UInt8] = []
    while missing > 0 {
      let bytes = try unwrap(connection.receive(), "\(missing) keys have no answer")
      try expect(!bytes.isEmpty, "the daemon closes the connection with \(missing) keys to answer")
      missing -= bytes.count { $0 == 0 }
      answers += bytes
    }
    for answer in answers.split(separator: 0) {
      try expect(String(decoding: answer, as: UTF8.self), is: #"{"parameters":{}}"#, "the answer to a key")
    }
  }

  private static func key(of character: Character) -> String { character == " " ? "space" : character.lowercased() }

  private static func values(_ key: String, _ phase: String) -> [String: JSONValue] {
    ["key": .string(key), "phase": .string(phase), "modifiers": .array([])]
  }

  private func key(_ name: String, text: String?) throws {
    try send("key", Self.values(name, "press"), text: text)
    try send("key", Self.values(name, "release"))
  }
}
