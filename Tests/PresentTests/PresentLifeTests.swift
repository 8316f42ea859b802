import ControlClient
import ControlProtocol
import Foundation
import ScenarioSupport
import Testing

/// How the view ends, returns, and restores the terminal.
@Suite(.serialized, .timeLimit(.minutes(30))) struct PresentLifeTests {
  /// The properties of a terminal that must stay the same.
  private func marks(_ fixture: PresentFixture) throws -> [String] {
    let terminal = fixture.terminal
    // Another word each time, because the last one may still be on the screen.
    let word = "kept-\(UInt16.random(in: .min ... .max))"
    try terminal.run("clear; stty -a | tr -s ' \\n;' ' ' > modes; echo \(word)")
    try terminal.wait("the modes") { $0.contains("\n\(word)\n") || $0.hasPrefix("\(word)\n") }
    let modes = try String(contentsOfFile: "\(terminal.directory)/modes", encoding: .utf8)
    return [modes]
      + (try ["alternate_on", "cursor_flag", "mouse_any_flag", "wrap_flag"].map { try terminal.value($0) })
  }

  @Test func theTerminalIsGivenBackHoweverTheViewEnds() async throws {
    try await ScenarioThreads.run {
      let fixture = try PresentFixture()
      let terminal = fixture.terminal
      let before = try self.marks(fixture)
      #expect(before.dropFirst() == ["0", "1", "0", "1"])
      let endings: [(String, Int, () throws -> Void)] = [
        ("q, q", 0, { try terminal.press("q", "q") }), ("Ctrl-C twice", 0, { try terminal.press("C-c", "C-c") }),
        ("SIGTERM", 143, { kill(try fixture.presenter(), SIGTERM) }),
        ("SIGQUIT", 131, { kill(try fixture.presenter(), SIGQUIT) }),
        ("SIGHUP", 129, { kill(try fixture.presenter(), SIGHUP) }),
        ("SIGINT", 130, { kill(try fixture.presenter(), SIGINT) }),
        ("SIGUSR1", 138, { kill(try fixture.presenter(), SIGUSR1) }),
        ("SIGALRM", 142, { kill(try fixture.presenter(), SIGALRM) }),
        ("a real-time signal", 162, { kill(try fixture.presenter(), 34) }),
        ("SIGSYS", 159, { kill(try fixture.presenter(), SIGSYS) }),
        ("a crash", 139, { kill(try fixture.presenter(), SIGSEGV) }),
        ("abort", 134, { kill(try fixture.presenter(), SIGABRT) }),
        (
          "in the pointer's mode", 143,
          {
            try terminal.press("p")
            try terminal.wait("the pointer's mode") { $0.contains("Pointer on slide") }
            kill(try fixture.presenter(), SIGTERM)
          }
        ),
      ]
      for (what, status, end) in endings {
        try terminal.run("clear")
        try fixture.present()
        #expect(try terminal.value("alternate_on") == "1")
        try end()
        try fixture.waitForEnd(status)
        #expect(try self.marks(fixture) == before, "after \(what)")
        #expect(try fixture.talk() != nil, "after \(what)")
      }
      try fixture.present()
      try terminal.press("q", "e")
      try fixture.waitForEnd(0)
      #expect(try self.marks(fixture) == before)
      #expect(try fixture.talk() == nil)
    }
  }

  /// The byte acts as a reply of the terminal to a query, which may precede a crash.
  @Test func aCrashLeavesTheShellNoInputThatTheViewDidNotRead() async throws {
    try await ScenarioThreads.run {
      let fixture = try PresentFixture()
      let terminal = fixture.terminal
      // Without job control the shell leaves the terminal to a stopped view.
      try terminal.run("set +m")
      try fixture.present()
      let view = try fixture.presenter()
      kill(view, SIGSTOP)
      try terminal.type("x")
      try terminal.waitForUnreadInput()
      kill(view, SIGSEGV)
      kill(view, SIGCONT)
      try fixture.waitForEnd(139)
    }
  }

  @Test func ctrlZGivesTheTerminalToTheShellAndFgTakesItAgain() async throws {
    try await ScenarioThreads.run {
      let fixture = try PresentFixture()
      let terminal = fixture.terminal
      let before = try self.marks(fixture)
      try fixture.present()
      try terminal.press("C-z")
      try terminal.wait("the shell") { $0.contains("Stopped") && $0.contains("ready$") }
      #expect(try self.marks(fixture) == before)
      try terminal.run("fg")
      try terminal.wait("the view again") { $0.contains("? help") }
      try terminal.press("Space")
      try fixture.wait("keys again") { $0.page == 2 }
    }
  }

  @Test func aSilentlyStoppedViewIsDrawnAgainAndLeavesTheTerminalToTheShell() async throws {
    try await ScenarioThreads.run {
      let fixture = try PresentFixture()
      let terminal = fixture.terminal
      try fixture.present()
      // The keys come after the terminal's answers to the view's questions. So the shell gets none of these answers.
      try terminal.press("Space")
      try fixture.wait("slide 2") { $0.page == 2 }
      try terminal.press("BSpace")
      try fixture.wait("slide 1 again") { $0.page == 1 }
      kill(try fixture.presenter(), SIGSTOP)
      try terminal.wait("the shell") { $0.contains("Stopped") && $0.contains("ready$") }
      try terminal.run("clear; echo mine")
      try terminal.wait("the shell's own words") { $0.contains("mine") && !$0.contains("? help") }
      try terminal.run("fg")
      try terminal.wait("the view drawn anew") {
        $0.contains("? help") && $0.contains("1 of 12") && !$0.contains("mine")
      }
      try terminal.press("Space")
      try fixture.wait("keys again") { $0.page == 2 }
      try terminal.press("C-z")
      try terminal.wait("the shell again") { $0.contains("Stopped") && $0.contains("ready$") }
      let before = try self.marks(fixture)
      // SIGTTIN stops it again, and the shell is notified.
      try terminal.run("bg; wait %1; was=$?; clear; echo waited=$was")
      try terminal.wait("a shell that is left alone") {
        $0.contains("waited=\(128 + SIGTTIN)") && !$0.contains("? help")
      }
      #expect(try self.marks(fixture) == before)
      try terminal.run("fg")
      try terminal.wait("the view once more") { $0.contains("? help") && $0.contains("2 of 12") }
      try terminal.press("Space")
      try fixture.wait("keys once more") { $0.page == 3 }
    }
  }

  @Test func theTalkOutlivesViewsAndTheDaemon() async throws {
    try await ScenarioThreads.run {
      let fixture = try PresentFixture()
      let terminal = fixture.terminal
      try fixture.present()
      try terminal.press("5", "Enter", "f", "Space")
      let before = try fixture.wait("slide 6 behind slide 5") { $0.page == 6 && $0.shownPage == 5 }
      kill(try fixture.presenter(), SIGKILL)
      try fixture.wait("the talk as it was") { $0.identifier == before.identifier && $0.page == 6 && $0.frozen }
      try terminal.run("reset; echo was-reset")
      try terminal.wait("the reset") { $0.contains("was-reset\n") }
      try terminal.run("clear; marqueectl present --resume; echo status=$?")
      try terminal.wait("the view again") { $0.contains("6 of 12") && $0.contains("FROZEN at 5") }

      _ = try fixture.bench.end(by: "KILL", within: 60)
      try terminal.wait("that the daemon is away") { $0.contains("daemon away") && $0.contains("Trying again") }
      try terminal.press("Space")
      try terminal.wait("that a key did nothing") { $0.contains("Nothing was done") || $0.contains("Trying again") }
      try fixture.restartAfterEnd()
      // The message about it can give way to one about the display, which returns later.
      try terminal.wait("that it is there again") { $0.contains("6 of 12") && !$0.contains("daemon away") }
      try terminal.press("Space")
      try fixture.wait("slide 7") { $0.page == 7 && $0.shownPage == 5 && $0.frozen }
    }
  }

  @Test func severalViewsDriveOneTalk() async throws {
    try await ScenarioThreads.run {
      let fixture = try PresentFixture()
      try fixture.present()
      try fixture.terminal.tmux("split-window", "-v", "-l", "50%", "bash --norc")
      try fixture.terminal.resize(80, 50)
      try fixture.terminal.run(
        "export MARQUEE_SOCKET=\(fixture.bench.socketPath) PATH=\(PresentFixture.programs):/usr/bin:/bin; marqueectl present"
      )
      try fixture.terminal.wait("the second view") { $0.contains("1 of 12") }
      try fixture.terminal.press("Space")
      try fixture.wait("slide 2") { $0.page == 2 }
      try fixture.terminal.tmux("select-pane", "-t", "0")
      try fixture.terminal.wait("it in the first view") { $0.contains("2 of 12") }
    }
  }

  @Test func aTalkThatIsEndedElsewhereEndsTheView() async throws {
    try await ScenarioThreads.run {
      let fixture = try PresentFixture()
      try fixture.present()
      _ = try fixture.daemon.client.call(EndTalkCall())
      try fixture.terminal.wait("the message") { $0.contains("The talk was ended elsewhere") }
      try fixture.waitForEnd(0)
    }
  }

  @Test func impossibleCallsAreReported() async throws {
    try await ScenarioThreads.run {
      let fixture = try PresentFixture()
      let terminal = fixture.terminal
      let commands: [(String, Int, String)] = [
        ("MARQUEE_SOCKET=/nowhere marqueectl present talk.pdf", 3, "No marqueed is running"),
        ("marqueectl present --resume", 1, "There is no talk"), ("marqueectl present", 1, "There is no talk"),
        ("marqueectl present nothing.pdf", 1, "nothing.pdf could not be opened"),
        ("marqueectl present --end talk.pdf", 2, "--end cannot be used with other options"),
        ("marqueectl present talk.pdf --minutes 9999", 2, "0 to 1440"),
        ("marqueectl present talk.pdf --minutes -5", 2, "0 to 1440: -5.0 is out of range"),
        ("marqueectl present talk.pdf --page -1", 2, "--page needs a number from 1"),
        ("marqueectl present talk.pdf --page 99", 2, "a slide of the deck, from 1 to 12"),
        ("printf '{\\n]\\n' > bad.pdfpc; marqueectl present talk.pdf --notes bad.pdfpc", 1, "bad.pdfpc:2"),
        ("PATH=${PATH%%:*} marqueectl present talk.odp", 1, "talk.odp could not be opened"),
        ("echo x > talk.odp; PATH=${PATH%%:*} marqueectl present talk.odp", 1, "apt install libreoffice-impress"),
        ("marqueectl present --resume", 1, "There is no talk"),
        ("TERM=dumb marqueectl present talk.pdf", 0, "talk: slide 1 of 12"),
        ("marqueectl present --resume --page 13", 2, "from 1 to 12, the slides of talk: 13 is out of range"),
        ("cp talk.pdf other.pdf; marqueectl present other.pdf", 1, "Another talk is running"),
        ("marqueectl present other.pdf --replace --once", 0, "other: slide 1 of 12"),
        ("marqueectl present --end", 0, "on screen"),
      ]
      for (number, (command, status, text)) in commands.enumerated() {
        try terminal.run("clear; \(command); echo \(number): status=$?")
        // The output of the command before may still be there.
        let screen = try terminal.wait("status \(status) of \(command)") {
          $0.contains("\n\(number): status=\(status)\n")
        }
        #expect(screen.replacing("\n", with: "").contains(text), "\(command) says: \(screen)")
      }
    }
  }
}
