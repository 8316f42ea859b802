internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let talkThroughModes = Scenario(
    "a mode change during a talk keeps its slide, freeze and timer",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let deck = try bench.write(MadeFiles.document(talkInks), name: "talk.pdf")
    let daemon = try bench.start(.showing("color: \"#204060\""))
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .mode("1280x720"))
    _ = try daemon.client.call(StartTalkCall(deck: deck, page: 2, durationSeconds: 600))
    _ = try daemon.client.call(ControlTalkCall(action: .next))
    _ = try daemon.client.call(ControlTalkCall(action: .freeze, on: true))
    let before = try daemon.client.call(ControlTalkCall(action: .next)).talk
    for mode in ["800x600", "1280x720"] {
      _ = try daemon.client.call(SetModeCall(screen: bench.connector(1), mode: mode))
      try daemon.wait(1, .mode(mode))
      try daemon.photograph(1, "the slide that is held, in \(mode)") {
        $0.sizeText == mode && isTalkInk($0.mainColor, talkInks[2])
      }
      let talk = try unwrap(daemon.client.call(GetTalkCall()).talk, "no talk goes on")
      try expect([talk.page, talk.shownPage], is: [4, 3], "the slides in \(mode)")
      try expect(talk.frozen && talk.timer.running, "it is frozen, and its timer runs, in \(mode)")
      try expect(talk.timer.elapsedMilliseconds >= before.timer.elapsedMilliseconds, "the timer has gone on in \(mode)")
      try expect(talk.screens.allSatisfy { $0.mode?.name.hasPrefix(mode) == true }, "\(mode) is told: \(talk.screens)")
      try expect(talk.screens.map(\.state), is: [.shown], "the display in \(mode)")
    }
    _ = try daemon.client.call(ControlTalkCall(action: .freeze, on: false))
    try daemon.photograph(1, "the speaker's slide") { isTalkInk($0.uniformColor, talkInks[3]) }
  }

  static let talkOfFourControllers = Scenario(
    "a terminal, a phone, a console and a clicker control one talk at the same time, and the others continue after a kill",
    gate: [.simulated]
  ) { bench in
    let deck = try bench.write(MadeFiles.document(talkInks), name: "talk.pdf")
    let daemon = try bench.start(.showing("color: \"#204060\""))
    try bench.plug(1, TestDisplay(800, 450))
    try daemon.wait(1, .presented)
    let call = #"{"method":"org.marquee.Display.ControlTalk","parameters":{"action":"next"}}"#
    var phone: RawConnection? = try RawConnection(bench)
    let (terminal, console, clicker) = (try bench.connect(), try bench.connect(), try bench.connect())
    _ = try terminal.call(StartTalkCall(deck: deck))
    let watchers = try [bench.connect().talk(), bench.connect().talk(), bench.connect().talk()]
    let modesets = try daemon.explain(1).modesets

    // All controllers call at the same time, and each call has one effect.
    for _ in 0..<10 {
      for deed in [TalkAction.next, .next, .previous] {
        _ = try terminal.call(ControlTalkCall(action: deed, noWait: true))
        _ = try console.call(ControlTalkCall(action: .pointer, x: 0.5, y: 0.5, noWait: true))
      }
      _ = try clicker.call(ControlTalkCall(action: .previous, noWait: true))
    }
    try expect(daemon.client.call(GetTalkCall()).talk?.page, is: 1, "the slide after as many turns back as on")
    phone?.call(call)
    _ = phone?.receive()
    try expect(daemon.client.call(GetTalkCall()).talk?.page, is: 2, "the slide after the phone")

    // The phone is killed in the middle of a call, before its answer.
    phone?.call(call)
    phone?.send(Array(call.utf8.prefix(20)))
    phone = nil
    try daemon.photograph(1, "the slide of the last whole call") { isTalkInk($0.uniformColor, talkInks[2]) }
    let shown = try console.call(ControlTalkCall(action: .freeze, on: true)).talk
    try expect(shown.frozen, "the console freezes")
    try expect(clicker.call(ControlTalkCall(action: .next)).talk.page, is: 4, "the slide after the clicker")
    try expect(terminal.call(GetTalkCall()).talk?.shownPage, is: 3, "the slide that the terminal is told")
    for watcher in watchers {
      var last: TalkInfo?
      for _ in 0..<200 where last?.page != 4 { last = try watcher.next(timeoutSeconds: 10)?.talk }
      try expect(last?.page, is: 4, "the slide that a watcher is told last")
      try expect(last?.frozen, is: true, "the freeze that a watcher is told")
    }
    try expect(daemon.explain(1).modesets, is: modesets, "modesets")
  }

  static let talkSlowReader = Scenario(
    "a client that watches a talk without reading causes no wakeups, takes no memory, and reads the newest state next",
    gate: [.simulated]
  ) { bench in
    let deck = try bench.write(MadeFiles.document(talkInks), name: "talk.pdf")
    let daemon = try bench.start(.showing("color: \"#204060\""))
    try bench.plug(1, TestDisplay(800, 450))
    try daemon.wait(1, .presented)
    _ = try daemon.client.call(StartTalkCall(deck: deck))
    let process = try daemon.status().processID
    func move(_ count: Int) throws {
      for number in 0..<count {
        let share = Double(number % 100) / 100
        _ = try daemon.client.call(ControlTalkCall(action: .pointer, x: share, y: share, noWait: true))
      }
    }
    try move(200)
    let watchers = try (0..<8).map { _ in try bench.connect().talk() }
    try move(200)
    let before = try bench.figures(of: process).privateKibibytes
    try move(2000)
    let growth = try bench.figures(of: process).privateKibibytes - before
    try expect(growth < 1024, "memory has grown by \(growth) KiB in 2000 states that nobody has read")
    try expect(daemon.status().counters.droppedReaders, is: 0, "readers that were dropped")
    _ = try daemon.client.call(ControlTalkCall(action: .last))

    // The slides ahead are drawn, and unused workers have ended.
    bench.letPass(seconds: 6)
    let asleep = try bench.figures(of: process)
    bench.letPass(seconds: 7)
    let later = try bench.figures(of: process)
    try expect(later.voluntarySwitches - asleep.voluntarySwitches, is: 0, "wakes for readers that do not read")
    try expect(later.processorTicks - asleep.processorTicks, is: 0, "ticks of processors for readers that do not read")

    for watcher in watchers {
      try expect(watcher.next(timeoutSeconds: 10)?.talk?.page, is: 1, "what it was sent before it stopped")
      // One more may have been on its way. The next one is the newest.
      var last: TalkInfo?
      for _ in 0..<2 where last?.page != 5 { last = try watcher.next(timeoutSeconds: 10)?.talk }
      try expect(last?.page, is: 5, "the newest state")
    }
  }
}
