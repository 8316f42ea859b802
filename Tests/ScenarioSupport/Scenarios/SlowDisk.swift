internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import Foundation
internal import TestDaemon
internal import TestKit
internal import VirtualMachine

/// The disk is slow: each fsync waits until the scenario releases it.
extension Scenario {
  static let clientsContinueDuringAWrite = Scenario(
    "while an answer waits for a slow disk, other clients are answered, displays light up and pictures change",
    gate: [.simulated]
  ) { bench in
    let daemon = try bench.start(try DaemonSetup.showing("color: \"#204060\"").withSyncGate(of: bench))
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    // All earlier changes are on the disk then.
    _ = try daemon.client.call(SetScaleCall(screen: bench.connector(1), scale: 2))
    let gate = try SyncGate(bench)
    let first = try SlowCall(bench, "Blank", "\"screen\":\"\(bench.connector(1))\",\"on\":true")
    let write = try gate.next(of: "state.json.new")

    try expect(try daemon.client.call(ScreensCall(), timeoutSeconds: 20).screens.count, is: 1, "the screens")
    try daemon.photograph(1, "black") { $0.uniformColor == .black }
    try bench.plug(2, TestDisplay(1024, 768))
    try daemon.wait(2, .presented)
    try daemon.photograph(2, "its content") { $0.uniformColor == RGB(0x20, 0x40, 0x60) }
    // Each of these calls changes a kept value.
    let others = try [1.25, 1.5, 2].map { scale in
      let call = try SlowCall(
        bench, "SetScale", "\"screen\":\"\(bench.connector(2))\",\"scale\":\(scale),\"noWait\":true")
      try wait(bench, "the scale \(scale)") { try daemon.screen(2)?.scale == scale }
      return call
    }
    try expect(([first] + others).contains { $0.isAnswered }, is: false, "an answer before its write")

    write.letGo()
    try gate.next(of: "state").letGo()
    try expect(first.answer().contains("error"), is: false, "an error")
    try expect(others.contains { $0.isAnswered }, is: false, "an answer before its write")
    // Only the newest of the values that came meanwhile is written.
    try gate.next(of: "state.json.new").letGo()
    try gate.next(of: "state").letGo()
    for other in others { try expect(other.answer().contains("error"), is: false, "an error") }
    _ = try daemon.status()
    try expect(gate.isIdle, "nothing more is written")
    gate.open()
    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    let next = try bench.start(DaemonSetup.showing("color: \"#204060\""))
    try next.wait(2, .presented)
    try expect(try next.screen(2)?.scale, is: 2, "the scale after a restart")
    try next.photograph(1, "black") { $0.uniformColor == .black }
  }

  static let failedSyncIsReportedOnce = Scenario(
    "after a failed write, a change that must be kept is refused with file and reason, and the next change is kept",
    gate: [.simulated]
  ) { bench in
    let setup = try DaemonSetup.showing("color: \"#204060\"").withSyncGate(of: bench)
    var daemon = try bench.start(setup)
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let session = try unwrap(daemon.screen(1)?.scene, "no scene")
    _ = try daemon.client.call(SetUserInfoCall(session: session, userInfo: ["page": .integer(1)]))
    // The file, and the folder after the file was renamed into it.
    for (isFolder, file) in [(false, "/state.json.new"), (true, "/state")] {
      let gate = try SyncGate(bench)
      let call = try SlowCall(
        bench, "SetUserInfo", "\"session\":\"\(session)\",\"userInfo\":{\"page\":\(isFolder ? 3 : 2)}")
      if isFolder { try gate.next(of: "state.json.new").letGo() }
      try gate.next(of: String(file.dropFirst())).fail(EIO)
      gate.open()
      let answer = try call.answer()
      try expect(
        answer.contains("error") && answer.contains("\(file): ") && answer.contains("Input/output error"),
        "the refusal names the file and the reason: \(answer)")
      try expect(
        daemon.client.call(GetSessionCall(session: session)).userInfo, is: ["page": .integer(1)], "what is kept")
      // The state is on the disk again.
      try wait(bench, "the end of the trouble") {
        try !daemon.status().warnings.contains { $0.contains("not kept") }
      }
    }
    _ = try daemon.client.call(SetUserInfoCall(session: session, userInfo: ["page": .integer(4)]))
    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(setup)
    try expect(
      daemon.client.call(GetSessionCall(session: session)).userInfo, is: ["page": .integer(4)], "what is kept")
  }

  static let acceptedChangesAreWrittenAtTheEnd = Scenario(
    "a daemon that ends first writes its accepted changes and answers",
    gate: [.simulated]
  ) { bench in
    let setup = try DaemonSetup.showing("color: \"#204060\"").withSyncGate(of: bench)
    var daemon = try bench.start(setup)
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let session = try unwrap(daemon.screen(1)?.scene, "no scene")
    _ = try daemon.client.call(SetUserInfoCall(session: session, userInfo: ["page": .integer(0)]))
    let gate = try SyncGate(bench)
    let calls = try (1...2).map { page in
      let call = try SlowCall(bench, "SetUserInfo", "\"session\":\"\(session)\",\"userInfo\":{\"page\":\(page)}")
      try wait(bench, "page \(page)") {
        try daemon.client.call(GetSessionCall(session: session)).userInfo == ["page": .integer(Int64(page))]
      }
      return call
    }
    let write = try gate.next(of: "state.json.new")
    let process = try daemon.status().processID
    _ = try ChildProcess.shell("kill -s TERM \(process)")
    try wait(bench, "the end") { try bench.log().contains("ending by a signal") }
    write.letGo()
    gate.open()
    for call in calls { try expect(call.answer().contains("error"), is: false, "an error") }
    try expect(bench.end(by: "CONT", within: 60), is: 0, "the status after SIGTERM")
    daemon = try bench.start(setup)
    try expect(
      daemon.client.call(GetSessionCall(session: session)).userInfo, is: ["page": .integer(2)], "what is kept")
  }

  static let talkWaitsForItsFiles = Scenario(
    "answers of a talk wait for their files on a slow disk, while other clients are notified of the talk",
    gate: [.simulated]
  ) { bench in
    let deck = try bench.write(MadeFiles.document(talkInks), name: "talk.pdf")
    let daemon = try bench.start(try DaemonSetup.showing("color: \"#204060\"").withSyncGate(of: bench))
    _ = try daemon.client.call(StartTalkCall(deck: deck))
    _ = try daemon.client.call(SetTalkNotesCall(notes: [TalkNoteInfo(page: 1, text: "Smile")]))
    let gate = try SyncGate(bench)
    let turn = try SlowCall(bench, "ControlTalk", "\"action\":\"goto\",\"page\":2")
    let write = try gate.next(of: "talk.json.new")
    try expect(daemon.client.call(GetTalkCall()).talk?.page, is: 2, "the page that another client is told")
    try expect(turn.isAnswered, is: false, "an answer before its write")
    write.letGo()
    try gate.next(of: "state").letGo()
    try expect(turn.answer().contains("error"), is: false, "an error")

    let notes = try SlowCall(bench, "SetTalkNotes", "\"notes\":[{\"page\":2,\"text\":\"Breathe\"}]")
    try gate.next(of: "talk-notes.json.new").letGo()
    let folder = try gate.next(of: "state")
    try expect(daemon.client.call(GetTalkCall()).talk?.page, is: 2, "the page that another client is told")
    try expect(notes.isAnswered, is: false, "an answer before its write")
    folder.letGo()
    try expect(notes.answer().contains("error"), is: false, "an error")

    let lost = try SlowCall(bench, "ControlTalk", "\"action\":\"goto\",\"page\":3")
    try gate.next(of: "talk.json.new").fail(EIO)
    let note = try lost.answer()
    try expect(
      note.contains("/talk.json.new: ") && note.contains("Input/output error"),
      "the note names the file and the reason: \(note)")
    let end = try SlowCall(bench, "EndTalk", "")
    // The talk's own file is removed first.
    let removal = try gate.next(of: "state")
    try expect(daemon.client.call(GetTalkCall()).talk == nil, "the talk has ended for other clients")
    try expect(end.isAnswered, is: false, "an answer before the file is gone")
    removal.letGo()
    try gate.next(of: "state").letGo()
    try expect(end.answer().contains("not kept"), is: false, "a note of something that is not kept")
  }

  static let registrationWaitsForTheDisk = Scenario(
    "on a slow disk an app is registered after that is kept, and gets its scenes' events before the end of its registration",
    gate: [.simulated]
  ) { bench in
    let daemon = try bench.start(try DaemonSetup.showing("color: \"#204060\"").withSyncGate(of: bench))
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    _ = try daemon.client.call(SetScaleCall(screen: bench.connector(1), scale: 2))
    var gate = try SyncGate(bench)
    let registration = try SlowCall(
      bench, "RegisterApp",
      "\"name\":\"menu\",\"scenes\":{\"externalDisplayNonInteractive\":[{\"name\":\"main\"}]}", isStream: true)
    let write = try gate.next(of: "state.json.new")
    try wait(bench, "the app") { try daemon.client.call(AppsCall()).apps.contains { $0.name == "menu" } }
    try expect(registration.isAnswered, is: false, "an answer before its write")
    write.letGo()
    gate.open()
    try expect(registration.answer().contains("registered"), "it is registered")

    let slides = try AppPlayer(bench, "slides", "#a04000")
    _ = try daemon.client.call(SetForegroundCall(app: "slides", noWait: true))
    try slides.answer()
    try slides.wait(for: .sceneDidBecomeActive)
    _ = try daemon.client.call(SetScaleCall(screen: bench.connector(1), scale: 1))
    gate = try SyncGate(bench)
    let change = try SlowCall(bench, "SetScale", "\"screen\":\"\(bench.connector(1))\",\"scale\":1.5,\"noWait\":true")
    let first = try gate.next(of: "state.json.new")
    let end = try SlowCall(bench, "UnregisterApp", "\"app\":\"slides\"")
    try wait(bench, "the app's end") { try !daemon.client.call(AppsCall()).apps.contains { $0.name == "slides" } }
    try expect(end.isAnswered || change.isAnswered, is: false, "an answer before its write")
    first.letGo()
    gate.open()
    try slides.wait(for: .sceneDidDisconnect)
    try expect(end.answer().contains("error"), is: false, "an error")
  }

  static let inputsDoNotFillTheMemory = Scenario(
    "an app gets the first thousand inputs that come while a disk hangs",
    gate: [.simulated]
  ) { bench in
    let panel = bench.connector(2)
    let daemon = try bench.start(
      try DaemonSetup.lobby("screens: [{ match: { connector: \(panel) }, use: main }]").withSyncGate(of: bench))
    try bench.plug(2, TestDisplay(1280, 720))
    let notes = try AppPlayer(
      bench,
      RegisterAppCall(name: "notes", scenes: ["application": [SceneConfigurationInfo(content: .color("#a04000"))]]))
    _ = try daemon.client.call(SetForegroundCall(app: "notes"))
    let owner = try InputOwnership(app: "notes", stream: bench.connect())
    let session = try unwrap(daemon.client.call(SessionsCall(app: "notes")).sessions.first, "no session").identifier
    try notes.wait("the scene") { $0.session == session && $0.event == "sceneDidBecomeActive" }
    _ = try daemon.client.call(SetUserInfoCall(session: session, userInfo: ["page": .integer(0)]))
    let gate = try SyncGate(bench)
    let change = try SlowCall(bench, "SetUserInfo", "\"session\":\"\(session)\",\"userInfo\":{\"page\":1}")
    let write = try gate.next(of: "state.json.new")
    let answered = try RawConnection(bench).flood(
      #"{"method":"org.marquee.Display.SendInput","parameters":{"session":"\#(session)","kind":"key"}}"#, count: 1_100)
    try expect(answered, is: 1_100, "inputs that are taken")
    write.letGo()
    gate.open()
    try expect(change.answer().contains("error"), is: false, "an error")
    _ = try daemon.client.call(SendInputCall(session: session, kind: "last"))
    try notes.wait("the last input") { $0.inputKind == "last" }
    try expect(notes.messages.count { $0.kind == .input }, is: 1_001, "inputs that the app hears")
    withExtendedLifetime(owner) {}
  }

  static let reloadWaitsForItsFile = Scenario(
    "a reload is answered after the configuration is kept, while other clients continue",
    gate: [.simulated]
  ) { bench in
    var setup = try DaemonSetup("support: external\n").withSyncGate(of: bench)
    setup.arguments = ["--wait"]
    let daemon = try bench.start(setup)
    // All earlier changes are on the disk then.
    _ = try daemon.client.call(ReloadCall())
    let gate = try SyncGate(bench)
    _ = try bench.write("support: mirror\n", name: "marquee.yaml")
    let reload = try SlowCall(bench, "Reload", "")
    let write = try gate.next(of: "configuration.json.new")
    _ = try daemon.client.call(ScreensCall(), timeoutSeconds: 20)
    try expect(reload.isAnswered, is: false, "an answer before its write")
    write.letGo()
    try gate.next(of: "state").letGo()
    gate.open()
    try expect(reload.answer().contains("support"), "what has changed is told")
  }

  static let playsAreSyncedAtTheEnd = Scenario(
    "a daemon that ends first syncs the proof of play",
    gate: [.simulated]
  ) { bench in
    let items = "[{ color: \"#c02020\", name: red }, { color: \"#20a040\", name: green }]"
    let setup = DaemonSetup.showing("playlist: { duration: 10s, items: \(items) }")
    let daemon = try bench.start(try setup.withSyncGate(of: bench))
    try bench.plug(1, TestDisplay(640, 480))
    try daemon.wait(1, .presented)
    let gate = try SyncGate(bench)
    let process = try daemon.status().processID
    _ = try ChildProcess.shell("kill -s TERM \(process)")
    var files: [String] = []
    while files.last != "plays" {
      let held = try gate.next()
      files.append(held.file)
      held.letGo()
    }
    gate.open()
    try expect(bench.end(by: "CONT", within: 60), is: 0, "the status after SIGTERM")
    try expect(files.contains { $0.hasPrefix("20") && $0.hasSuffix(".csv") }, "the day's file is synced: \(files)")
    let next = try bench.start(setup)
    try expect(next.client.call(PlaysCall()).plays.map(\.ending), is: ["stopped"], "how the play ended")
  }
}

/// Waits until the result of a call on another connection is visible.
private func wait(_ bench: any Bench, _ what: String, until isSo: () throws -> Bool) throws {
  try expect(bench.poll(within: 20) { try isSo() ? true : nil } == true, "\(what) does not come")
}

/// A call on its own connection. Its answer is read later.
private final class SlowCall {
  private let connection: RawConnection

  init(_ bench: any Bench, _ method: String, _ parameters: String, isStream: Bool = false) throws {
    connection = try RawConnection(bench)
    let more = isStream ? ",\"more\":true" : ""
    connection.call("{\"method\":\"org.marquee.Display.\(method)\",\"parameters\":{\(parameters)}\(more)}")
  }

  var isAnswered: Bool { connection.hasAnswer }

  /// Waits for the answer.
  func answer() throws -> String {
    var bytes: [UInt8] = []
    while !bytes.contains(0) {
      let more = try unwrap(connection.receive(), "There is no answer.")
      guard !more.isEmpty else { throw ScenarioFailure("The connection is closed without an answer.") }
      bytes += more
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension SyncGate {
  /// Starts to hold the calls of a bench's daemon, which was started `withSyncGate`.
  fileprivate convenience init(_ bench: any Bench) throws { try self.init(at: Self.path(of: bench)) }

  fileprivate static func path(of bench: any Bench) -> String { "\(bench.socketPath).sync" }
}

extension DaemonSetup {
  /// The same setup with a `SyncGate` before its fsync calls.
  fileprivate func withSyncGate(of bench: any Bench) throws -> DaemonSetup {
    var setup = self
    setup.environment = SyncGate.environment(
      at: SyncGate.path(of: bench), programs: try BuiltPrograms.folder())
    return setup
  }
}
