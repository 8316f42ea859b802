internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import Foundation
internal import VirtualMachine

extension Scenario {
  // A machine has no Python.
  static let notesInWindows = Scenario(
    "the notes, a Python program: a window for each note on request, side by side, and all that show a note change together",
    gate: [.simulated]
  ) { try writeNotes(on: $0) }

  /// The daemon's own user may do everything: only another one is asked for the app's token.
  static let notesOfAPlainUser = Scenario(
    "the notes of a user who may control displays and no more: the app's token suffices for all that they do",
    gate: [.simulated]
  ) { try writeNotes(on: $0, user: 65534) }

  private static func writeNotes(on bench: any Bench, user: UInt32? = nil) throws {
    let setup = DaemonSetup(
      """
      \(user.map { "access: { control: { users: [\"\($0)\"] } }" } ?? "")
      screens: [{ match: { connector: "\(bench.connector(2))" }, use: main }]
      idle: { color: "#101010" }
      apps: {}

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
    func say(_ line: String) throws -> String { try unwrap(notes, "it is not there").say(line) }
    let (first, second, idle) = (RGB(0xFF, 0xE5, 0x8A), RGB(0xBF, 0xE6, 0xC3), RGB(0x10, 0x10, 0x10))
    /// The paper at the left and at the right edge.
    func papers(_ picture: Photograph) -> [RGB] { [picture.at(0.01, 0.01), picture.at(0.99, 0.01)] }

    try daemon.photograph(2, "the first window, over the whole panel", within: 20) { papers($0) == [first, first] }
    _ = try say("write Shopping Milk, eggs")
    try daemon.photograph(1, "the note that was written last", within: 20) { papers($0) == [second, second] }
    _ = try say("open Shopping")
    let before = try daemon.photograph(2, "two windows side by side", within: 20) { papers($0) == [first, second] }
    let external = try bench.photograph(1)
    try expect(say("add Shopping A lemon").contains(", "), "it is seen on two screens")
    let after = try bench.photograph(2)
    try expect(try bench.photograph(1) != external, "the external display shows the new line, after the answer")
    let isSame = (0..<768).allSatisfy { y in (0..<512).allSatisfy { after[$0, y] == before[$0, y] } }
    try expect(isSame && after != before, "of the windows only the one that shows the note is another")
    try expect(say("open Shopping").contains(bench.connector(2)), "a note that is open comes to the front")
    let windows = try daemon.client.call(SessionsCall(app: "notes", userInfo: ["note": .string("Shopping")])).sessions
    try expect(windows.map(\.role), is: ["application"], "windows of the note")

    let modesets = try bench.countModesets { _ = try say("on \(bench.connector(1))") }
    try daemon.photograph(1, "both windows on the external display", within: 20) { papers($0) == [first, second] }
    try daemon.photograph(2, "the idle frame on the panel", within: 20) { $0.uniformColor == idle }
    try expect(modesets, is: 0, "modesets")
    try expect(say("back").contains(bench.connector(2)), "the windows return to the panel")
    // What another controller's user does in a window.
    _ = try say("on \(bench.connector(1))")
    let moved = try daemon.photograph(1, "both windows once more", within: 20) { papers($0) == [first, second] }
    let window = try unwrap(windows.first, "no window").identifier
    let input = try bench.run("marqueectl", ["input", "send", window, "add", "text=Coffee"], within: 20)
    try expect(input.status, is: 0, "the status of input: \(input.output)")
    try daemon.photograph(1, "the line that came as input", within: 20) {
      $0 != moved && papers($0) == [first, second]
    }
    _ = try say("back")
    try daemon.photograph(1, "the note on the external display", within: 20) { papers($0) == [second, second] }

    // All is killed; each window comes back with its note, before and after the program does.
    notes = nil
    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(setup)
    let kept = try daemon.photograph(2, "the windows again", within: 20) { papers($0) == [first, second] }
    notes = try start()
    try expect(say("add Shopping Tea").contains(", "), "it is seen on two screens again")
    try daemon.photograph(2, "the further line in its window", within: 20) {
      $0 != kept && papers($0) == [first, second]
    }
    _ = try say("close Welcome")
    try daemon.photograph(2, "the other window alone", within: 20) { papers($0) == [second, second] }
    withExtendedLifetime(notes) {}
  }
}
