internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import Foundation
internal import VirtualMachine

extension Scenario {
  // The virtual machine has no Python.
  static let notesInWindows = Scenario(
    "the notes, a Python program: a list, and windows of notes by request, by activity and by drag, that change together",
    gate: [.simulated]
  ) { try writeNotes(on: $0) }

  /// The daemon's own user may do everything. Only another user needs the app's token.
  static let notesOfAPlainUser = Scenario(
    "the notes of a user with the access level control: the app's token suffices for all their calls",
    gate: [.simulated]
  ) { try writeNotes(on: $0, user: 65534) }

  static let notesOfUnknownRequests = Scenario(
    "the notes show their list for requests with values that they do not know, and continue with answers and input",
    gate: [.simulated]
  ) { bench in
    let daemon = try bench.start(
      DaemonSetup("screens: [{ match: { connector: \"\(bench.connector(2))\" }, use: main }]\n"))
    try bench.plug(2, TestDisplay(1024, 768))
    let file = FileManager.default.temporaryDirectory.appending(path: "marquee-notes-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let events = try daemon.events()
    let notes = try PythonExample(bench, "notes/notes.py", ["--file", file])
    try daemon.photograph(2, "the list", within: 20) { rows($0) == [heading, first] }
    func kept(_ type: String, _ details: [String: JSONValue]? = nil) throws -> [String: JSONValue] {
      try requestedValues(
        daemon, RequestSceneCall(app: "notes", activity: ActivityInfo(type: type, userInfo: details)))
    }
    for details: [String: JSONValue]? in [[:], nil, ["note": .integer(5)], ["note": .null]] {
      try expect(kept("open", details)["kind"], is: .string("list"), "the window for opening \(details ?? [:])")
    }
    for values: [String: JSONValue] in [
      ["kind": .string("map")], ["kind": .array([])], ["kind": .string("note"), "note": .integer(5)],
    ] {
      let kept = try requestedValues(daemon, RequestSceneCall(app: "notes", userInfo: values))
      try expect(kept["kind"], is: .string("list"), "the window with \(values)")
    }
    try expect(kept("close")["kind"], is: .string("list"), "the window for another activity")
    let note = try kept("open", ["note": .string("Welcome")])
    try expect(note, is: ["kind": .string("note"), "note": .string("Welcome")], "the window of a note")
    // Input that the program does not know either.
    _ = try notes.enter("on \(bench.connector(2))")
    let list = try unwrap(daemon.client.call(SessionsCall(app: "notes")).sessions.first, "no window").identifier
    _ = try daemon.client.call(SendInputCall(session: list, kind: "pointer", values: ["phase": .string("press")]))
    try expect(kept("create")["kind"], is: .string("draft"), "the window after unknown input")
    try events.drain(0.3)
    try expect(events.all(.appDidNotAnswer).count, is: 0, "questions without an answer")
  }

  /// Requests a window, and returns the values that the program keeps with it.
  private static func requestedValues(_ daemon: DaemonHandle, _ call: RequestSceneCall) throws -> [String: JSONValue] {
    let session = try daemon.client.call(call).session
    return try daemon.client.call(GetSessionCall(session: session)).userInfo
  }

  private static func writeNotes(on bench: any Bench, user: UInt32? = nil) throws {
    let setup = DaemonSetup(
      """
      \(user.map { "access: { control: { users: [\"\($0)\"] } }" } ?? "")
      screens: [{ match: { connector: "\(bench.connector(2))" }, use: main }]
      idle: { color: "#101010" }
      apps: { hall: { scenes: { externalDisplayNonInteractive: [{ content: { color: "#402010" } }] } } }

      """)
    var daemon = try bench.start(setup)
    try bench.plug(2, TestDisplay(1024, 768))
    try bench.plug(1, TestDisplay(1280, 720))
    let folder = FileManager.default.temporaryDirectory.appending(path: "marquee-notes-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func start() throws -> PythonExample {
      try PythonExample(bench, "notes/notes.py", ["--file", "\(folder)/notes.json"], user: user)
    }
    var notes: PythonExample? = try start()
    func enter(_ line: String) throws -> String { try unwrap(notes, "the program has not started").enter(line) }
    func session(_ values: [String: JSONValue]) throws -> String {
      let found = try daemon.client.call(SessionsCall(app: "notes", userInfo: values)).sessions
      try expect(found.map(\.role), is: ["application"], "windows with \(values)")
      return try unwrap(found.first, "no window").identifier
    }

    try daemon.photograph(2, "the list, over the whole panel", within: 20) { rows($0) == [heading, first] }
    _ = try enter("write Shopping Milk, eggs")
    try daemon.photograph(1, "the note that was written last", within: 20) { windows($0, 1) == [second] }
    try daemon.photograph(2, "its row in the list", within: 20) { rows($0) == [heading, first, second] }
    _ = try enter("open Shopping")
    let before = try daemon.photograph(2, "its window beside the list", within: 20) {
      windows($0, 2) == [heading, second]
    }
    let external = try bench.photograph(1)
    try expect(enter("add Shopping A lemon").contains(", "), "it is seen on two screens")
    let after = try bench.photograph(2)
    try expect(try bench.photograph(1) != external, "the external display shows the new line, after the answer")
    let isSame = (0..<768).allSatisfy { y in (0..<512).allSatisfy { after[$0, y] == before[$0, y] } }
    try expect(isSame && after != before, "of the windows only the one that shows the note is another")
    try expect(enter("open Shopping").contains(bench.connector(2)), "a note that is open comes to the front")
    let shopping = try session(["note": .string("Shopping")])

    let modesets = try bench.countModesets { _ = try enter("on \(bench.connector(1))") }
    try daemon.photograph(1, "both windows on the external display", within: 20) {
      windows($0, 2) == [heading, second]
    }
    try daemon.photograph(2, "the idle frame on the panel", within: 20) { $0.uniformColor == idle }
    try expect(modesets, is: 0, "modesets")
    try expect(enter("back").contains(bench.connector(2)), "the windows return to the panel")
    // Input in a window, from a controller of another user.
    _ = try enter("on \(bench.connector(1))")
    let moved = try daemon.photograph(1, "both windows once more", within: 20) { windows($0, 2) == [heading, second] }
    func type(_ text: String, in window: String) throws {
      let input = try bench.run("marqueectl", ["input", "send", window, "add", "text=\(text)"], within: 20)
      try expect(input.status, is: 0, "the status of input: \(input.output)")
    }
    try type("Coffee", in: shopping)
    try daemon.photograph(1, "the line that came as input", within: 20) {
      $0 != moved && windows($0, 2) == [heading, second]
    }
    _ = try enter("back")
    try daemon.photograph(1, "the note on the external display", within: 20) { windows($0, 1) == [second] }

    // The second kind of window, by its activity.
    try expect(enter("new").contains(bench.connector(2)), "the answer comes with the empty window")
    try daemon.photograph(2, "an empty window beside the others", within: 20) {
      windows($0, 3) == [heading, second, white]
    }
    try type("Bread", in: session(["kind": .string("draft")]))
    try daemon.photograph(2, "a note in the window", within: 20) { windows($0, 3) == [heading, second, third] }
    let list = try session(["kind": .string("list")])
    func kept() throws -> [String: JSONValue] { try daemon.client.call(GetSessionCall(session: list)).userInfo }
    func titles(_ names: String...) -> JSONValue { .array(names.map { .string($0) }) }
    try expect(kept()["titles"], is: titles("Welcome", "Shopping", "Bread"), "what is kept with the list")
    _ = try daemon.client.call(SetForegroundCall(app: "hall", screen: bench.connector(2)))
    _ = try enter("write Tea Hot")
    try expect(kept()["titles"], is: titles("Welcome", "Shopping", "Bread", "Tea"), "what is kept in the background")
    let snapshot = try daemon.client.call(SnapshotCall(session: list))
    let small: Photograph = try PNGReader.picture(unwrap(Base64.decode(snapshot.png), "the snapshot is no base64"))
    try expect(rows(small), is: [heading, first, second, third, fourth], "the list in the background")
    _ = try daemon.client.call(SetForegroundCall(app: "notes", screen: bench.connector(2)))
    try daemon.photograph(2, "the list with its new row", within: 20) {
      rows($0, width: 1 / 3) == [heading, first, second, third, fourth]
    }

    // The pointer drags a note out of the list.
    func point(_ phase: String, _ x: Double, _ y: Double) throws {
      let values: [String: JSONValue] = [
        "phase": .string(phase), "x": .number(x), "y": .number(y), "button": .string("btn_left"),
      ]
      _ = try daemon.client.call(SendInputCall(session: list, kind: "pointer", values: values))
    }
    try point("press", 0.5, 0.18)
    try point("move", 1.2, 0.3)
    try point("release", 1.6, 0.4)
    try daemon.photograph(2, "the note in a window of its own", within: 20) {
      windows($0, 4) == [heading, second, third, first]
    }
    try expect(kept()["chosen"], is: .string("Welcome"), "the note that is chosen in the list")
    // A drag inside the list opens nothing.
    try point("press", 0.5, 0.55)
    try point("release", 0.5, 0.9)
    _ = try enter("close Bread")
    try daemon.photograph(2, "no window for it", within: 20) { windows($0, 3) == [heading, second, first] }

    // All processes are killed. Each window returns with its note, before and after the program returns.
    notes = nil
    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(setup)
    let returned = try daemon.photograph(2, "the windows again", within: 20) {
      windows($0, 3) == [heading, second, first]
    }
    notes = try start()
    try expect(enter("add Welcome Soon").contains(", "), "it is seen on two screens again")
    try daemon.photograph(2, "the further line in its window", within: 20) {
      $0 != returned && windows($0, 3) == [heading, second, first]
    }
    _ = try enter("close Shopping")
    try daemon.photograph(2, "the other windows alone", within: 20) { windows($0, 2) == [heading, first] }
    withExtendedLifetime(notes) {}
  }

  private static let heading = RGB(0x3A, 0x40, 0x4C)
  private static let (first, second) = (RGB(0xFF, 0xE5, 0x8A), RGB(0xBF, 0xE6, 0xC3))
  private static let (third, fourth) = (RGB(0xC3, 0xDC, 0xF7), RGB(0xF7, 0xC8, 0xD4))
  private static let (white, idle) = (RGB(0xFF, 0xFF, 0xFF), RGB(0x10, 0x10, 0x10))

  /// The colour of the paper of some windows side by side, at its upper right corner.
  private static func windows(_ picture: Photograph, _ count: Int) -> [RGB] {
    (1...count).map { picture.at(Double($0) / Double(count) - 0.01, 0.01) }
  }

  /// The colours of the heading and the papers of the list, which has a fraction of the picture's width.
  private static func rows(_ picture: Photograph, width: Double = 1) -> [RGB] {
    let all = (0..<8).map { picture.at(width - 0.01, (Double($0) + 0.1) / 8) }
    return Array(all.prefix { $0 != RGB(0xE0, 0xE0, 0xE0) })
  }
}
