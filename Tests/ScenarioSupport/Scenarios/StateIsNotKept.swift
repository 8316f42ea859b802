internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let stateIsNotKept = Scenario(
    "while the state cannot be written every change reports it, and a change that must be kept is refused",
    gate: [.simulated]
  ) { bench in
    let file = try bench.write("", name: "not-kept.txt")
    let state = String(file.dropLast("/not-kept.txt".count)) + "/not-kept"
    var setup = DaemonSetup.lobby()
    setup.arguments = ["--state", state]
    // The file that is written first cannot be made, and neither can the proof of play.
    _ = try ChildProcess.shell("mkdir -p \(state)/state.json.new && touch \(state)/plays")
    let daemon = try bench.start(setup)
    let warnings = try daemon.status().warnings
    try expect(
      warnings.contains { $0.hasPrefix("choices and sessions are not kept") }, "told from the start: \(warnings)")
    try expect(warnings.contains { $0.hasPrefix("the proof of play") }, "so is the proof of play: \(warnings)")
    _ = try ChildProcess.shell("rmdir \(state)/state.json.new")
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let slides = try AppPlayer(bench, "slides", "#a04000")
    _ = try daemon.client.call(SetForegroundCall(app: "slides", noWait: true))
    let session = try unwrap(slides.answer().session, "no session")
    try daemon.photograph(1, "the slides") { $0.uniformColor == .slides }
    let lobby = try unwrap(daemon.client.call(SessionsCall(app: "lobby")).sessions.first, "no session").identifier
    _ = try daemon.client.call(SetUserInfoCall(session: lobby, userInfo: ["page": .integer(3)]))

    // The file that is written first cannot be made.
    _ = try ChildProcess.shell("mkdir \(state)/state.json.new")
    do {
      try slides.connection.update([SceneChangeInfo(session: session, userInfo: ["page": .integer(7)])])
      throw ScenarioFailure("A change that is not kept was acknowledged.")
    } catch ClientError.failed(.failed(let message, _)) {
      try expect(message.contains("not kept"), "the refusal says why: \(message)")
    }
    // The note also comes if there is no picture to wait for, and beside another note.
    let name = bench.connector(1)
    let told = [
      "SetMode": try daemon.client.call(SetModeCall(screen: name, mode: "1280x720@60")).note,
      "Power": try daemon.client.call(PowerCall(screen: name, on: false)).note,
      "Rotate": try daemon.client.call(RotateCall(screen: name, rotation: "180")).note,
      "SetMode in the dark": try daemon.client.call(SetModeCall(screen: name, mode: "preferred")).note,
    ]
    for (method, note) in told {
      try expect(note?.contains("not kept") == true, "\(method) says that it is not kept: \(note ?? "nothing")")
    }
    _ = try daemon.client.call(PowerCall(screen: name, on: true))
    do {
      _ = try daemon.client.call(SetUserInfoCall(session: lobby, userInfo: ["page": .integer(7)]))
      throw ScenarioFailure("User information that is not kept was acknowledged.")
    } catch ClientError.failed(.failed(let message, _)) {
      try expect(message.contains("nothing was changed") && message.contains("not kept"), "it says why: \(message)")
    }
    try expect(
      daemon.client.call(GetSessionCall(session: lobby)).userInfo, is: ["page": .integer(3)],
      "what is kept with a session after a refusal")
    for (session, noWait) in [(session, nil), (lobby, true)] {
      let notes = [
        "SetForeground": try daemon.client.call(SetForegroundCall(app: "lobby", noWait: noWait)).note,
        "SetSupport": try daemon.client.call(SetSupportCall(support: "external", noWait: noWait)).note,
        "DestroySession": try daemon.client.call(DestroySessionCall(session: session, noWait: noWait)).note,
      ]
      for (method, note) in notes {
        try expect(note?.contains("not kept") == true, "\(method) says that it is not kept: \(note ?? "nothing")")
      }
    }
  }
}
