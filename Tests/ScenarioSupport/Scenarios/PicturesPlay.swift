internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  private static let inks = [RGB(0xc0, 0x20, 0x20), RGB(0x20, 0xa0, 0x40), RGB(0x30, 0x40, 0xd0)]

  static let picturesPlay = Scenario(
    "a playlist's pictures follow each other directly, also after another mode and a replug, and a broken one is skipped",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let files = try inks.enumerated().map { number, ink in
      try bench.write(MadeFiles.drawing(ink.description, width: 1280, height: 960), name: "picture-\(number).svg")
    }
    let broken = try bench.write("<svg xmlns=\"http://www.w3.org/2000/svg\" width=", name: "broken.svg")
    let items = (files + [broken]).map { "{ image: { file: \"\($0)\", fit: stretch } }" }.joined(separator: ", ")
    let daemon = try bench.start(.showing("playlist: { duration: 1s, items: [\(items)] }"))
    let events = try daemon.events()
    try bench.plug(1, TestDisplay(1280, 960))
    try daemon.wait(1, .presented)
    try expectTurns(bench, "\(inks.count) pictures", seconds: 6)
    try events.wait("the reason why one is passed over", within: 5) {
      $0.event == EventName(rawValue: "contentDidFail") && $0.reason?.contains("broken.svg") == true
    }

    try bench.plug(1, TestDisplay(800, 600))
    try daemon.wait(1, .mode("800x600"))
    try daemon.photograph(1, "the playlist in the other mode") { $0.sizeText == "800x600" && isInk($0) }
    try expectTurns(bench, "after another mode", seconds: 5)

    try bench.unplug(1)
    try daemon.wait(1, .disconnected)
    try bench.plug(1, TestDisplay(1280, 960))
    try daemon.wait(1, .presented)
    try daemon.photograph(1, "the playlist after the replug") { $0.sizeText == "1280x960" && isInk($0) }
    try expectTurns(bench, "after a replug", seconds: 5)
  }

  static let deckPages = Scenario(
    "a deck's pages are turned by commands that answer after the flip, and the page survives a replug and kill -9",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let deck = try bench.write(MadeFiles.document(inks), name: "deck.pdf")
    var daemon = try bench.start(.showing("color: \"#101010\""))
    try bench.plug(1, TestDisplay(1600, 900))
    try daemon.wait(1, .presented)
    let screen = bench.connector(1)
    func marqueectl(_ words: String...) throws {
      let result = try bench.run("marqueectl", words, within: 30)
      try expect(result.status, is: 0, "marqueectl \(words.joined(separator: " ")): \(result.output)")
    }
    func expectPage(_ number: Int, _ what: String) throws {
      try daemon.photograph(1, "page \(number) \(what)") { near($0.uniformColor, inks[number - 1]) }
    }
    try marqueectl("show", screen, "deck", deck)
    try expectPage(1, "at first")
    try marqueectl("deck", screen, "next")
    try expectPage(2, "after next")
    try marqueectl("deck", screen, "last")
    try expectPage(3, "after last")
    try marqueectl("deck", screen, "next")
    try expectPage(3, "where there is no next one")
    try marqueectl("deck", screen, "goto", "2")
    try expectPage(2, "after goto")

    try bench.unplug(1)
    try daemon.wait(1, .disconnected)
    try bench.plug(1, TestDisplay(1600, 900))
    try daemon.wait(1, .presented)
    try expectPage(2, "after a replug")

    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(.showing("color: \"#101010\""))
    try daemon.wait(1, .presented)
    try expectPage(2, "after kill -9")
  }

  /// Photographs the display for some seconds. Each photograph shows one of the pictures, and they come in their order.
  private static func expectTurns(_ bench: any Bench, _ when: String, seconds: Double) throws {
    var turns: [Int] = []
    let end = bench.deadline(after: seconds)
    while !end.hasPassed {
      let picture = try bench.photograph(1)
      guard let ink = inks.firstIndex(where: { near(picture.uniformColor, $0) }) else {
        throw ScenarioFailure(
          "\(when): there is something else than one of the pictures: \(picture.uniformColor?.description ?? "several colours")"
        )
      }
      if turns.last != ink { turns.append(ink) }
      // A stopped clock does not move while a photograph is taken.
      bench.letPass(seconds: bench.time == nil ? 0.05 : 0.2)
    }
    try expect(Set(turns).count, is: inks.count, "\(when): pictures that were seen, of \(turns)")
    for (first, second) in zip(turns, turns.dropFirst()) {
      try expect(second, is: (first + 1) % inks.count, "\(when): the picture after \(first) of \(turns)")
    }
  }

  private static func isInk(_ picture: Photograph) -> Bool { inks.contains { near(picture.uniformColor, $0) } }

  /// Colours of a page are converted to fractions and back.
  private static func near(_ color: RGB?, _ wanted: RGB) -> Bool {
    guard let color else { return false }
    func far(_ left: UInt8, _ right: UInt8) -> Bool { abs(Int(left) - Int(right)) > 1 }
    return !far(color.red, wanted.red) && !far(color.green, wanted.green) && !far(color.blue, wanted.blue)
  }
}
