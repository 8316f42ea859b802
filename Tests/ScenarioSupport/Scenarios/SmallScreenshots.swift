internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import Foundation
internal import VirtualMachine

extension Scenario {
  static let smallScreenshots = Scenario(
    "a small picture of a screen costs no frame, and shows its edges, a frozen picture and its covers",
    gate: [.simulated]
  ) { bench in
    let (blue, red, black) = (RGB(0x20, 0x40, 0x60), RGB(0xC0, 0x20, 0x20), RGB(0, 0, 0))
    let daemon = try bench.start(.showing("color: \"#204060\""))
    try bench.plug(1, TestDisplay(800, 600))
    try daemon.wait(1, .presented)
    let screen = bench.connector(1)
    func small(_ side: Int = 80) throws -> Photograph {
      let reply = try daemon.client.call(ScreenshotCall(screen: screen, longestSide: side))
      try expect(reply.source, is: .layers, "what it was made from")
      try expect(reply.frame.isEmpty && reply.sequence == 0, "there is no hash and no number of a frame")
      let picture = try PNGReader.picture([UInt8](Data(base64Encoded: reply.png) ?? Data()))
      try expect([reply.width, reply.height], is: [picture.width, picture.height], "the size")
      return picture
    }
    // No frame ends while the clock is stopped. This screenshot needs none.
    let flips = try daemon.status().counters.flips
    try daemon.setClock(runs: false)
    let first = try small()
    try expect([first.width, first.height], is: [80, 60], "the size")
    try expect(first.uniformColor, is: blue, "the colour")
    try expect(try daemon.status().counters.flips, is: flips, "flips")
    try daemon.setClock(runs: true)

    _ = try daemon.client.call(SetOverscanCall(screen: screen, overscan: OverscanInfo(left: "10%")))
    let moved = try small()
    try expect([moved[7, 30], moved[8, 30], moved[79, 30]], is: [black, blue, blue], "the left edge has come in")
    _ = try daemon.client.call(FreezeCall(screen: screen, on: true))
    _ = try daemon.client.call(ShowCall(screen: screen, content: .color("#c02020")))
    try expect(try small()[40, 30], is: blue, "what is held")
    _ = try daemon.client.call(FreezeCall(screen: screen, on: false))
    try expect(try small()[40, 30], is: red, "what goes on")
    _ = try daemon.client.call(BlankCall(screen: screen, on: true))
    try expect(try small().uniformColor, is: black, "what covers it")
    _ = try daemon.client.call(BlankCall(screen: screen, on: false))
    _ = try daemon.client.call(PowerCall(screen: screen, on: false))
    let refusal = try failure { _ = try small() }
    try expect(refusal.contains("dark"), "why there is none: \(refusal)")
  }

  private static func failure(_ body: () throws -> Void) throws -> String {
    do { try body() } catch let error as ClientError { return error.description }
    throw ScenarioFailure("A picture of a screen without a signal.")
  }
}
