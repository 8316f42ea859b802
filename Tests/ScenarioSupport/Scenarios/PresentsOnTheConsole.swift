internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let presentsOnTheConsole = Scenario(
    "marqueectl present runs on the kernel's console of one output with a keyboard, while its slides are on the other",
    long: [.virtio]
  ) { bench in
    let input = try unwrap(bench as? any InputBench, "This bench has no keys.")
    try bench.plug(1, TestDisplay(1024, 768, model: "Console"))
    // The kernel's console appears on a display after another program has released it.
    _ = try bench.lightWithAnotherProgram(1)
    try expect(bench.writeOnConsole("\\033cready"), "the kernel has a console on this card")
    let daemon = try bench.start(
      .showing("color: \"#204060\"", screens: "screens:\n  - match: { model: Console }\n    use: console\n"))
    try bench.plug(2, TestDisplay(1280, 720))
    try daemon.wait(2, .mode("1280x720"))
    let deck = try bench.write(MadeFiles.document(Array(talkInks.prefix(3))), name: "deck.pdf")

    // The shell leads its own session, so the console that it opens is its terminal.
    let console = try bench.photograph(1)
    let view = try input.machine.start(
      "env TERM=linux MARQUEE_SOCKET=/run/marquee/marquee.sock setsid sh -c "
        + "'exec /marquee/build/marqueectl present \(deck) --minutes 10 0<>/dev/tty1 1>&0 2>&1'")
    func expectView(_ words: String, _ page: Int) throws {
      _ = try input.machine.wait(for: "grep -aq '\(words)' /dev/vcs1")
      try daemon.photograph(2, "slide \(page)") { isTalkInk($0.uniformColor, talkInks[page - 1]) }
    }
    try expectView(" 1 of 3 ", 1)
    let first = try bench.poll(within: 5) { () throws -> Photograph? in
      let picture = try bench.photograph(1)
      return differing(picture, console) > 2000 ? picture : nil
    }
    let begun = try unwrap(first, "The console's picture does not show the view.")

    try input.machine.plug(.keyboard)
    try input.machine.press("pgdn")
    try expectView(" 2 of 3 ", 2)
    try daemon.photograph(1, "the view on the console, with another slide") { differing($0, begun) > 20 }
    try input.machine.press("f")
    _ = try input.machine.wait(for: "grep -aq FROZEN /dev/vcs1")
    try input.machine.press("spc")
    try expectView(" 3 of 3 ", 2)
    try input.machine.press("f")
    try expectView(" 3 of 3 ", 3)
    try expect(daemon.screen(1)?.currentMode == nil, "the daemon has no mode on the console")

    try input.machine.press("q")
    try input.machine.press("e")
    _ = try input.machine.wait(for: "grep -aq 'The talk has ended' /dev/vcs1")
    try expect(daemon.client.call(GetTalkCall()).talk == nil, "the talk has ended")
    _ = try input.machine.wait(for: "stty -F /dev/tty1 -a | grep -q ' icanon'")
    try view.stop()
  }

  /// The number of pixels in which two pictures differ; 0 if their sizes differ.
  private static func differing(_ one: Photograph, _ other: Photograph) -> Int {
    guard one.width == other.width, one.height == other.height else { return 0 }
    return (0..<one.height).reduce(0) { sum, row in
      sum + (0..<one.width).count { one[$0, row] != other[$0, row] }
    }
  }
}
