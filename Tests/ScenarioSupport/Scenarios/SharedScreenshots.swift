internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import Foundation
internal import VirtualMachine

extension Scenario {
  static let sharedScreenshots = Scenario(
    "many requests for a screenshot share two reads of the picture, and a user who asks too often is refused",
    gate: [.simulated]
  ) { bench in
    let daemon = try bench.start(.showing("color: \"#204060\""))
    try bench.plug(1, TestDisplay(800, 600))
    try daemon.wait(1, .presented)
    let before = try daemon.status().rasterizer.jobs
    // No frame ends while the clock is stopped, and so no screenshot either.
    try daemon.setClock(runs: false)
    let call = "{\"method\":\"org.marquee.Display.Screenshot\",\"parameters\":{\"screen\":\"\(bench.connector(1))\"}}"
    let connections = try (0..<9).map { _ in try RawConnection(bench) }
    for connection in connections.prefix(8) {
      connection.call(call)
      // The daemon serves clients in their order, so it has handled this call before it answers the next one.
      _ = try daemon.status()
    }
    let refused = try unwrap(connections.last, "no connection")
    refused.call(call)
    let answer = String(decoding: refused.receive() ?? [], as: UTF8.self)
    try expect(answer.contains("org.marquee.Display.Failed"), "the ninth is refused: \(answer)")
    try daemon.setClock(runs: true)
    for connection in connections.prefix(8) {
      let start = String(decoding: (connection.receive() ?? []).prefix(200), as: UTF8.self)
      try expect(!start.contains("error"), "an answer: \(start)")
    }
    let jobs = try daemon.status().rasterizer.jobs - before
    try expect(jobs, is: 2, "pictures that were encoded: the first one's, and one for all who came later")
  }
}
