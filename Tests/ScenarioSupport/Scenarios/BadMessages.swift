internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let badMessages = Scenario(
    "malformed, oversized and half-sent messages and too many connections each get an error, and the daemon continues",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let daemon = try bench.start(.showing("color: \"#204060\""))
    try bench.plug(1, TestDisplay(640, 480))
    try daemon.wait(1, .presented)
    func answer(_ bytes: [UInt8]) throws -> String {
      let connection = try RawConnection(bench)
      connection.send(bytes)
      return connection.rest()
    }
    try expect(answer(Array("rubbish".utf8) + [0]).contains("org.marquee.Display.MalformedMessage"), "rubbish")
    try expect(answer([0xff, 0xfe, 0x00]).contains("org.marquee.Display.MalformedMessage"), "no UTF-8")
    let large = [UInt8](repeating: UInt8(ascii: "a"), count: 100_000)
    let refusal = try answer(large)
    // Unread bytes cause a reset, and the relay to the virtual machine may then lose the last bytes.
    try expect(
      refusal.contains("org.marquee.Display.MessageTooLong") || bench.kind.isReal, "a message of 100 KB: \(refusal)")

    let other = try RawConnection(bench)
    other.call("{\"method\":\"org.marquee.Display.Nonsense\"}")
    let reply = String(decoding: other.receive() ?? [], as: UTF8.self)
    try expect(reply.contains("org.varlink.service.MethodNotFound"), "an unknown method: \(reply)")
    other.call("{\"method\":\"org.marquee.Display.Blank\",\"parameters\":{\"screen\":7,\"on\":true}}")
    let typed = String(decoding: other.receive() ?? [], as: UTF8.self)
    try expect(typed.contains("org.varlink.service.InvalidParameter"), "a parameter of the wrong type: \(typed)")

    let half = try RawConnection(bench)
    half.send(Array("{\"method\":\"org.marq".utf8))
    var many: [RawConnection] = []
    for _ in 0..<60 {
      guard let connection = try? RawConnection(bench) else { break }
      connection.call("{\"method\":\"org.marquee.Display.Apps\"}")
      many.append(connection)
    }
    let answers = many.map { String(decoding: $0.receive() ?? [], as: UTF8.self) }
    try expect(answers.contains { $0.contains("lobby") }, "the first of many connections are served")
    try expect(answers.contains { $0.contains("TooManyConnections") }, "the last of many connections are told why not")
    many = []

    // No client is blocked for good: after the many connections have ended, a new client is served.
    let status = bench.poll(within: 10) { try? bench.connect().call(StatusCall()) }
    try expect(status != nil, "a client is served after all that")
    try expect(bench.photograph(1).uniformColor, is: RGB(0x20, 0x40, 0x60), "the picture after all that")
    try expect(daemon.explain(1).modesets, is: 1, "modesets")
    _ = half
  }
}
