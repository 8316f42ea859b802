internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import TestKit
internal import VirtualMachine

extension Scenario {
  static let killedWhileKeeping = Scenario(
    "after a kill at any moment of a write, each acknowledged change is there again",
    gate: [.simulated]
  ) { bench in
    let setup = DaemonSetup.showing("color: \"#204060\"")
    var daemon = try bench.start(setup)
    try bench.plug(1, TestDisplay(640, 480))
    try daemon.wait(1, .presented)
    let session = try unwrap(daemon.screen(1)?.scene, "no scene")
    var generator = SeededGenerator(seed: 3)
    var kept: Int64 = 0
    for round in 1...20 {
      let count = 40
      let calls = (1...count).map { number in
        #"{"method":"org.marquee.Display.SetUserInfo","parameters":{"session":"\#(session)","userInfo":{"n":\#(kept + Int64(number))}}}"#
      }
      let connection = try RawConnection(bench)
      connection.send(calls.flatMap { Array($0.utf8) + [0] })
      var answers: [UInt8] = []
      let enough = Int.random(in: 0..<count, using: &generator)
      while answers.count(where: { $0 == 0 }) < enough, let bytes = connection.receive(), !bytes.isEmpty {
        answers += bytes
      }
      try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
      answers += Array(connection.rest().utf8)
      let text = String(decoding: answers, as: UTF8.self)
      try expect(!text.contains("error"), "round \(round): an error among the answers: \(text)")
      let acknowledged = kept + Int64(answers.count { $0 == 0 })

      daemon = try bench.start(setup)
      guard case .integer(let there) = try daemon.client.call(GetSessionCall(session: session)).userInfo["n"] else {
        // The daemon was killed before the first acknowledgement.
        try expect(acknowledged, is: 0, "round \(round): acknowledged, and nothing is there")
        continue
      }
      try expect(
        (acknowledged...(kept + Int64(count))).contains(there),
        "round \(round): \(there) is there, and \(acknowledged) was acknowledged")
      kept = there
    }
    try expect(kept > 0, "something was kept")
  }
}
