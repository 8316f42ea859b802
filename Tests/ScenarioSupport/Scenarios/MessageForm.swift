internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let messageForm = Scenario(
    "an app in Swift with a form on the main screen: its text becomes the banner outside, and returns after kill -9",
    gate: [.simulated]
  ) { bench in
    let setup = DaemonSetup("screens: [{ match: { connector: \"\(bench.connector(2))\" }, use: main }]")
    let (grey, green) = (RGB(0x80, 0x80, 0x80), RGB(0x20, 0x70, 0x40))
    var daemon = try bench.start(setup)
    try bench.plug(2, TestDisplay(1024, 768))
    var app = try ExampleApp(bench, "message-banner-swift")
    func expectForm(_ what: String, _ phase: RGB) throws -> Photograph {
      try daemon.photograph(2, "the form \(what)", within: 20) {
        [$0.at(0.94, 0.3), $0.at(0.02, 0.98)] == [RGB(0xff, 0xff, 0xff), phase]
      }
    }
    func expectBanner(_ what: String, _ fits: (Photograph) -> Bool = { _ in true }) throws -> Photograph {
      try daemon.photograph(1, what, within: 20) {
        $0.at(0.02, 0.02) == RGB(0x10, 0x30, 0x50) && $0.uniformColor == nil && fits($0)
      }
    }
    /// Waits for the values that the daemon keeps with the form.
    func expectKept(text: String, message: String) throws {
      let wanted: [String: JSONValue] = ["text": .string(text), "message": .string(message)]
      var kept: [String: JSONValue] = [:]
      let isKept = try bench.poll(within: 20) { () throws -> Bool? in
        let sessions = try daemon.client.call(SessionsCall(app: "messagebanner")).sessions
        let form = try unwrap(sessions.first { $0.role == "application" }, "no form").identifier
        kept = try daemon.client.call(GetSessionCall(session: form)).userInfo
        return kept == wanted ? true : nil
      }
      try expect(isKept == true, "the form keeps \(wanted), and not: \(kept)")
    }

    let empty = try expectForm("without a display", grey)
    try bench.plug(1, TestDisplay(1280, 720))
    _ = try expectForm("with a display", green)
    var user: WindowUser? = try WindowUser(of: "messagebanner", daemon)
    try user?.type("Wecome")
    try user?.keys("home", "right", "right")
    try user?.type("l")
    try user?.keys("end")
    try user?.type("!?")
    try user?.keys("backspace")
    try expectKept(text: "Welcome!", message: "")
    try user?.keys("enter")
    let welcome = try expectBanner("the text as a banner")
    try expectKept(text: "Welcome!", message: "Welcome!")
    try user?.keys("home", "delete")
    try user?.type("B")
    try user?.keys("left", "up", "down", "backspace")
    try expectKept(text: "Belcome", message: "Welcome!")
    try expect(bench.photograph(1) == welcome, "the banner stays until Enter")

    let line = String("The quick brown fox jumps over the lazy dog, 0123456789 äöü ß 日本 ".prefix(64))
    try user?.type(line + line + line, charactersPerSecond: 40)
    try user?.keys("enter")
    try expectKept(text: "Belcome" + line + line + line, message: "Belcome" + line + line + line)
    let long = try expectBanner("the long text") { $0 != welcome }

    _ = try daemon.client.call(BlankCall(screen: bench.connector(1), on: true))
    _ = try expectForm("while the display is black", grey)
    _ = try daemon.client.call(BlankCall(screen: bench.connector(1), on: false))
    let form = try expectForm("while the display shows the banner", green)
    try expect(form != empty, "the form has the text")

    user = nil
    app.kill()
    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(setup)
    app = try ExampleApp(bench, "message-banner-swift")
    try daemon.photograph(2, "the form after the restart", within: 20) { $0 == form }
    try daemon.photograph(1, "the banner after the restart", within: 20) { $0 == long }
    user = try WindowUser(of: "messagebanner", daemon)
    try user?.keys("backspace")
    let whole = "Belcome" + line + line + line
    try expectKept(text: String(whole.dropLast()), message: whole)
    try expect(app.output, is: "", "what the app complains of")
    withExtendedLifetime(user) {}
  }
}
