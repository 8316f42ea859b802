internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let turnInTwoRefreshes = Scenario(
    "each turn of a talk's page is on the screen within two refreshes, counted by the driver's vblanks",
    gate: [.simulated], long: [.vkms]
  ) { bench in
    let deck = try bench.write(MadeFiles.document(talkInks), name: "talk.pdf")
    let daemon = try bench.start(.showing("color: \"#204060\""))
    try bench.plug(1, TestDisplay(800, 600))
    try daemon.wait(1, .presented)
    _ = try daemon.client.call(StartTalkCall(deck: deck))
    let mode = try unwrap(daemon.screen(1)?.currentMode, "the screen has no mode")
    let interval = 1e12 / Double(mode.refreshMillihertz)
    let events = try daemon.events()
    try events.drain()
    var number = 0
    /// The refreshes from the arrival of the call in the daemon until the flip.
    func turn() throws -> Double {
      let start = events.events.count
      let turn = try daemon.client.call(ControlTalkCall(action: number % 8 < 4 ? .next : .previous))
      number += 1
      let frame = try unwrap(turn.presented.first, "the turn is not answered with its frame: \(turn)")
      try expect(frame.timestampSource, is: .driver, "who says when it was seen")
      let event = try events.wait("the turn", from: start) { $0.event == .talkDidChange }
      let refreshes = (Double(frame.monotonicNanoseconds) - Double(event.monotonicNanoseconds)) / interval
      // Enough time to draw the next slide ahead, like a speaker's pause.
      bench.letPass(seconds: 0.05)
      return refreshes
    }

    let all = try (0..<40).map { _ in try turn() }.sorted()
    try expect(all.allSatisfy { $0 > 0 }, "it cannot be seen before it is asked for: \(all.map(hundredths))")
    try expect(all.last ?? 0 <= 2, "refreshes: \(all.map(hundredths))")
    try expect(daemon.explain(1).modesets, is: 1, "modesets")
  }

  static let turnNeedsNoDrawing = Scenario(
    "the slides beside the speaker's are drawn ahead: pages turn while the drawing process is stopped, also frozen and covered",
    gate: [.simulated]
  ) { bench in
    let deck = try bench.write(MadeFiles.document(talkInks), name: "talk.pdf")
    let daemon = try bench.start(.showing("color: \"#204060\""))
    try bench.plug(1, TestDisplay(800, 450))
    try daemon.wait(1, .presented)
    _ = try daemon.client.call(StartTalkCall(deck: deck, page: 3))
    let process = try daemon.status().processID
    func signal(_ name: String) throws {
      _ = try ChildProcess.shell(
        """
        for child in $(cat /proc/\(process)/task/*/children); do
          case $(cat /proc/$child/comm) in marquee-p*) kill -s \(name) $child ;; esac
        done
        """)
    }
    func turn(_ action: TalkAction, to ink: RGB) throws {
      let reply = try daemon.client.call(ControlTalkCall(action: action), timeoutSeconds: 60)
      try expect(reply.presented.count, is: 1, "frames of a turn to \(reply.talk.page)")
      try daemon.photograph(1, "slide \(reply.talk.page)") { isTalkInk($0.uniformColor, ink) }
    }
    for (held, cover) in [(false, false), (true, false), (false, true)] {
      // Until the slides ahead are drawn: the neighbour's picture was made without an extra frame.
      bench.letPass(seconds: 1)
      if held { _ = try daemon.client.call(ControlTalkCall(action: .freeze, on: true)) }
      if cover { _ = try daemon.client.call(ControlTalkCall(action: .black, on: true)) }
      bench.letPass(seconds: 1)
      try signal("STOP")
      // The daemon's clock would wait for the stopped process.
      try bench.inRealTime {
        if held { _ = try daemon.client.call(ControlTalkCall(action: .freeze, on: false), timeoutSeconds: 60) }
        if cover { _ = try daemon.client.call(ControlTalkCall(action: .black, on: false), timeoutSeconds: 60) }
        try turn(.next, to: talkInks[3])
        try turn(.previous, to: talkInks[2])
        try turn(.previous, to: talkInks[1])
        try signal("CONT")
      }
      try turn(.next, to: talkInks[2])
    }
  }

  private static func hundredths(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}
