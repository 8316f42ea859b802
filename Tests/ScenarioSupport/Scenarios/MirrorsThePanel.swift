internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let mirrorsThePanel = Scenario(
    "a mirror shows the panel's picture, or a named screen's, letterboxed, cut off or stretched, and follows what changes",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let (panel, named) = (bench.connector(2), bench.connector(1))
    let (alert, sign) = (RGB(0xC0, 0x20, 0x10), RGB(0x20, 0x40, 0x60))
    func setup(_ mirror: String, alarm: Bool = true) -> String {
      """
      screens:
      - { match: { connector: "\(panel)" }, use: main }
      - { match: { connector: "\(bench.connector(3))" }, support: mirror, mirror: { \(mirror) } }
      idle: { color: "#101010" }
      apps:
        sign: { foreground: true, scenes: { externalDisplayNonInteractive: [{ content: { color: "#204060" } }] } }
        alert:
          alarm: \(alarm)
          scenes:
            externalDisplayNonInteractive:
            - { match: { connector: "\(panel)" }, content: { color: "#c02010" } }

      """
    }
    let daemon = try bench.start(DaemonSetup(setup("of: main")))
    func apply(_ text: String) throws {
      _ = try bench.write(text, name: "marquee.yaml")
      _ = try daemon.client.call(ReloadCall())
    }
    /// The colours in the middle, at the left edge and at the top.
    func looks(_ picture: Photograph) -> [RGB] { [picture.at(0.5, 0.5), picture.at(0.01, 0.5), picture.at(0.5, 0.01)] }

    try bench.plug(2, TestDisplay(1024, 768))
    try bench.plug(1, TestDisplay(800, 600))
    try bench.plug(3, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let black = RGB(0, 0, 0)
    try daemon.photograph(3, "the panel between black bars") { looks($0) == [alert, black, alert] }
    try expect(daemon.screen(3)?.mirroredScreen, is: panel, "the screen that is mirrored")
    try apply(setup("of: main", alarm: false))
    try daemon.photograph(3, "the panel's idle frame") { $0.at(0.5, 0.5) == RGB(0x10, 0x10, 0x10) }
    try apply(setup("of: \(named), fit: stretch"))
    try daemon.photograph(3, "the named screen, stretched") { looks($0) == [sign, sign, sign] }
    try apply(setup("of: \(named)"))
    try daemon.photograph(3, "the named screen between black bars") { looks($0) == [sign, black, sign] }
    // A card with a border of one pixel. If it fills the screen, it is cut off above and below.
    try daemon.show(1, .pattern("grid"))
    let source = try daemon.photograph(1, "the card") { $0.hasBorder(.white) }
    try apply(setup("of: \(named), fit: fill"))
    let filled = try daemon.photograph(3, "the card, cut off") { $0.at(0.5, 0.5) != sign && $0.at(0.5, 0.01) != black }
    try expect(!filled.hasBorder(.white), "the card's border is cut off above and below")
    try expect(source.sizeText, is: "800x600", "the card")
    // A choice at run time overrides the file, until the file changes or the user chooses again.
    func mirror(_ words: [String], status: Int = 0) throws -> String {
      let tool = try bench.run("marqueectl", ["mirror"] + words, within: 30)
      try expect(tool.status, is: status, "the status of mirror \(words.joined(separator: " ")): \(tool.output)")
      return tool.output
    }
    let own = bench.connector(3)
    _ = try mirror([own, "--of", "main", "--fit", "letterbox"])
    try daemon.photograph(3, "the panel, by the user's word") { looks($0) == [alert, black, alert] }
    let chosen = try daemon.explain(3).settings.first { $0.name == "mirror" }
    try expect(chosen?.value, is: "\(panel), letterbox", "what explain says of it")
    try expect(chosen?.origin, is: .runtime, "who said so")
    _ = try mirror([own, "--fit", "stretch"])
    try daemon.photograph(3, "the panel, stretched") { $0.uniformColor == alert }
    // Upright on both: the panel's shape is kept, whichever screen is turned. Turned, 1024x768 is 540 of the 1280 pixels wide.
    _ = try mirror([own, "--fit", "letterbox"])
    for (turned, rotation) in [(own, "90"), (own, "0"), (panel, "270"), (panel, "0")] {
      _ = try daemon.client.call(RotateCall(screen: turned, rotation: rotation))
      let isNarrow = rotation != "0"
      try daemon.photograph(3, "the panel upright, \(turned) turned by \(rotation)") { picture in
        [0.01, 0.2, 0.35, 0.5, 0.65, 0.8, 0.99].map { picture.at($0, 0.5) }
          == [black, isNarrow ? black : alert, alert, alert, alert, isNarrow ? black : alert, black]
          && picture.at(0.5, 0.01) == alert && picture.at(0.5, 0.99) == alert
      }
    }
    let unseen = try mirror([named, "--of", own])
    try expect(unseen.contains("does not mirror now"), "a screen that does not mirror is told so: \(unseen)")
    let refusals = [
      (own, named, "screens mirror each other"), (own, own, "cannot mirror itself"), (own, "DP-9", "DP-9"),
      (panel, named, "is the main screen"),
    ]
    for (screen, of, reason) in refusals {
      let refusal = try mirror([screen, "--of", of], status: 1)
      try expect(refusal.contains(reason), "the refusal of \(screen) --of \(of) says why: \(refusal)")
    }
    _ = try mirror([named, "default"])
    _ = try bench.run("marqueectl", ["reset", own], within: 30)
    try daemon.photograph(3, "the card, as the file says") { $0.at(0.5, 0.5) != alert && $0.at(0.5, 0.01) != black }
    _ = try mirror([own, "--of", "main"])
    try apply(setup("of: \(named)"))
    try daemon.photograph(3, "the card, as another word in the file says") {
      $0.at(0.5, 0.5) != alert && $0.at(0.01, 0.5) == black
    }
    try bench.unplug(1)
    try daemon.photograph(3, "the idle frame without the named screen") { $0.uniformColor == RGB(0x10, 0x10, 0x10) }
    let reasons = try daemon.explain(3).showsBecause
    try expect(
      reasons.contains { $0.reason == "\(named), which it mirrors, is not connected" }, "explain says why: \(reasons)")
    try expect(daemon.explain(3).modesets, is: 1, "modesets of the mirror")

    let ring = setup("of: \(named)").replacing(
      "use: main }",
      with: "use: main }\n- { match: { connector: \"\(named)\" }, mirror: { of: \(bench.connector(3)) } }")
    _ = try bench.write(ring, name: "marquee.yaml")
    let tool = try bench.run("marqueectl", ["reload"], within: 20)
    try expect(tool.status, is: 1, "the status of a reload of screens that mirror each other")
    try expect(tool.output.contains("marquee.yaml:4:"), "the message names the line: \(tool.output)")
    try expect(tool.output.contains("screens mirror each other"), "the message says why: \(tool.output)")
  }
}
