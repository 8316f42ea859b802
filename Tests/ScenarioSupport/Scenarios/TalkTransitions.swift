internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let talkTransitions = Scenario(
    "slides change with the deck's transitions or the configuration's, and a press, a cover or a restart ends one at once",
    gate: [.simulated]
  ) { bench in
    let push = "/Trans << /S /Push /D 1 /Di 180 >>"
    let deck = try bench.write(
      MadeFiles.document(talkInks, entries: ["", push, push, push]), name: "talk.pdf")
    let setup = DaemonSetup.showing("color: \"#204060\"")
    var daemon = try bench.start(setup)
    try bench.plug(1, TestDisplay(800, 450))
    try bench.plug(2, TestDisplay(640, 360, serial: "2"))
    try daemon.wait(1, .presented)
    try daemon.wait(2, .presented)
    _ = try daemon.client.call(StartTalkCall(deck: deck))
    let watcher = try bench.connect().talk()
    try expect(watcher.next(timeoutSeconds: 10)?.talk?.page, is: 1, "the slide at first")
    func tell(_ action: TalkAction, page: Int? = nil, on: Bool? = nil) throws -> TalkReply {
      try daemon.client.call(ControlTalkCall(action: action, page: page, on: on))
    }
    /// Whether the display shows one slide at the left, and another at the right, in the middle of a transition.
    func both(_ display: Int, _ left: Int, _ right: Int) throws {
      let picture = try bench.photograph(display)
      let (first, last) = (picture.at(0.1, 0.5), picture.at(0.9, 0.5))
      try expect(isTalkInk(first, talkInks[left - 1]), "slide \(left) at the left: \(first)")
      try expect(isTalkInk(last, talkInks[right - 1]), "slide \(right) at the right: \(last)")
    }
    func alone(_ slide: Int, _ what: String) throws {
      for display in 1...2 {
        let picture = try bench.photograph(display)
        try expect(isTalkInk(picture.uniformColor, talkInks[slide - 1]), what)
      }
    }
    try expect(tell(.next).presented.count, is: 2, "frames of a turn")
    bench.letPass(seconds: 0.5)
    try both(1, 1, 2)
    try both(2, 1, 2)
    // The speaker's view has the slide itself.
    let reply = try daemon.client.call(TalkPictureCall(page: 2, width: 160, height: 120))
    let bytes = try unwrap(Base64.decode(reply.png), "the picture is no base64")
    try expect(isTalkInk(try PNGReader.picture(bytes).uniformColor, talkInks[1]), "the picture of the view")
    bench.letPass(seconds: 1)
    try alone(2, "after the transition")
    try expect(watcher.next(timeoutSeconds: 10)?.talk?.page, is: 2, "the slide that is told")

    _ = try tell(.next)
    bench.letPass(seconds: 0.5)
    try both(1, 2, 3)
    _ = try tell(.next)
    try expect(isTalkInk(bench.photograph(1).at(0.1, 0.5), talkInks[2]), "slide 3 in full at once")
    bench.letPass(seconds: 0.5)
    try both(1, 3, 4)
    // The end of a transition is told to nobody.
    try expect(watcher.next(timeoutSeconds: 10)?.talk?.page, is: 3, "the slide that is told")
    try expect(watcher.next(timeoutSeconds: 10)?.talk?.page, is: 4, "the slide that is told next")
    _ = try tell(.black, on: true)
    try expect(bench.photograph(1).uniformColor, is: RGB(0, 0, 0), "black at once")
    _ = try tell(.black, on: false)
    try alone(4, "after black")
    _ = try tell(.previous)
    try alone(3, "a turn back")
    // The last page has no transition.
    _ = try tell(.last)
    try alone(5, "a page without a transition")

    _ = try tell(.goto, page: 1)
    _ = try tell(.next)
    bench.letPass(seconds: 0.5)
    try both(1, 1, 2)
    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(setup)
    for display in 1...2 {
      try daemon.wait(display, .presented)
      try daemon.photograph(display, "slide 2 after kill -9") { isTalkInk($0.uniformColor, talkInks[1]) }
    }

    func reload(_ keys: String) throws {
      _ = try bench.write("\(keys)\n\(setup.configuration ?? "")", name: "marquee.yaml")
      _ = try daemon.client.call(ReloadCall())
    }
    try reload("talk: { transition: \"wipe 2s linear right\" }")
    _ = try tell(.last)
    bench.letPass(seconds: 1)
    try both(1, 5, 2)
    bench.letPass(seconds: 2)
    try alone(5, "after the configuration's transition")
    for keys in ["talk: { transition: none }", "talk: { transition: crossfade }\nreducedMotion: true"] {
      _ = try tell(.goto, page: 1)
      try reload(keys)
      _ = try tell(.next)
      try alone(2, keys)
    }
  }
}
