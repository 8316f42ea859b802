internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let talkInks = [
    RGB(0xc0, 0x20, 0x20), RGB(0x20, 0xa0, 0x40), RGB(0x30, 0x40, 0xd0), RGB(0xd0, 0xb0, 0x20), RGB(0x80, 0x20, 0xa0),
  ]
  static let lobbyInk = RGB(0x20, 0x40, 0x60)

  static let talkLivesOn = Scenario(
    "a talk's slide, freeze, cover and timer survive an unplug, another projector in another mode, and kill -9",
    gate: [.simulated], long: [.virtio]
  ) { bench in
    let deck = try bench.write(MadeFiles.document(talkInks), name: "talk.pdf")
    var daemon = try bench.start(.showing("color: \"#204060\""))
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let begun = try daemon.client.call(StartTalkCall(deck: deck))
    try expect(begun.talk.pages, is: 5, "pages")
    try expect(begun.presented.map(\.screen), is: [bench.connector(1)], "screens with a frame")
    try expect(begun.talk.screens.map(\.state), is: [.shown], "screens of the talk")
    try daemon.photograph(1, "the first slide") { isTalkInk($0.uniformColor, talkInks[0]) }
    func control(_ action: TalkAction, page: Int? = nil, on: Bool? = nil) throws -> TalkReply {
      try daemon.client.call(ControlTalkCall(action: action, page: page, on: on))
    }
    try expect(control(.goto, page: 3).presented.count, is: 1, "frames of a turn")
    try daemon.photograph(1, "slide 3") { isTalkInk($0.uniformColor, talkInks[2]) }
    try expect(control(.freeze, on: true).presented.count, is: 0, "frames of a freeze")
    let ahead = try control(.next)
    try expect(ahead.talk.page, is: 4, "the speaker's slide")
    try expect(ahead.talk.shownPage, is: 3, "the audience's slide")
    try expect(ahead.talk.timer.running, "the timer runs since the first turn")
    try expect(control(.black, on: true).presented.count, is: 1, "frames of black")
    try daemon.photograph(1, "black") { isTalkInk($0.uniformColor, RGB(0, 0, 0)) }

    try bench.unplug(1)
    try daemon.wait(1, .disconnected)
    try bench.plug(1, TestDisplay(800, 600, model: "Other"))
    try daemon.wait(1, .mode("800x600"))
    try daemon.photograph(1, "black in the other mode") {
      $0.sizeText == "800x600" && isTalkInk($0.uniformColor, RGB(0, 0, 0))
    }
    // A page of 16:9 leaves bars above and below it.
    _ = try control(.black, on: false)
    try daemon.photograph(1, "the slide that is held, in the other mode") { isTalkInk($0.mainColor, talkInks[2]) }
    let thawed = try control(.freeze, on: false)
    try expect(thawed.talk.shownPage, is: 4, "the slide once it is thawed")
    try daemon.photograph(1, "the speaker's slide") { isTalkInk($0.mainColor, talkInks[3]) }
    let before = try control(.goto, page: 3).talk

    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(.showing("color: \"#204060\""))
    try daemon.wait(1, .presented)
    try daemon.photograph(1, "slide 3 after kill -9") { isTalkInk($0.mainColor, talkInks[2]) }
    let after = try unwrap(daemon.client.call(GetTalkCall()).talk, "no talk goes on")
    try expect(after.identifier, is: before.identifier, "the talk")
    try expect(after.page, is: 3, "the slide")
    try expect(after.timer.running, "the timer runs")
    try expect(after.timer.elapsedMilliseconds >= before.timer.elapsedMilliseconds, "the timer has gone on")

    try expect(daemon.client.call(EndTalkCall()).presented.count, is: 1, "frames of the end")
    try daemon.photograph(1, "what was there before") { isTalkInk($0.uniformColor, lobbyInk) }
    try expect(daemon.client.call(GetTalkCall()).talk == nil, "no talk goes on")
  }

  /// Colours of a page are converted to fractions and back.
  static func isTalkInk(_ color: RGB?, _ wanted: RGB) -> Bool {
    guard let color else { return false }
    func far(_ left: UInt8, _ right: UInt8) -> Bool { abs(Int(left) - Int(right)) > 1 }
    return !far(color.red, wanted.red) && !far(color.green, wanted.green) && !far(color.blue, wanted.blue)
  }
}
