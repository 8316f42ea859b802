internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let refreshesReachTheirApp = Scenario(
    "an app in another process gets the refreshes of the screen that shows its scene, and no others",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let panel = bench.connector(2)
    let daemon = try bench.start(.lobby("screens: [{ match: { connector: \(panel) }, use: main }]"))
    try bench.plug(2, TestDisplay(800, 600))
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let configuration = SceneConfigurationInfo(content: .color("#a04000"))
    let game = try AppPlayer(
      bench,
      RegisterAppCall(
        name: "game", scenes: ["application": [configuration], "externalDisplayNonInteractive": [configuration]]))
    var intervals: [UInt64] = []
    for display in [1, 2] {
      let mode = try unwrap(daemon.screen(display)?.currentMode, "no mode")
      intervals.append(1_000_000_000_000 / UInt64(mode.refreshMillihertz))
    }
    try expect(intervals[0] != intervals[1], "the screens refresh at unlike rates")
    func active(_ role: String) throws -> String {
      _ = try daemon.client.call(SetForegroundCall(app: "game"))
      let found = try bench.poll(within: 10) {
        try daemon.client.call(SessionsCall(app: "game", state: .foregroundActive)).sessions.first { $0.role == role }
      }
      return try unwrap(found, "no scene of \(role) is active").identifier
    }
    /// Lets this many refreshes pass. In the virtual machine a screenshot takes several refreshes.
    func pass(_ count: Int) throws {
      for _ in 0..<(bench.kind.isReal ? 2 : count) {
        _ = try daemon.client.call(ScreenshotCall(screen: bench.connector(1)))
      }
    }
    func refreshes() -> [AppMessage] { game.messages.filter { $0.kind == .refresh } }
    func isNear(_ one: UInt64, _ other: UInt64) -> Bool { max(one, other) - min(one, other) < 2000 }
    /// The next refreshes of a session, each one interval after the last.
    func read(_ count: Int, of session: String, every interval: UInt64) throws {
      for _ in 0..<count {
        let before = refreshes().last { $0.session == session }
        let next = try game.wait("a refresh", from: game.messages.count) {
          $0.kind == .refresh && $0.session == session
        }
        let (number, skipped) = (try unwrap(next.number, "no number"), next.skipped ?? 0)
        try expect(number - skipped, is: before.flatMap(\.number).map { $0 + 1 } ?? 1, "the first one due")
        let time = try unwrap(next.monotonicNanoseconds, "no timestamp")
        let target = try unwrap(next.targetNanoseconds, "no target")
        if let last = before?.monotonicNanoseconds { try expect(time > last, "\(time) is later than \(last)") }
        try expect(target > time, "the target comes after the refresh")
        try expect(isNear(target - time, interval), "\(target - time) ns to the next one, of \(interval)")
      }
    }

    let view = try active("externalDisplayNonInteractive")
    try game.connection.startDisplayLink(view)
    try read(10, of: view, every: intervals[0])
    // Half the rate. Notifications from before the request may still be queued.
    try game.connection.stopDisplayLink(view)
    try game.connection.startDisplayLink(view, maximumHertz: 31)
    try game.wait("the first of another link") { $0.kind == .refresh && $0.number == 1 && $0 != refreshes().first }
    try read(5, of: view, every: 2 * intervals[0])
    // It continues with the session's next scene.
    try bench.unplug(1)
    try game.wait("the end of the scene") { $0.event == "sceneDidDisconnect" && $0.session == view }
    let ended = game.messages.count
    try bench.plug(1, TestDisplay(1280, 720))
    try game.wait("the next scene", from: ended) { $0.event == "sceneDidBecomeActive" && $0.session == view }
    try expect(!game.messages.dropFirst(ended).contains { $0.kind == .refresh }, "nothing is told of no scene")
    try read(3, of: view, every: 2 * intervals[0])
    try game.connection.stopDisplayLink(view)

    // The scene moves to another screen, and back.
    let owner = try InputOwnership(app: "game", stream: bench.connect())
    let window = try active("application")
    try game.connection.startDisplayLink(window)
    try read(5, of: window, every: intervals[1])
    for (screen, interval) in [(bench.connector(1), intervals[0]), (nil, intervals[1])] {
      let start = game.messages.count
      _ = try daemon.client.call(PlaceAppCall(app: "game", screen: screen))
      try game.wait("the move", from: start) { $0.event == "sceneDidUpdate" && $0.session == window }
      try game.wait("a refresh of the other screen", from: start) { message in
        guard let time = message.monotonicNanoseconds else { return false }
        return isNear((message.targetNanoseconds ?? 0) &- time, interval)
      }
      try read(5, of: window, every: interval)
    }

    // In the background the app gets no refreshes.
    let shown = game.messages.count
    _ = try daemon.client.call(SetForegroundCall(app: "lobby"))
    try game.wait("the background", from: shown) { $0.event == "sceneDidEnterBackground" && $0.session == window }
    let hidden = game.messages.count
    try pass(10)
    _ = try daemon.client.call(SetForegroundCall(app: "game"))
    try game.wait("the foreground", from: hidden) { $0.event == "sceneWillEnterForeground" && $0.session == window }
    try expect(
      !game.messages.dropFirst(hidden).contains { $0.kind == .refresh }, "nothing is told while it is not shown")
    try read(3, of: window, every: intervals[1])

    // A client that does not read blocks no other, and gets the newest refresh. The relay to the virtual machine always reads.
    if !bench.kind.isReal {
      try pass(20)
      let unread = refreshes().count
      let late = try game.wait("what was skipped", from: game.messages.count) { $0.skipped ?? 0 > 5 }
      try expect(refreshes().count - unread <= 2, "at most one had waited: \(refreshes().dropFirst(unread))")
      try expect(late.session, is: window, "the session")
    }

    try game.connection.stopDisplayLink(window)
    for kind in ["a", "b"] {
      _ = try daemon.client.call(SendInputCall(session: window, kind: kind))
      if kind == "a" { try pass(5) }
    }
    try game.wait("the first input") { $0.inputKind == "a" }
    let stopped = game.messages.count
    try game.wait("the second input") { $0.inputKind == "b" }
    try expect(!game.messages.dropFirst(stopped).contains { $0.kind == .refresh }, "nothing is told after the end")
    withExtendedLifetime(owner) {}
  }
}
