internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let talkReachesItsWatchers = Scenario(
    "clients get the slides' texts, notes and pictures, notes survive kill -9, and all watchers get the same state",
    gate: [.simulated]
  ) { bench in
    let deck = try bench.write(MadeFiles.document(talkInks), name: "talk.pdf")
    var daemon = try bench.start(.showing("color: \"#204060\""))
    try bench.plug(1, TestDisplay(800, 450))
    try daemon.wait(1, .presented)
    do {
      _ = try daemon.client.call(ControlTalkCall(action: .next))
      throw ScenarioFailure("a page was turned without a talk")
    } catch let error as ClientError {
      try expect("\(error)".contains("No talk is running"), "\(error)")
    }
    let events = try daemon.events()
    _ = try daemon.client.call(StartTalkCall(deck: deck, durationSeconds: 600))
    let watchers = try (0..<3).map { _ in try bench.connect().talk() }
    for watcher in watchers {
      try expect(watcher.next(timeoutSeconds: 10)?.talk?.page, is: 1, "the slide that is told first")
    }
    _ = try daemon.client.call(ControlTalkCall(action: .next))
    for watcher in watchers {
      try expect(watcher.next(timeoutSeconds: 10)?.talk?.page, is: 2, "the slide that is told then")
    }

    _ = try daemon.client.call(SetTalkNotesCall(notes: [TalkNoteInfo(page: 2, text: "# Breathe")]))
    let version = try daemon.client.call(GetTalkCall()).talk?.deckVersion
    try expect(version != nil, "the deck has a version")
    let slides = try daemon.client.call(TalkSlidesCall())
    try expect(slides.pages, is: 5, "pages")
    try expect(slides.slides.map(\.page), is: [1, 2, 3, 4, 5], "slides")
    try expect(slides.slides.map(\.notes), is: ["", "# Breathe", "", "", ""], "notes")
    let picture = try daemon.client.call(TalkPictureCall(page: 3, width: 160, height: 120))
    try expect([picture.width, picture.height], is: [160, 90], "the picture's size")
    let bytes = try unwrap(Base64.decode(picture.png), "the picture is no base64")
    try expect(isTalkInk(try PNGReader.picture(bytes).uniformColor, talkInks[2]), "the picture's colour")

    let message = try daemon.client.call(ControlTalkCall(action: .message, text: "Back at 10:40"))
    try expect(message.presented.count, is: 1, "frames of a message")
    try daemon.photograph(1, "the strip") { isTalkInk($0.at(0.01, 0.99), RGB(0x14, 0x18, 0x20)) }
    _ = try daemon.client.call(ControlTalkCall(action: .message, seconds: 1, text: "Back at 10:41"))
    try daemon.photograph(1, "no strip any more") { isTalkInk($0.uniformColor, talkInks[1]) }
    _ = try daemon.client.call(ControlTalkCall(action: .code, text: "https://example.org/feedback"))
    try daemon.photograph(1, "the code's light margin") { isTalkInk($0.at(0.5, 0.16), .white) }
    _ = try daemon.client.call(ControlTalkCall(action: .code, text: ""))
    try daemon.photograph(1, "the slide alone") { isTalkInk($0.uniformColor, talkInks[1]) }

    try events.wait("talkDidBegin") { $0.event == .talkDidBegin }
    try events.wait("talkDidChange") { $0.event == .talkDidChange }
    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(.showing("color: \"#204060\""))
    try daemon.wait(1, .presented)
    try expect(
      daemon.client.call(TalkSlidesCall(first: 2, count: 1)).slides.map(\.notes), is: ["# Breathe"], "kept notes")
    try expect(daemon.client.call(GetTalkCall()).talk?.deckVersion, is: version, "the deck's version after kill -9")
    _ = try daemon.client.call(EndTalkCall())
  }
}
