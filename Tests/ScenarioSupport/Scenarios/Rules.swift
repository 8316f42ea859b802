internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let rules = Scenario(
    "a mode that a display lacks, or whose commit fails, is replaced by the next wish, and explain gives the reason",
    gate: [.simulated], long: [.virtio, .legacy]
  ) { bench in
    let rule = """
      screens:
        - match: { model: "Ruled" }
          modes: [1920x1200@60, 1024x768@60, 800x600, preferred]
      """
    let daemon = try bench.start(.showing("color: \"#204060\"", screens: rule))
    let description = TestDisplay(1280, 720, model: "Ruled")
    try bench.plug(1, description)
    try daemon.wait(1, .presented)
    var record = try daemon.explain(1)
    try expect(record.winner?.name, is: "1024x768@60", "the winner")
    try expect(record.modesets, is: 1, "modesets")
    let unmet = try unwrap(record.unmetWishes.first, "explain names no unmet wish")
    try expect(unmet.wish.contains("1920x1200"), "the unmet wish: \(unmet)")
    try expect(!unmet.reason.isEmpty && !unmet.source.isEmpty, "its reason: \(unmet)")
    try expect(record.rule?.contains("marquee.yaml") ?? false, "the rule has its place: \(record.rule ?? "none")")
    try expect(bench.photograph(1).sizeText, is: "1024x768", "the picture")

    try bench.refuseModesets(2, of: "1024x768")
    let modesets = try bench.countModesets {
      try bench.plug(2, description)
      try daemon.wait(2, .presented)
    }
    record = try daemon.explain(2)
    try expect(modesets, is: 1, "modesets that the device made")
    try expect(
      record.winner.map { $0.name.hasPrefix("800x600") } ?? false, "the winner: \(record.winner?.name ?? "none")")
    let refused = try unwrap(record.attempts.first { $0.kind == .commit && !$0.accepted }, "no refused commit")
    try expect(refused.mode.name, is: "1024x768@60", "the refused mode")
    try expect(refused.errno, is: 28, "its errno")
    try expect(refused.message.map { !$0.isEmpty } ?? false, "its message")
    try expect(bench.photograph(2).sizeText, is: "800x600", "the picture")
    try expect(daemon.explain(1).modesets, is: 1, "modesets on the other display")

    let asked = try bench.run("marqueectl", ["mode", bench.connector(2), "1024x768@60"], within: 30)
    try expect(asked.status, is: 1, "a mode that is asked for and refused: \(asked.output)")
    try expect(
      asked.output.contains("could not be set to 1024x768@60") && asked.output.contains("800x600"),
      "it says what is shown instead: \(asked.output)")
  }
}
