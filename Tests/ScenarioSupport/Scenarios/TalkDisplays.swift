internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import Glibc
internal import VirtualMachine

extension Scenario {
  static let talkAsksAboutNewDisplays = Scenario(
    "a new display shows nothing of a talk until a command allows it, also after kill -9",
    gate: [.simulated]
  ) { bench in
    let deck = try bench.write(MadeFiles.document(talkInks), name: "talk.pdf")
    var daemon = try bench.start(.showing("color: \"#204060\""))
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented)
    let begun = try daemon.client.call(StartTalkCall(deck: deck, newScreens: .ask))
    try expect(begun.talk.screens.map(\.state), is: [.shown], "a display that was seen before")

    try bench.plug(2, TestDisplay(1280, 720, model: "Stranger", serial: "9"))
    try daemon.wait(2, .mode("1280x720"))
    try daemon.photograph(2, "nothing") { isTalkInk($0.uniformColor, RGB(0, 0, 0)) }
    func states(_ daemon: DaemonHandle) throws -> [String: TalkScreenState] {
      let talk = try unwrap(daemon.client.call(GetTalkCall()).talk, "no talk goes on")
      return Dictionary(uniqueKeysWithValues: talk.screens.map { ($0.screen, $0.state) })
    }
    try expect(states(daemon), is: [bench.connector(1): .shown, bench.connector(2): .waiting], "the screens")
    let turn = try daemon.client.call(ControlTalkCall(action: .next))
    try expect(turn.presented.map(\.screen), is: [bench.connector(1)], "screens of a turn")

    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(.showing("color: \"#204060\""))
    try daemon.wait(1, .presented)
    try daemon.wait(2, .mode("1280x720"))
    try expect(
      states(daemon), is: [bench.connector(1): .shown, bench.connector(2): .waiting], "the screens after kill -9")
    let shown = try daemon.client.call(ControlTalkCall(action: .show, screen: bench.connector(2)))
    try expect(shown.presented.map(\.screen), is: [bench.connector(2)], "screens of show")
    try daemon.photograph(2, "the slide") { isTalkInk($0.uniformColor, talkInks[1]) }
    _ = try daemon.client.call(EndTalkCall())
    try daemon.photograph(2, "the lobby") { isTalkInk($0.uniformColor, lobbyInk) }
  }

  static let newTalkAsksAgain = Scenario(
    "a new display with a late EDID waits for it, a new talk asks again, and each display of a talk can be identified",
    gate: [.simulated]
  ) { bench in
    let deck = try bench.write(MadeFiles.document(talkInks), name: "talk.pdf")
    let daemon = try bench.start(.showing("color: \"#204060\""))
    let (known, stranger) = (TestDisplay(1280, 720), TestDisplay(1280, 720, model: "Stranger", serial: "9"))
    try bench.plug(1, known)
    try daemon.wait(1, .presented)
    let begun = try daemon.client.call(StartTalkCall(deck: deck, newScreens: .ask))
    func screens() throws -> [TalkScreenInfo] {
      let talk = try unwrap(daemon.client.call(GetTalkCall()).talk, "no talk goes on")
      return talk.screens
    }
    let first = try unwrap(begun.talk.screens.first?.display, "the display says not which it is")
    try bench.unplug(1)
    try daemon.wait(1, .disconnected)
    try bench.plug(1, stranger, withoutEDIDListing: .guessed, revealedSilentlyAfter: nil)
    // This also holds in a guessed mode.
    _ = try unwrap(bench.poll(within: 10) { try daemon.screen(1)?.currentMode }, "the display is not lit")
    try daemon.photograph(1, "nothing, while it is guessed who it is") { isTalkInk($0.uniformColor, RGB(0, 0, 0)) }
    try expect(screens().map(\.state), is: [.waiting], "the display while it is guessed who it is")
    try expect(screens().map(\.display), is: [nil], "who it is, while that is guessed")
    try bench.revealEDID(1)
    let told = try bench.poll(within: 10) { try screens().first { $0.display?.contains("Stranger") == true } }
    try expect(told?.state, is: .waiting, "the stranger")
    try expect(told?.display != first, "another display says another name")

    _ = try daemon.client.call(ControlTalkCall(action: .show, screen: bench.connector(1)))
    try daemon.photograph(1, "the slide") { isTalkInk($0.uniformColor, talkInks[0]) }
    let next = try daemon.client.call(StartTalkCall(deck: deck, newScreens: .ask, replace: true))
    try expect(next.talk.screens.map(\.state), is: [.waiting], "the stranger in a new talk")
    try daemon.photograph(1, "nothing of the new talk") { isTalkInk($0.uniformColor, RGB(0, 0, 0)) }
  }

  static let talkHandsBack = Scenario(
    "the end of a talk restores the earlier content of each display, also after a restart and a reload",
    gate: [.simulated]
  ) { bench in
    func setup(_ ink: String) -> DaemonSetup {
      DaemonSetup(
        """
        screens:
          - { match: { connector: \(bench.connector(3)) }, use: console }
          - { match: { connector: \(bench.connector(4)) }, use: dark }
        apps:
          lobby: { foreground: true, scenes: { externalDisplayNonInteractive: [{ name: main, content: { color: "\(ink)" } }] } }
          menu: { scenes: { externalDisplayNonInteractive: [{ name: main, content: { color: "#602040" } }] } }

        """)
    }
    let deck = try bench.write(MadeFiles.document(talkInks), name: "talk.pdf")
    var daemon = try bench.start(setup("#204060"))
    for display in 1...4 { try bench.plug(display, TestDisplay(800, 450, serial: "\(display)")) }
    try daemon.wait(1, .presented)
    try daemon.wait(2, .presented)
    _ = try daemon.client.call(SetForegroundCall(app: "menu", screen: bench.connector(2)))
    _ = try daemon.show(1, .color("#101112"))
    let begun = try daemon.client.call(StartTalkCall(deck: deck))
    try expect(
      Set(begun.talk.screens.map(\.screen)), is: [bench.connector(1), bench.connector(2)], "screens of the talk")
    for display in 1...2 {
      try daemon.photograph(display, "the first slide") { isTalkInk($0.uniformColor, talkInks[0]) }
    }
    for display in 3...4 { try expect(bench.isDark(display), "display \(display) is left alone") }
    do {
      _ = try daemon.client.call(StartTalkCall(deck: deck))
      throw ScenarioFailure("a second talk began")
    } catch let error as ClientError {
      try expect("\(error)".contains(deck), "\(error)")
    }

    try expect(bench.end(by: "KILL", within: 5), is: 137, "the status after SIGKILL")
    daemon = try bench.start(setup("#405060"))
    try daemon.wait(1, .presented)
    try daemon.wait(2, .presented)
    for display in 1...2 {
      try daemon.photograph(display, "the first slide") { isTalkInk($0.uniformColor, talkInks[0]) }
    }
    try expect(daemon.client.call(EndTalkCall()).presented.count, is: 2, "frames of the end")
    try daemon.photograph(1, "what was shown there") { isTalkInk($0.uniformColor, RGB(0x10, 0x11, 0x12)) }
    try daemon.photograph(2, "the app that was put there") { isTalkInk($0.uniformColor, RGB(0x60, 0x20, 0x40)) }
    let apps = try daemon.client.call(AppsCall()).apps.map(\.name)
    try expect(apps, is: ["lobby", "menu"], "apps")
    try expect(
      daemon.client.call(SessionsCall()).sessions.map(\.app).contains("talk"), is: false, "sessions of the talk")
  }

  static let talkDeckDisappears = Scenario(
    "a talk continues after its deck is deleted, and with the new file when it exists",
    gate: [.simulated]
  ) { bench in
    let deck = try bench.write(MadeFiles.document(talkInks), name: "talk.pdf")
    let daemon = try bench.start(.showing("color: \"#204060\""))
    try bench.plug(1, TestDisplay(800, 450))
    try daemon.wait(1, .presented)
    for (path, words) in [
      ("talk.pdf", "absolute path"), ("/nowhere/talk.pdf", "no such file"),
      (try bench.write("no PDF", name: "words.pdf"), "words.pdf"),
    ] {
      do {
        _ = try daemon.client.call(StartTalkCall(deck: path))
        throw ScenarioFailure("a talk began with \(path)")
      } catch let error as ClientError {
        try expect("\(error)".contains(words), "\(path): \(error)")
      }
    }
    _ = try daemon.client.call(StartTalkCall(deck: deck, page: 4))
    let watcher = try bench.connect().talk()
    func waitFor(_ what: String, _ fits: (TalkInfo) -> Bool) throws {
      // The daemon checks files by the machine's own clock.
      let isTold = try bench.inRealTime {
        try (0..<100).contains { _ in try watcher.next(timeoutSeconds: 10)?.talk.map(fits) ?? false }
      }
      try expect(isTold, "it is told that \(what)")
    }
    try expect(unlink(deck), is: 0, "the deck is deleted")
    try waitFor("the deck is gone") { $0.trouble?.contains("no such file") == true }
    let turned = try daemon.client.call(ControlTalkCall(action: .goto, page: 5))
    try expect(turned.note?.contains("no such file") == true, "the answer says what is wrong: \(turned.note ?? "")")
    try daemon.photograph(1, "a slide of the file that is gone") { isTalkInk($0.uniformColor, talkInks[4]) }
    _ = try bench.write(MadeFiles.document(Array(talkInks.prefix(2))), name: "talk.pdf")
    try waitFor("the deck is shorter") {
      $0.pages == 2 && $0.page == 2 && $0.remark?.contains("slide 5") == true && $0.trouble == nil
    }
    try daemon.photograph(1, "the last slide of the new one") { isTalkInk($0.uniformColor, talkInks[1]) }
    try expect(daemon.client.call(ControlTalkCall(action: .previous)).talk.remark == nil, "there is nothing to remark")

    // The deck has as many pages, but others. Each watcher is notified that its slides are out of date.
    let known = try unwrap(daemon.client.call(GetTalkCall()).talk?.deckVersion, "the deck has no version")
    _ = try bench.write(MadeFiles.document(Array(talkInks.suffix(2))), name: "talk.pdf")
    try waitFor("the deck is another one") { $0.deckVersion != nil && $0.deckVersion != known && $0.pages == 2 }
    try daemon.photograph(1, "the other one's first slide") { isTalkInk($0.uniformColor, talkInks[3]) }
  }
}
