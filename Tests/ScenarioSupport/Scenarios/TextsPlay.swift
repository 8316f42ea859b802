internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let textsPlay = Scenario(
    "a running ticker, a code in whole pixels and a clock share a screen",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let daemon = try bench.start(.showing("color: \"#101010\""))
    try bench.plug(1, TestDisplay(800, 600))
    try daemon.wait(1, .mode("800x600"))
    let screen = bench.connector(1)
    func show(_ words: String...) throws {
      let result = try bench.run("marqueectl", ["show", screen] + words, within: 30)
      try expect(result.status, is: 0, "marqueectl show \(words.joined(separator: " ")): \(result.output)")
    }
    let (dark, light) = (RGB(0, 0, 0x40), RGB(0xff, 0xff, 0xff))

    try show("ticker", "Trains to the coast leave from platform nine", "--background", "#000040", "--speed", "0.2")
    let first = try daemon.photograph(1, "the ticker") { has($0, dark, light) }
    try daemon.photograph(1, "the ticker a little further") { has($0, dark, light) && $0 != first }

    try show("qr", "https://example.org", "--foreground", "#000040")
    let code = try daemon.photograph(1, "the code") { Set($0.histogram.keys) == [dark, light] }
    try expect(isMadeOfModules(code, dark, count: 25), "each module of the code is a square of whole pixels")

    // If no time service keeps the machine's clock, it shows dashes. Both are letters.
    try show("clock", "%H:%M:%S", "--background", "#000040")
    try daemon.photograph(1, "the clock") { has($0, dark, light) && $0 != code }

    let regions = [
      "{ clock: { background: \"#000040\" }, width: 50%, height: 80% }",
      "{ qr: { text: \"a\", caption: Menu, foreground: \"#000040\" }, x: 50%, height: 80% }",
      "{ ticker: { text: \"News\", background: \"#204000\" }, y: 80% }",
    ]
    let file = try bench.write("layout: [\(regions.joined(separator: ", "))]\n", name: "layout.yaml")
    try show("content", file)
    try daemon.photograph(1, "all of them") {
      $0[10, 10] == dark && $0[410, 10] == light && $0[10, 590] == RGB(0x20, 0x40, 0)
        && $0[790, 590] == RGB(0x20, 0x40, 0)
    }
  }

  private static func has(_ picture: Photograph, _ dark: RGB, _ light: RGB) -> Bool {
    let histogram = picture.histogram
    return histogram[dark, default: 0] > 10_000 && histogram[light, default: 0] > 500
  }

  /// Whether the part with dark pixels is this many equal squares, each of one colour.
  private static func isMadeOfModules(_ picture: Photograph, _ dark: RGB, count: Int) -> Bool {
    let columns = (0..<picture.width).filter { x in (0..<picture.height).contains { picture[x, $0] == dark } }
    let rows = (0..<picture.height).filter { y in (0..<picture.width).contains { picture[$0, y] == dark } }
    guard let left = columns.first, let right = columns.last, let top = rows.first, let bottom = rows.last else {
      return false
    }
    let side = right - left + 1
    guard side % count == 0, bottom - top + 1 == side, side / count >= 3 else { return false }
    let module = side / count
    return (0..<side).allSatisfy { y in
      (0..<side).allSatisfy { x in
        picture[left + x, top + y] == picture[left + x / module * module, top + y / module * module]
      }
    }
  }
}
