import ControlProtocol
import ScenarioSupport
import Testing

/// Keys in a real terminal, and the daemon's state of the talk after them.
@Suite(.serialized, .timeLimit(.minutes(30))) struct PresentKeyTests {
  @Test func keysBeforeTheViewTurnNothing() async throws {
    try await ScenarioThreads.run {
      let fixture = try PresentFixture()
      let gate = try Bell("\(fixture.terminal.directory)/gate")
      try fixture.terminal.run("printf 's%s' oon; read -r line < gate; marqueectl present talk.pdf")
      try fixture.terminal.wait("the pause before it") { $0.contains("soon") }
      try fixture.terminal.press("NPage", "NPage", "b")
      gate.ring()
      try fixture.terminal.wait("the view") { $0.contains(" of 12") }
      try fixture.terminal.press("f")
      let talk = try fixture.wait("a key after it") { $0.frozen }
      #expect(talk.page == 1 && talk.cover == .none)
    }
  }

  @Test func eachKeyDoesItsAction() async throws {
    try await ScenarioThreads.run {
      let fixture = try PresentFixture()
      let terminal = fixture.terminal
      try fixture.present()
      let keys: [(String, [String], (TalkInfo) -> Bool)] = [
        ("next", ["Space"], { $0.page == 2 && $0.timer.running }), ("next by arrow", ["Right"], { $0.page == 3 }),
        ("next by clicker", ["NPage"], { $0.page == 4 }), ("back by clicker", ["PPage"], { $0.page == 3 }),
        ("back", ["Left"], { $0.page == 2 }), ("last", ["End"], { $0.page == 12 }),
        ("first", ["Home"], { $0.page == 1 }),
        ("jump", ["g", "1", "1", "Enter"], { $0.page == 11 }), ("jump by digits", ["7", "Enter"], { $0.page == 7 }),
        ("overview", ["Tab", "Down", "Down", "Enter"], { $0.page == 9 }),
        ("freeze", ["f"], { $0.frozen && $0.shownPage == 9 }),
        ("on while frozen", ["Space"], { $0.page == 10 && $0.shownPage == 9 }),
        ("thaw", ["f"], { !$0.frozen && $0.shownPage == 10 }), ("black", ["b"], { $0.cover == .black }),
        ("white", ["w"], { $0.cover == .white }), ("uncover", ["w"], { $0.cover == .none }),
        ("pointer", ["p", "Right"], { $0.pointer?.kind == .pointer && ($0.pointer?.x ?? 0) > 0.51 }),
        ("spotlight", ["l"], { $0.pointer?.kind == .spotlight }), ("no pointer", ["Escape"], { $0.pointer == nil }),
        ("message", ["m", "H", "i", "Enter"], { $0.message == "Hi" }),
        ("no message", ["m", "Enter"], { $0.message == nil }),
        ("pause", ["t"], { !$0.timer.running }), ("reset", ["R"], { $0.timer.elapsedMilliseconds == 0 }),
        ("start", ["t"], { $0.timer.running }),
        ("minutes", ["d", "5", "Enter"], { $0.timer.durationMilliseconds == 300_000 }),
      ]
      for (what, pressed, fits) in keys {
        for key in pressed { try terminal.press(key) }
        try fixture.wait(what, until: fits)
      }
    }
  }

  @Test func helpListAndSearchAreShown() async throws {
    try await ScenarioThreads.run {
      let fixture = try PresentFixture()
      let terminal = fixture.terminal
      try fixture.present()
      try terminal.press("?")
      try terminal.wait("help") { $0.contains("list of all slides") && $0.contains("freeze") }
      try terminal.press("q")
      try terminal.wait("slides again") { $0.contains("next: 2") }
      try terminal.wait("the notes") { $0.contains("Welcome all") && $0.contains("• two") }
      try terminal.press("/")
      try terminal.type("unicorn")
      try terminal.press("Enter")
      try terminal.wait("the place found") { $0.contains("contain \"unicorn\"") }
      #expect(try fixture.talk()?.page == 1)
      try terminal.press("Enter")
      try fixture.wait("the slide with those words") { $0.page == 7 }
      try terminal.wait("its notes") { $0.contains("The unicorn stands here") }
      try terminal.type("g99")
      try terminal.press("Enter")
      try terminal.wait("what is wrong") { $0.contains("There is no slide 99: the deck has 12") }
    }
  }

  @Test func titlesAreThoseOfTheSlides() async throws {
    try await ScenarioThreads.run {
      let fixture = try PresentFixture()
      try fixture.present()
      try fixture.terminal.wait("titles") { $0.contains("Growing pines") && $0.contains("What owls say") }
    }
  }

  @Test func eightyByTwentyFourIsEnoughAndTwentyByFiveIsTooSmall() async throws {
    try await ScenarioThreads.run {
      let fixture = try PresentFixture()
      let terminal = fixture.terminal
      try fixture.present()
      let lines = try terminal.screen().split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.first?.contains("HDMI-A-1 1280x720@60") == true)
      try terminal.resize(20, 5)
      try terminal.wait("what it needs") { $0.contains("Too small: 20x5") && $0.contains("40x10") }
      try terminal.press("Space")
      try fixture.wait("a key while it is too small") { $0.page == 2 }
      try terminal.resize(120, 40)
      try terminal.wait("all of it again") {
        $0.contains("2 of 12") && $0.contains("next: 3") && $0.contains("l spotlight")
      }
    }
  }

  @Test func displaysThatComeAndGoAreReported() async throws {
    try await ScenarioThreads.run {
      let fixture = try PresentFixture(columns: 120)
      try fixture.present()
      try fixture.terminal.press("5", "Enter", "f")
      try fixture.wait("slide 5, frozen") { $0.page == 5 && $0.frozen }
      try fixture.bench.unplug(1)
      try fixture.terminal.wait("the unplug") { $0.contains("HDMI-A-1 unplugged; the talk continues at slide 5") }
      try fixture.bench.plug(3, TestDisplay(1280, 800))
      try fixture.terminal.wait("another") { $0.contains("another projector: ") && $0.contains(" on DP-1 1280x800@5") }
      try fixture.bench.plug(1, TestDisplay(1280, 720))
      try fixture.terminal.wait("it is back") { $0.contains("HDMI-A-1 is back") }
      try fixture.bench.unplug(1)
      try fixture.terminal.wait("the unplug again") { $0.contains("HDMI-A-1 unplugged") }
      try fixture.bench.plug(1, TestDisplay(1280, 720, model: "Lecture hall"))
      try fixture.terminal.wait("another on the same connector") {
        $0.contains("another projector: ") && $0.contains("Lecture hall") && !$0.contains("is back")
      }
      try fixture.wait("all as it was") { $0.page == 5 && $0.frozen && $0.timer.running }
    }
  }

  @Test func aDisplayNeverSeenBeforeIsAskedFor() async throws {
    try await ScenarioThreads.run {
      let fixture = try PresentFixture()
      try fixture.present("talk.pdf --new-screens ask")
      try fixture.bench.plug(4, TestDisplay(1280, 800))
      try fixture.terminal.wait("the question") { $0.contains("DP-2 is new: press s") }
      try fixture.terminal.press("s")
      try fixture.wait("it shows the talk") { $0.screens.contains { $0.screen == "DP-2" && $0.state == .shown } }
    }
  }
}
