internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import Foundation
internal import VirtualMachine

extension Scenario {
  static let requestOfAnAbsentApp = Scenario(
    "an app that is away or goes during the question gets the request for a scene when it returns, also from a daemon that was killed",
    gate: [.simulated]
  ) { bench in
    let panel = bench.connector(2)
    let setup = DaemonSetup.lobby("screens: [{ match: { connector: \(panel) }, use: main }]")
    var daemon = try bench.start(setup)
    try bench.plug(2, TestDisplay(1280, 720))
    func register(_ version: Int? = nil, token: String? = nil) throws -> AppPlayer {
      try AppPlayer(
        bench,
        RegisterAppCall(
          name: "notes",
          scenes: [
            "application": [
              SceneConfigurationInfo(name: "list", content: .color("#a04000")),
              SceneConfigurationInfo(name: "note", content: .color("#204060")),
            ]
          ], supportsMultipleScenes: true, version: version, token: token))
    }
    /// The app is asked about the session with the activity, and answers. After that it is not asked again.
    func expectQuestion(_ app: AppPlayer, _ session: String, _ type: String, _ what: String) throws {
      let question = try app.wait("the question \(what)") { $0.kind == .question && $0.session == session }
      try expect(question.activities?.map(\.type), is: [type], "its activities \(what)")
      try expect(question.requestedConfiguration, is: "note", "the requested configuration \(what)")
      try app.connection.answer(unwrap(question.question, "no number"), userInfo: ["for": .string(type)])
      try expect(
        daemon.client.call(GetSessionCall(session: session)).userInfo, is: ["for": .string(type)],
        "the values of the answer \(what)")
    }
    var notes: AppPlayer? = try register()
    func leave() throws {
      notes = nil
      let isGone = try bench.poll(within: 10) { () throws -> Bool? in
        try daemon.client.call(AppsCall()).apps.first { $0.name == "notes" }?.controller == .gone ? true : nil
      }
      try expect(isGone, is: true, "the app is gone")
    }
    _ = try daemon.client.call(SetForegroundCall(app: "notes", noWait: true))
    try notes?.answer()
    try daemon.photograph(2, "the list") { $0.uniformColor == .slides }

    // The request comes while the app is away.
    try leave()
    let away = try requestNote(daemon, "away")
    try daemon.photograph(2, "both windows") { $0.at(0.9, 0.5) == RGB(0x20, 0x40, 0x60) }
    notes = try register()
    try expectQuestion(unwrap(notes, "no app"), away, "away", "after a request to an absent app")

    // The app goes during the question, and returns with a newer manifest.
    let during = try requestNote(daemon, "during")
    try notes?.wait("the question") { $0.kind == .question && $0.session == during }
    try leave()
    notes = try register(1)
    try expectQuestion(unwrap(notes, "no app"), during, "during", "after an end during the question")

    // Another controller takes the app over during the question.
    let takenOver = try requestNote(daemon, "takenOver")
    let former = try unwrap(notes, "no app")
    try former.wait("the question") { $0.kind == .question && $0.session == takenOver }
    notes = try register(1, token: former.connection.token)
    try expectQuestion(unwrap(notes, "no app"), takenOver, "takenOver", "after a change of the controller")

    // The daemon is killed during the question. Its display is there before the app.
    let killed = try requestNote(daemon, "killed")
    try notes?.wait("the question") { $0.kind == .question && $0.session == killed }
    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    notes = nil
    daemon = try bench.start(setup)
    try daemon.photograph(2, "the windows", within: 20) { $0.at(0.9, 0.5) == RGB(0x20, 0x40, 0x60) }
    notes = try register(1)
    try expectQuestion(unwrap(notes, "no app"), killed, "killed", "after a kill of the daemon")
    try leave()
    notes = try register(1)
    _ = try requestNote(daemon, "last")
    let last = try unwrap(notes, "no app").wait("a question") { $0.kind == .question }
    try expect(last.activities?.map(\.type), is: ["last"], "the only question after that")
  }

  /// Requests a window of the app, and returns its session.
  private static func requestNote(_ daemon: DaemonHandle, _ type: String) throws -> String {
    let activity = ActivityInfo(type: type)
    let call = RequestSceneCall(app: "notes", noWait: true, activity: activity, configuration: "note")
    return try daemon.client.call(call).session
  }

  static let requestOfADeclaredApp = Scenario(
    "a declared app that was away gets the activity of the request for its window",
    gate: [.simulated]
  ) { bench in
    let daemon = try bench.start(
      DaemonSetup(
        """
        screens: [{ match: { connector: "\(bench.connector(2))" }, use: main }]
        idle: { color: "#101010" }
        """))
    try bench.plug(2, TestDisplay(1024, 768))
    let file = FileManager.default.temporaryDirectory.appending(path: "two-views-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let (light, paper, idle) = (RGB(0xd0, 0x80, 0x30), RGB(0xb0, 0x50, 0x10), RGB(0x10, 0x10, 0x10))
    /// The three dishes in the list.
    func dishes(_ picture: Photograph) -> [RGB] { [0.02, 0.35, 0.7].map { picture.at($0, 0.25) } }
    var app: ExampleApp? = try ExampleApp(bench, "two-views", [file])
    try daemon.photograph(2, "the window with the first dish", within: 20) { dishes($0) == [light, paper, paper] }
    let first = try unwrap(daemon.client.call(SessionsCall(app: "twoviews")).sessions.first, "no window").identifier
    app?.kill()
    app = nil
    _ = try daemon.client.call(DestroySessionCall(session: first, noWait: true))
    try daemon.photograph(2, "no window", within: 20) { $0.uniformColor == idle }
    let select = ActivityInfo(type: "select", userInfo: ["dish": .integer(2)])
    _ = try daemon.client.call(RequestSceneCall(app: "twoviews", noWait: true, activity: select))
    app = try ExampleApp(bench, "two-views", [file])
    try daemon.photograph(2, "the window with the third dish", within: 20) { dishes($0) == [paper, paper, light] }
    withExtendedLifetime(app) {}
  }
}
