import ControlClient
import ControlProtocol
import Foundation
import ScenarioSupport
import Testing

/// Where notes come from when a view opens, and that they get there.
@Suite(.serialized, .timeLimit(.minutes(5))) struct PresentNotesTests {
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
      // What was set stays, unless a file is named.
      try terminal.write("# 3\nAnother\n", name: "talk.md")
      try go("--resume")
      #expect(try notes() == ["", "Written beside it", ""])
      try go("--resume --notes talk.md")
      #expect(try notes().last == "Another")
      // A mistake in them keeps nobody from going on.
      try terminal.run("rm talk.md; printf '[notes]\\n### x\\n' > talk.pdfpc; clear")
      try terminal.run("clear; marqueectl present --resume")
      try terminal.wait("the view") { $0.contains("1 of 12") && $0.contains("? help") }
    }
  }

  /// Between the view and the daemon: breaks all connections when notes are sent for the first time.
  private static let relay = """
    import selectors, socket, sys
    server = socket.socket(socket.AF_UNIX)
    server.bind(sys.argv[2])
    server.listen()
    wait = selectors.DefaultSelector()
    wait.register(server, selectors.EVENT_READ)
    others, is_cut = {}, False
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
                cuts = not is_cut and b"SetTalkNotes" in data
                if data and not cuts:
                    others[one].sendall(data)
                    continue
                is_cut = is_cut or cuts
                for side in list(others) if cuts else [one, others[one]]:
                    wait.unregister(side)
                    side.close()
                    del others[side]

    """

  @Test func notesThatADaemonDidNotGetAreSentAgain() async throws {
    try await ScenarioThreads.run {
      let fixture = try PresentFixture()
      let terminal = fixture.terminal
      try terminal.write(Self.relay, name: "relay.py")
      try terminal.run("python3 relay.py $MARQUEE_SOCKET $PWD/relay & clear; export MARQUEE_SOCKET=$PWD/relay")
      let isThere = Deadline(after: 10).poll { access("\(terminal.directory)/relay", F_OK) == 0 ? true : nil }
      #expect(isThere == true)
      try fixture.present()
      // The view has lost the daemon meanwhile, and found it again.
      try fixture.wait("the notes, sent again") { _ in
        (try? fixture.daemon.client.call(TalkSlidesCall(first: 7, count: 1)).slides.first?.notes)
          == "The unicorn stands here"
      }
      try terminal.wait("that the daemon is there again") { $0.contains("there again; the talk goes on at slide 1") }
    }
  }
}
