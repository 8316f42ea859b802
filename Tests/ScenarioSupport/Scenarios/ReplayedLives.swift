internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import Foundation
internal import VirtualMachine

extension Scenario {
  static let hardLivesAreReplayed = Scenario(
    "the program decides the same from reports of a suspend, also during a modeset, of a card that is gone for a moment, of a schedule "
      + "that switches the power, of talks, of an app that answers, and of a display that is told of its power; and finds in each a "
      + "decision that was changed",
    gate: [.simulated]
  ) { bench in
    try replay("a suspend", on: bench, .showing("pattern: grid"), suspend)
    try replay("a suspend during a modeset", on: bench, .showing("pattern: grid"), suspendInModeset)
    try replay("a card that is gone for a moment", on: bench, .showing("pattern: grid"), loseCard)
    try replay("a schedule", on: bench, .showing(nights), sleepAtNight)
    try replay("a talk", on: bench, .showing("pattern: grid"), talk)
    try replay("a talk that goes on", on: bench, .showing("pattern: grid"), talkThroughRestart)
    try replay("an app of another program", on: bench, .lobby(), app)
    try replay("a display that is told of its power", on: bench, withoutAdapter) { bench, daemon in
      try bench.plug(1, TestDisplay(1280, 720))
      try daemon.wait(1, .presented)
      try switchPower(daemon, bench)
      try daemon.wait(1, .presented)
      return daemon
    }
  }

  private static let nights =
    "schedule: { zone: UTC, fallback: { color: \"#204060\" }, entries: [{ power: off, from: \"22:00\", to: \"06:00\" }] }"

  /// Runs a daemon, and replays its report.
  private static func replay(
    _ what: String, on bench: any Bench, _ setup: DaemonSetup, _ life: (any Bench, DaemonHandle) throws -> DaemonHandle
  ) throws {
    let daemon = try life(bench, bench.start(setup))
    let text = try daemon.client.call(ReportCall()).report
    try bench.reset()
    let same = try bench.run("marqueed", ["--replay", bench.write(text, name: "report.json")], within: 120)
    try expect(same.status, is: 0, "the status of a replay of \(what): \(same.output)")
    try expect(!same.output.contains("note:"), "all of \(what) is replayed: \(same.output)")

    let parts = text.components(separatedBy: "\"name\": \"1280x720@60\"")
    try expect(parts.count > 1, "the report of \(what) names the mode")
    let changed = parts.joined(separator: "\"name\": \"800x600@60\"")
    let other = try bench.run("marqueed", ["--replay", bench.write(changed, name: "changed.json")], within: 120)
    try expect(other.status, is: 1, "the status of a replay of \(what) that was changed: \(other.output)")

    // Another session is connected than the one in the event.
    let event = "\"event\": \"sceneWillConnect\""
    let less = text.replacing(event, with: "\"event\": \"sceneDidUpdate\"", maxReplacements: 1)
    try expect(less != text, "the report of \(what) tells that a scene connects")
    let missing = try bench.run("marqueed", ["--replay", bench.write(less, name: "less.json")], within: 120)
    try expect(missing.status, is: 1, "the status of a replay of \(what) without an event: \(missing.output)")
  }

  private static func suspend(_ bench: any Bench, _ daemon: DaemonHandle) throws -> DaemonHandle {
    for (display, size) in [(1, (1280, 720)), (2, (1024, 768))] {
      try bench.plug(display, TestDisplay(size.0, size.1))
      try daemon.wait(display, .presented)
    }
    let events = try daemon.events()
    _ = try daemon.client.call(SimulateCall(.resume))
    for display in [1, 2] {
      try events.wait("lit again") {
        $0.event == .screenModeDidChange && $0.screen == bench.connector(display) && $0.mode != nil
      }
      try daemon.wait(display, .presented)
    }
    return daemon
  }

  /// The interrupted modeset gets an answer too, although the daemon no longer waits for it.
  private static func suspendInModeset(_ bench: any Bench, _ daemon: DaemonHandle) throws -> DaemonHandle {
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    try bench.slowDown(probes: 0, modesets: 0.2)
    try bench.plug(2, TestDisplay(1024, 768))
    try daemon.wait(2, .connected)
    _ = try daemon.client.call(SimulateCall(.resume))
    // The card is removed after the screen is lit.
    try daemon.wait(2, .presented)
    try simulate(daemon, .device, false)
    for display in [1, 2] { try daemon.wait(display, .disconnected) }
    try simulate(daemon, .device, true)
    for display in [1, 2] { try daemon.wait(display, .presented) }
    try bench.clearFaults()
    return daemon
  }

  private static func loseCard(_ bench: any Bench, _ daemon: DaemonHandle) throws -> DaemonHandle {
    try bench.plug(1, TestDisplay(1280, 720, model: "First"))
    try daemon.wait(1, .presented)
    // No time passes until the card is back. The second display's modeset is under way when it is removed.
    try bench.slowDown(probes: 0, modesets: 0.3)
    try daemon.setClock(runs: false)
    try bench.plug(2, TestDisplay(1280, 720, model: "Second"))
    try daemon.wait(2, .connected)
    try simulate(daemon, .device, false)
    for display in [1, 2] { try daemon.wait(display, .disconnected) }
    try simulate(daemon, .device, true)
    for display in [1, 2] { try daemon.wait(display, .connected) }
    try daemon.setClock(runs: true)
    for display in [1, 2] { try daemon.wait(display, .presented) }
    // An answer of the removed card does not count for the current card.
    try bench.clearFaults()
    for isOn in [false, true] { _ = try daemon.client.call(PowerCall(screen: bench.connector(1), on: isOn)) }
    try daemon.wait(1, .presented)
    return daemon
  }

  private static func sleepAtNight(_ bench: any Bench, _ daemon: DaemonHandle) throws -> DaemonHandle {
    var time = SimulateCall(.time)
    time.time = "2026-11-22T21:59:00Z"
    _ = try daemon.client.call(time)
    for display in [1, 2] {
      try bench.plug(display, TestDisplay(1280, 720, model: "Night \(display)"))
      try daemon.wait(display, .presented)
    }
    let events = try daemon.events()
    func wait(_ what: String, _ displays: [Int], isLit: Bool) throws {
      for display in displays {
        try events.wait("\(what) on display \(display)") {
          $0.event == .screenModeDidChange && $0.screen == bench.connector(display) && ($0.mode != nil) == isLit
        }
      }
    }
    try advance(daemon, 120)
    try wait("the night", [1, 2], isLit: false)
    // The new choice is shown.
    try daemon.show(2, .color("#a04020"))
    try wait("what is chosen", [2], isLit: true)
    try advance(daemon, 8 * 3600)
    try wait("the morning", [1], isLit: true)
    try daemon.wait(1, .presented)
    // The report is written in the next night.
    try advance(daemon, 16 * 3600)
    try wait("the next night", [1], isLit: false)
    try bench.plug(3, TestDisplay(1280, 720, model: "Night 3"))
    try daemon.wait(3, .connected)
    let isDark = try bench.poll(within: 10) { () throws -> Bool? in try daemon.explain(3).shows == "dark" ? true : nil
    }
    try expect(isDark == true, "a display that is plugged in at night is dark")
    return daemon
  }

  private static func talk(_ bench: any Bench, _ daemon: DaemonHandle) throws -> DaemonHandle {
    let deck = try bench.write(MadeFiles.document(talkInks), name: "talk.pdf")
    try bench.plug(1, TestDisplay(1280, 720, model: "Known"))
    try daemon.wait(1, .presented)
    for part in [1, 2] {
      _ = try daemon.client.call(StartTalkCall(deck: deck, newScreens: .ask))
      try daemon.wait(1, .scene("talk"))
      let display = part + 1
      try bench.plug(display, TestDisplay(1024, 768, model: "New \(part)"))
      try daemon.wait(display, .mode("1024x768@60"))
      if part == 2 {
        _ = try daemon.client.call(ControlTalkCall(action: .show, screen: bench.connector(display)))
        try daemon.wait(display, .scene("talk"))
      }
      _ = try daemon.client.call(ControlTalkCall(action: .next))
      _ = try daemon.client.call(EndTalkCall())
      for display in 1...display { try daemon.wait(display, .scene("lobby")) }
    }
    return daemon
  }

  private static func talkThroughRestart(_ bench: any Bench, _ daemon: DaemonHandle) throws -> DaemonHandle {
    let deck = try bench.write(MadeFiles.document(talkInks), name: "talk.pdf")
    try bench.plug(1, TestDisplay(1280, 720, model: "Known"))
    try bench.plug(2, TestDisplay(1024, 768, model: "Beside"))
    for display in [1, 2] { try daemon.wait(display, .presented) }
    _ = try daemon.client.call(StartTalkCall(deck: deck, screen: bench.connector(1)))
    try daemon.wait(1, .scene("talk"))
    _ = try bench.end(by: "TERM", within: 30)
    let next = try bench.start(.showing("pattern: grid"))
    try next.wait(1, .scene("talk"))
    try next.wait(2, .presented)
    return next
  }

  private static func app(_ bench: any Bench, _ daemon: DaemonHandle) throws -> DaemonHandle {
    let plain = SceneConfigurationInfo(name: "plain")
    var call = RegisterAppCall(name: "till", scenes: ["externalDisplayNonInteractive": [plain]])
    call.controllerLoss = .fallback
    var till: AppPlayer? = try AppPlayer(bench, call)
    // The name is taken, so nothing changes.
    call.scenes = ["externalDisplayNonInteractive": [SceneConfigurationInfo(name: "plain", modes: ["800x600@60"])]]
    try expect((try? AppPlayer(bench, call)) == nil, "the name is taken")
    _ = try daemon.client.call(SetForegroundCall(app: "till"))
    // The half second for its answer does not pass.
    try daemon.setClock(runs: false)
    let content = ContentInfo.color("#204060")
    let answers = [
      SceneConfigurationInfo(name: "small", content: content, modes: ["1024x768@60"]),
      SceneConfigurationInfo(name: "plain"),
    ]
    for (display, answer) in zip([1, 2], answers) {
      let start = till?.messages.count ?? 0
      try bench.plug(display, TestDisplay(1280, 720, model: "Asked \(display)"))
      try till?.answer(from: start, answer)
    }
    try daemon.setClock(runs: true)
    try daemon.wait(1, .mode("1024x768@60"))
    // It has answered without content, and so without a window.
    let isLeft = try bench.poll(within: 10) { () throws -> Bool? in
      try daemon.explain(2).shows == "the idle frame" ? true : nil
    }
    try expect(isLeft == true, "display 2 is left to the next")
    let session = try unwrap(
      daemon.client.call(SessionsCall(app: "till")).sessions.first { $0.screen == bench.connector(2) }, "no session")
    try till?.connection.update([SceneChangeInfo(session: session.identifier, content: content)])
    try daemon.wait(2, .scene("till"))
    try refuse(bench, daemon, session.identifier)
    // Replaced content decides nothing. The first content of each session is reported.
    let other = try unwrap(daemon.screen(1)?.scene, "no session")
    for color in ["#a04020", "#40a020", "#2040a0"] {
      for identifier in [session.identifier, other] {
        try till?.connection.update([SceneChangeInfo(session: identifier, content: .color(color))])
      }
    }
    let told = try daemon.client.call(ReportCall()).report
    try expect(
      told.components(separatedBy: ".UpdateScenes\"").count - 1, is: 2, "how often the report tells of updates")
    try expect(!told.contains(".Show\""), "the report tells what was refused")
    let events = try daemon.events()
    till = nil
    try events.wait("the end of its controller") { $0.event == .appDidLoseController }
    for display in [1, 2] { try daemon.wait(display, .scene("lobby")) }
    return daemon
  }

  /// Sends invalid requests, which change nothing.
  private static func refuse(_ bench: any Bench, _ daemon: DaemonHandle, _ session: String) throws {
    let lost = SceneChangeInfo(session: "nobody", window: false)
    let update = UpdateScenesCall(changes: [SceneChangeInfo(session: session, window: false), lost])
    try expect((try? daemon.client.call(update)) == nil, "a session that is not there is updated")
    for content in [ContentInfo.color("no colour"), .pattern("no pattern")] {
      let show = ShowCall(screen: bench.connector(2), content: content)
      try expect((try? daemon.client.call(show)) == nil, "what is no content is shown")
    }
  }

  private static func simulate(_ daemon: DaemonHandle, _ command: SimulationCommand, _ isOn: Bool) throws {
    var call = SimulateCall(command)
    call.on = isOn
    _ = try daemon.client.call(call)
  }

  private static func advance(_ daemon: DaemonHandle, _ seconds: Double) throws {
    var call = SimulateCall(.advance)
    call.seconds = seconds
    _ = try daemon.client.call(call, timeoutSeconds: 120)
  }
}
