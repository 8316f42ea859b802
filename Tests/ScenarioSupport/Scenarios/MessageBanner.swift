internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let messageBanner = Scenario(
    "the message banner, a Python program: its text is on all displays, and there again after everything was off",
    gate: [.simulated]
  ) { try typeMessages(on: $0, speaksPlainly: true) }

  /// The same scenario with the public Varlink package of Python. Play it if `hasVarlinkPackage`.
  public static let messageBannerWithPackage = Scenario(
    "the message banner with the public Varlink package: its text is on all displays, and there again after everything was off",
    gate: [.simulated]
  ) { try typeMessages(on: $0, speaksPlainly: false) }

  /// Whether Python finds the public Varlink package on this machine.
  public static var hasVarlinkPackage: Bool { (try? ChildProcess.shell("python3 -c 'import varlink'")) != nil }

  private static func typeMessages(on bench: any Bench, speaksPlainly: Bool) throws {
    var daemon = try bench.start(.lobby())
    for display in [1, 2] { try bench.plug(display, TestDisplay(1280, 720)) }
    for display in [1, 2] { try daemon.wait(display, .presented) }
    func startBanner() throws -> PythonExample {
      try PythonExample(
        bench, "message-banner/message_banner.py", ["--color", "#802060"], speaksPlainly: speaksPlainly)
    }
    var program: PythonExample? = try startBanner()
    // Without a text it has no window yet.
    let isAsked = try bench.poll(within: 10) { () throws -> Bool? in
      try daemon.client.call(SessionsCall(app: "message-banner")).sessions.count == 2 ? true : nil
    }
    try expect(isAsked == true, "it is asked about both displays: \(bench.log())")
    try daemon.photograph(1, "the idle frame, before something is typed") { $0.uniformColor == .idle }
    try program?.type("Hello\n")
    for display in [1, 2] {
      try daemon.photograph(display, "a text on its colour") { $0.looksLikeText(on: RGB(0x80, 0x20, 0x60)) }
    }
    let shown = try [1, 2].map { try bench.photograph($0) }
    try expect(shown[0] == shown[1], "both displays show the same")
    let sessions = try daemon.client.call(SessionsCall(app: "message-banner")).sessions
    try expect(sessions.map(\.state), is: [.foregroundActive, .foregroundActive], "its sessions")

    // The controller dies, and so does the daemon. The text stays.
    program = nil
    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(.lobby())
    for display in [1, 2] { try daemon.wait(display, .presented) }
    try daemon.photograph(1, "the text again") { $0 == shown[0] }
    // The controller returns, and continues with the same text.
    program = try startBanner()
    try program?.type("More\n")
    try daemon.photograph(1, "another text") {
      $0 != shown[0] && $0.looksLikeText(on: RGB(0x80, 0x20, 0x60))
    }
    withExtendedLifetime(program) {}
  }
}

extension Photograph {
  /// Whether the picture is mostly one colour, with a few other pixels.
  fileprivate func looksLikeText(on color: RGB) -> Bool {
    let count = histogram[color] ?? 0
    return uniformColor == nil && count > width * height / 4
  }
}
