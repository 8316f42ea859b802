import ControlClient
import ControlProtocol
import Foundation
import ScenarioSupport
import Testing

/// The source of notes when a view opens, and their way to the daemon.
@Suite(.serialized, .timeLimit(.minutes(30))) struct PresentNotesTests {
  @Test func notesBesideTheDeckAreForATalkThatHasNone() async throws {
    try await ScenarioThreads.run {
      let fixture = try PresentFixture()
      let terminal = fixture.terminal
      func notes() throws -> [String] {
        try fixture.daemon.client.call(TalkSlidesCall(first: 1, count: 3)).slides.map(\.notes)
      }
      var runs = 0
      func go(_ options: String) throws {
        runs += 1
        try terminal.run("clear; TERM=dumb marqueectl present \(options); echo \(runs): status=$?")
        try terminal.wait("the end") { $0.contains("\n\(runs): status=0\n") }
      }
      try terminal.run("mv talk.md later.md; clear")
      try go("talk.pdf --once")
      #expect(try notes() == ["", "", ""])
      try terminal.write("# 2\nWritten beside it\n", name: "talk.md")
      try go("--resume")
      #expect(try notes() == ["", "Written beside it", ""])
      // Notes from a call stay, unless an option names a file.
      try terminal.write("# 3\nAnother\n", name: "talk.md")
      try go("--resume")
      #expect(try notes() == ["", "Written beside it", ""])
      try go("--resume --notes talk.md")
      #expect(try notes().last == "Another")
      // A mistake in them keeps nobody from going on.
      try terminal.run("rm talk.md; printf '{\\n]\\n' > talk.pdfpc; clear")
      try terminal.run("clear; marqueectl present --resume")
      try terminal.wait("the view") { $0.contains("1 of 12") && $0.contains("? help") }
    }
  }

  /// A relay between the view and the daemon.
  ///
  /// `cut` breaks all connections when notes are sent for the first time, `lose` when they are answered. With `swallow`, the first question
  /// about slides is never answered. With `fail`, all of them fail until the file `works` exists. The file `sent` gets a line each time
  /// that notes are sent. The pipe `bell` gets a line when the relay listens, and for each answer to notes.
  private static let relay = #"""
    import os, selectors, socket, sys
    server = socket.socket(socket.AF_UNIX)
    server.bind(sys.argv[2])
    server.listen()
    wait = selectors.DefaultSelector()
    wait.register(server, selectors.EVENT_READ)
    others, is_cut, deed, losing, asked = {}, False, sys.argv[3], None, None
    bell = open("bell", "w")
    print("listening", file=bell, flush=True)
    while True:
        for key, _ in wait.select():
            one = key.fileobj
            if one is server:
                near, far = server.accept()[0], socket.socket(socket.AF_UNIX)
                far.connect(sys.argv[1])
                others[near], others[far] = far, near
                for side in near, far:
                    wait.register(side, selectors.EVENT_READ)
            elif one in others:
                data = one.recv(65536)
                if b"TalkSlides" in data and deed == "swallow":
                    deed = ""
                    continue
                if b"TalkSlides" in data and deed == "fail" and not os.path.exists("works"):
                    one.sendall(b'{"error":"org.marquee.Display.Failed","parameters":{"message":"cannot be opened yet"}}\0')
                    continue
                if b"SetTalkNotes" in data:
                    open("sent", "a").write("once\n")
                    losing = losing or others[one]
                cuts = not is_cut and (
                    deed == "cut" and b"SetTalkNotes" in data or deed == "lose" and one is losing)
                if data and not cuts:
                    others[one].sendall(data)
                    if one is asked:
                        print("notes", file=bell, flush=True)
                    asked = others[one] if b"SetTalkNotes" in data else None if one is asked else asked
                    continue
                is_cut = is_cut or cuts
                for side in list(others) if cuts else [one, others[one]]:
                    wait.unregister(side)
                    side.close()
                    del others[side]

    """#

  /// Puts the relay between the daemon and later programs in the terminal.
  ///
  /// The returned bell gets a line when notes were answered.
  @discardableResult
  private func relay(_ deed: String, in terminal: TmuxTerminal) throws -> Bell {
    let bell = try Bell("\(terminal.directory)/bell")
    try terminal.write(Self.relay, name: "relay.py")
    try terminal.run("python3 relay.py $MARQUEE_SOCKET $PWD/relay \(deed) & clear; export MARQUEE_SOCKET=$PWD/relay")
    #expect(try bell.line() == "listening")
    return bell
  }

  @Test func notesThatADaemonDidNotGetAreSentAgain() async throws {
    try await ScenarioThreads.run {
      let fixture = try PresentFixture()
      let terminal = fixture.terminal
      let bell = try self.relay("cut", in: terminal)
      try fixture.present()
      // The view has lost the daemon meanwhile, and found it again.
      #expect(try bell.line() == "notes")
      let slides = try fixture.daemon.client.call(TalkSlidesCall(first: 7, count: 1)).slides
      #expect(slides.first?.notes == "The unicorn stands here")
      try terminal.wait("that the daemon is there again") {
        $0.contains("answers again; the talk continues at slide 1")
      }
    }
  }

  @Test func notesWhoseAnswerWasLostAreNotSentAgain() async throws {
    try await ScenarioThreads.run {
      let fixture = try PresentFixture()
      let (terminal, client) = (fixture.terminal, fixture.daemon.client)
      try self.relay("lose", in: terminal)
      try fixture.present()
      try terminal.wait("that the daemon is there again") {
        $0.contains("answers again; the talk continues at slide 1")
      }
      _ = try client.call(SetTalkNotesCall(notes: [TalkNoteInfo(page: 7, text: "Changed since")]))
      for page in 2...4 {
        try terminal.press("Space")
        try fixture.wait("slide \(page)") { $0.page == page }
      }
      #expect(try String(contentsOfFile: "\(terminal.directory)/sent", encoding: .utf8) == "once\n")
      #expect(try client.call(TalkSlidesCall(first: 7, count: 1)).slides.first?.notes == "Changed since")
    }
  }

  @Test func notesThatWereSetStayWhereTheDeckCannotBeReadYet() async throws {
    try await ScenarioThreads.run {
      let fixture = try PresentFixture()
      let (terminal, client) = (fixture.terminal, fixture.daemon.client)
      _ = try client.call(StartTalkCall(deck: "\(terminal.directory)/talk.pdf"))
      _ = try client.call(SetTalkNotesCall(notes: [TalkNoteInfo(page: 2, text: "Set before")]))
      try self.relay("fail", in: terminal)
      try fixture.present("--resume")
      try terminal.wait("that slides are not known") { $0.contains("cannot be opened yet") }
      func notes() throws -> [String] {
        try client.call(TalkSlidesCall(first: 1, count: 7)).slides.map(\.notes).filter { !$0.isEmpty }
      }
      #expect(try notes() == ["Set before"])
      try terminal.write("", name: "works")
      // It has notes by then.
      try terminal.wait("the titles") { $0.contains(PresentFixture.titles[1]) }
      #expect(try notes() == ["Set before"])
    }
  }

  @Test func notesThatWaitAreForNoOtherTalk() async throws {
    try await ScenarioThreads.run {
      let fixture = try PresentFixture()
      let (terminal, client) = (fixture.terminal, fixture.daemon.client)
      try terminal.write(MadeDeck.text(["Somebody else", "Another", "Third"]), name: "other.pdf")
      try self.relay("swallow", in: terminal)
      try fixture.present()
      _ = try client.call(StartTalkCall(deck: "\(terminal.directory)/other.pdf", replace: true))
      // By then the view knows all three, and would have sent the notes.
      try terminal.wait("the other talk") { $0.contains("1 of 3") && $0.contains("Another") }
      #expect(try client.call(TalkSlidesCall(first: 1, count: 3)).slides.map(\.notes) == ["", "", ""])
    }
  }
}
