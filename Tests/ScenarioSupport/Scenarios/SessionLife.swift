internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let sessionLife = Scenario(
    "a session keeps its values through kill -9, and after it is destroyed its screen shows the next app",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let setup = DaemonSetup(
      """
      apps:
        lobby:
          foreground: true
          scenes: { externalDisplayNonInteractive: [{ name: main, content: { color: "#204060" } }] }
        menu:
          fallback: true
          scenes: { externalDisplayNonInteractive: [{ name: main, content: { color: "#a04000" } }] }

      """)
    var daemon = try bench.start(setup)
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let session = try unwrap(daemon.screen(1)?.scene, "no scene")
    func run(_ arguments: [String], status: Int = 0) throws -> String {
      let result = try bench.run("marqueectl", arguments, within: 30)
      let command = arguments.joined(separator: " ").prefix(100)
      try expect(result.status, is: status, "the status of \(command): \(result.output)")
      return result.output
    }
    _ = try run(["session", "set", session, "page=7", "title=Hello"])

    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(setup)
    try daemon.wait(1, .presented)
    let kept: [String: JSONValue] = ["page": .integer(7), "title": .string("Hello")]
    try expect(daemon.client.call(GetSessionCall(session: session)).userInfo, is: kept, "what was kept")
    func found(_ page: Int64) throws -> [String] {
      try daemon.client.call(SessionsCall(app: "lobby", userInfo: ["page": .integer(page)])).sessions.map(\.identifier)
    }
    try expect(found(7), is: [session], "the sessions with page 7")
    try expect(found(8), is: [], "the sessions with page 8")
    let text = try run(["session", session])
    for part in [session, "lobby", bench.connector(1), "\"page\":7"] {
      try expect(text.contains(part), "\"session\" tells \(part): \(text)")
    }

    _ = try daemon.client.call(SetForegroundCall(app: "menu"))
    try daemon.photograph(1, "the other app") { $0.uniformColor == RGB(0xa0, 0x40, 0x00) }
    _ = try run(["session", "activate", "--user-info", "page=7"])
    try expect(bench.photograph(1).uniformColor, is: RGB(0x20, 0x40, 0x60), "the picture of the activated session")
    let none = try run(["session", "activate", "--user-info", "page=8"], status: 1)
    try expect(none.contains("no such session"), "the message says so: \(none)")

    let tooLong = try run(["session", "set", session, "a=" + String(repeating: "x", count: 20_000)], status: 2)
    try expect(tooLong.contains("16384"), "the message names the limit: \(tooLong)")
    let huge = try RawConnection(bench)
    let start = #"{"method":"org.marquee.Display.SetUserInfo","parameters":{"session":"\#(session)","userInfo":{"a":""#
    huge.send(Array(start.utf8))
    huge.send([UInt8](repeating: UInt8(ascii: "x"), count: 10 << 20))
    huge.call(#""}}}"#)
    let refusal = huge.rest()
    // The relay to a daemon in a machine may lose the last words of a closing daemon. The closed connection proves the end.
    try expect(
      refusal.contains("org.marquee.Display.MessageTooLong") || bench.kind.isReal && refusal.isEmpty,
      "user information of 10 MB: \(refusal)")
    try expect(huge.receive(), is: [], "the connection is closed")
    let near = try run(["session", "destroy", String(session.prefix(8))], status: 1)
    try expect(near.contains(session), "the message names the session that begins so: \(near)")
    try expect(daemon.client.call(GetSessionCall(session: session)).userInfo, is: kept, "what is kept after that")

    let events = try daemon.events()
    let modesets = try bench.countModesets {
      let frames = try daemon.client.call(DestroySessionCall(session: session)).presented
      try expect(frames.map(\.screen), is: [bench.connector(1)], "the screens that the answer tells of")
    }
    try daemon.photograph(1, "the next app") { $0.uniformColor == RGB(0xa0, 0x40, 0x00) }
    try expect(modesets, is: 0, "modesets")
    try events.drain(0.3)
    let calls = events.events.map(\.event).filter { $0 != .snapshot }
    let expected: [EventName] = [
      .sceneWillResignActive, .sceneDidEnterBackground, .sceneDidDisconnect, .sessionDidDiscard,
      .sceneWillEnterForeground, .sceneDidBecomeActive, .sceneDidPresent,
    ]
    try expect(calls, is: expected, "the events")
    try expect(events.events.first { $0.event == .sceneDidDisconnect }?.reason, is: "destroyed", "the reason")

    // Killed at once: the acknowledged values are on the disk. With the next plug the app is due again, with a new session.
    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(setup)
    try daemon.wait(1, .presented)
    try daemon.photograph(1, "the first app") { $0.uniformColor == RGB(0x20, 0x40, 0x60) }
    let sessions = try daemon.client.call(SessionsCall()).sessions.map(\.identifier)
    try expect(!sessions.contains(session), "the session that was destroyed is gone")
    try expect(sessions.count, is: 2, "sessions")
  }

  static let stateFromTomorrow = Scenario(
    "a state file from tomorrow or a damaged one is set aside with a message, and the daemon runs",
    gate: [.simulated]
  ) { bench in
    for (text, reason) in [(#"{"version": 99, "displays": 7}"#, "version 99"), ("{", "damaged")] {
      let file = try bench.write(text, name: "state.json")
      let directory = String(file.dropLast("/state.json".count))
      var setup = DaemonSetup.showing("color: \"#204060\"")
      setup.arguments = ["--state", directory]
      let daemon = try bench.start(setup)
      try bench.plug(1, TestDisplay(1280, 720))
      try daemon.wait(1, .presented)
      let log = try bench.log()
      let line = try unwrap(log.split(separator: "\n").last { $0.contains("set aside as") }, "no message: \(log)")
      try expect(line.contains(file) && line.contains(reason), "the message names file and reason: \(line)")
      let warnings = try daemon.status().warnings
      try expect(warnings.contains { $0.contains(file) && $0.contains(reason) }, "status says so: \(warnings)")
      try bench.unplug(1)
      try expect(bench.end(by: "TERM", within: 10), is: 0, "the status after SIGTERM")
    }
  }
}
