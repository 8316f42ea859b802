internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import Foundation
internal import VirtualMachine

extension Scenario {
  static let messageBanner = Scenario(
    "the message banner, a Python program: what is typed is on all displays, and there again after all was off",
    on: [.simulated]
  ) { try typeMessages(on: $0, speaksPlainly: true) }

  /// The same, with the public Varlink package of Python; to be played where `hasVarlinkPackage`.
  public static let messageBannerWithPackage = Scenario(
    "the message banner with the public Varlink package: what is typed is on all displays, and there again after all was off",
    on: [.simulated]
  ) { try typeMessages(on: $0, speaksPlainly: false) }

  /// Whether Python finds the public Varlink package on this machine.
  public static var hasVarlinkPackage: Bool { (try? ChildProcess.shell("python3 -c 'import varlink'")) != nil }

  private static func typeMessages(on bench: any Bench, speaksPlainly: Bool) throws {
    var daemon = try bench.start(.lobby())
    for display in [1, 2] { try bench.plug(display, TestDisplay(1280, 720)) }
    for display in [1, 2] { try daemon.wait(display, .presented) }
    let place = try bench.write("", name: "typed")
    var program: ChildProcess? = try startBanner(bench, speaksPlainly, reading: place)
    // Without a text it has no window yet.
    let isAsked = try Deadline(after: 10).poll { () throws -> Bool? in
      try daemon.client.call(SessionsCall(app: "message-banner")).sessions.count == 2 ? true : nil
    }
    try expect(isAsked == true, "it is asked about both displays: \(bench.log())")
    try daemon.photograph(1, "the idle frame, before something is typed") { $0.uniformColor == .idle }
    try type("Hello", into: place)
    for display in [1, 2] {
      try daemon.photograph(display, "a text on its colour") { $0.looksLikeText(on: RGB(0x80, 0x20, 0x60)) }
    }
    let shown = try [1, 2].map { try bench.photograph($0) }
    try expect(shown[0] == shown[1], "both displays show the same")
    let sessions = try daemon.client.call(SessionsCall(app: "message-banner")).sessions
    try expect(sessions.map(\.state), is: [.foregroundActive, .foregroundActive], "its sessions")

    // The controller dies, and so does the daemon: the text stays.
    program = nil
    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(.lobby())
    for display in [1, 2] { try daemon.wait(display, .presented) }
    try daemon.photograph(1, "the text again") { $0 == shown[0] }
    // It comes back, and goes on where it was.
    program = try startBanner(bench, speaksPlainly, reading: place)
    try type("More", into: place)
    try daemon.photograph(1, "another text") {
      $0 != shown[0] && $0.looksLikeText(on: RGB(0x80, 0x20, 0x60))
    }
    _ = program
  }

  private static func startBanner(_ bench: any Bench, _ speaksPlainly: Bool, reading place: String) throws
    -> ChildProcess
  {
    let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let script = "/\(root)/Examples/message-banner/message_banner.py"
    // A pipe that stays open, so that more can be typed.
    _ = try ChildProcess.shell("rm -f \(place); mkfifo \(place)")
    let process = try ChildProcess(
      ["sh", "-c", "exec python3 \(script) --color '#802060' \(speaksPlainly ? "--plain" : "") <>\(place)"],
      environment: ["MARQUEE_SOCKET": bench.socketPath], log: "\(place).log")
    let isReady = Deadline(after: 20).poll {
      process.output.contains("registered") || process.exitStatus() != nil ? true : nil
    }
    try expect(
      isReady != nil && process.exitStatus() == nil,
      "the program registers (it needs python3); it says: \(process.output)")
    let way = speaksPlainly ? "PlainVarlink" : "PublicVarlink"
    try expect(process.output.contains("\(way): registered"), "it speaks by \(way); it says: \(process.output)")
    return process
  }

  private static func type(_ text: String, into place: String) throws {
    _ = try ChildProcess.shell("echo '\(text)' >\(place)")
  }
}

extension Picture {
  /// Mostly one colour, and something on it.
  fileprivate func looksLikeText(on color: RGB) -> Bool {
    let count = histogram[color] ?? 0
    return uniformColor == nil && count > width * height / 4
  }
}
