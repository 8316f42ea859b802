internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let typedWhileAway = Scenario(
    "text that was typed while a display was away is on its first frame, and the activity continues, also after kill -9",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    var daemon = try bench.start(.lobby())
    var notes = try AppPlayer(bench, "notes", "#a04000")
    _ = try daemon.client.call(SetForegroundCall(app: "notes"))
    let displays = [TestDisplay(1280, 720), TestDisplay(1024, 768)]
    var sessions: [String] = []
    for display in [1, 2] {
      let start = notes.messages.count
      try bench.plug(display, displays[display - 1])
      sessions.append(try unwrap(notes.answer(from: start).session, "no session"))
      try daemon.wait(display, .presented, within: 20)
    }
    let typing = ActivityInfo(type: "typing", userInfo: ["text": .string("Hel")])
    try notes.connection.update([SceneChangeInfo(session: sessions[0], activity: typing)])

    var start = notes.messages.count
    try bench.unplug(1)
    // The other scene can continue with it at once.
    let handed = try notes.wait("the activity", from: start) { $0.kind == .activity }
    try expect(handed.session, is: sessions[1], "the session that is told")
    try expect(handed.activities, is: [typing], "what it is told")
    try notes.connection.update([SceneChangeInfo(session: sessions[0], content: .color("#00a040"))])
    try expect(bench.end(by: "KILL", within: 10), is: 137, "the status after SIGKILL")

    daemon = try bench.start(.lobby())
    notes = try AppPlayer(bench, "notes", "#a04000")
    start = notes.messages.count
    try bench.plug(1, displays[0])
    let question = try notes.wait("a question about the display", within: 20) {
      $0.kind == .question && $0.session == sessions[0]
    }
    try expect(question.activities, is: [typing], "what was being done")
    try notes.connection.answer(unwrap(question.question, "no number"))
    try daemon.wait(1, .presented, within: 20)
    try expect(bench.photograph(1).uniformColor, is: RGB(0, 0xa0, 0x40), "the first picture")
  }

  static let eventResume = Scenario(
    "a subscriber that was away gets the events that it missed, or a new snapshot",
    gate: [.simulated]
  ) { bench in
    var daemon = try bench.start(.lobby())
    let first = try daemon.events()
    let run = try unwrap(first.events.first?.run, "the snapshot names no run")
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    try first.wait("sceneDidPresent") { $0.event == .sceneDidPresent }
    let all = first.events.dropFirst().map(\.sequence)
    let seen = try unwrap(first.events.dropFirst().first?.sequence, "no event")

    func resume(after: UInt64, run: String) throws -> EventLog {
      try EventLog(bench.connect(), EventsCall(after: after, run: run))
    }
    let second = try resume(after: seen, run: run)
    try expect(second.events.first?.event, is: .resumed, "the first event")
    try second.wait("sceneDidPresent") { $0.event == .sceneDidPresent }
    try expect(Array(second.events.dropFirst().map(\.sequence)), is: Array(all.dropFirst()), "what was missed")
    try bench.unplug(1)
    try second.wait("screenDidDisconnect") { $0.event == .screenDidDisconnect }

    // More events than the daemon remembers.
    for round in 0..<80 {
      try bench.plug(1, TestDisplay(1280, 720, serial: "\(round)"))
      try daemon.wait(1, .connected)
      try bench.unplug(1)
      try daemon.wait(1, .disconnected)
    }
    let late = try resume(after: seen, run: run)
    try expect(late.events.first?.event, is: .snapshot, "the first event after too much")
    try expect(late.events.first?.reason, is: "tooOld", "the reason")

    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(.lobby())
    let other = try resume(after: 1, run: run)
    try expect(other.events.first?.event, is: .snapshot, "the first event of another life")
    try expect(other.events.first?.reason, is: "otherRun", "the reason")
  }
}
