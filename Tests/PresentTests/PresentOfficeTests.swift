import ControlProtocol
import Foundation
import ScenarioSupport
import Testing

@testable import marqueectl

/// Decks from LibreOffice, played by a stand-in, and the messages for other programs and files.
@Suite(.serialized, .timeLimit(.minutes(30))) struct PresentOfficeTests {
  @Test func withoutAHomeNothingIsKeptWhereOthersWrite() throws {
    func home(_ environment: [String: String]) throws -> String { try OfficeConversion.cacheHome { environment[$0] } }
    #expect(try home(["XDG_CACHE_HOME": "/c", "HOME": "/h"]) == "/c")
    // The specification of XDG ignores relative paths.
    #expect(try home(["XDG_CACHE_HOME": "c", "HOME": "/h"]) == "/h/.cache")
    let own = try #require(getpwuid(geteuid())?.pointee.pw_dir)
    #expect(try home([:]) == String(cString: own) + "/.cache")
    #expect(throws: ToolFailure.self) { try home(["HOME": "nowhere"]) }
  }

  @Test func anOfficeFileIsConvertedOnce() async throws {
    try await ScenarioThreads.run {
      let fixture = try PresentFixture()
      let terminal = fixture.terminal
      // The arguments for LibreOffice, and its result: a PDF file with that name in that folder.
      try terminal.writeProgram(
        """
        #!/bin/sh
        echo "$@" >> calls
        while [ $# -gt 1 ]; do [ "$1" = --outdir ] && out=$2; shift; done
        [ "$1" = "${1%broken.odp}" ] || { echo "it is broken" >&2; exit 77; }
        cp talk.pdf "$out/$(basename "${1%.*}").pdf"

        """, name: "soffice")
      try terminal.run("export PATH=$PWD:$PATH; echo x > slides.odp; echo x > broken.odp; clear")
      for _ in 0..<2 {
        try terminal.run("clear; marqueectl present slides.odp --replace --once; echo status=$?")
        try terminal.wait("the talk") { $0.contains("slide 1 of 12") && $0.contains("status=0") }
      }
      let calls = try String(contentsOfFile: "\(terminal.directory)/calls", encoding: .utf8).split(separator: "\n")
      #expect(calls.count == 1)
      #expect(
        calls.first?.contains("--headless") == true && calls.first?.contains("-env:UserInstallation=file://") == true)
      #expect(calls.first?.contains("--convert-to pdf --outdir") == true)
      try terminal.run("clear; marqueectl present broken.odp --replace --once; echo status=$?")
      let screen = try terminal.wait("the failure") { $0.contains("status=1") }
      #expect(screen.contains("it is broken"))
    }
  }

  @Test func othersWordsControlNoTerminal() async throws {
    try await ScenarioThreads.run {
      let fixture = try PresentFixture()
      let terminal = fixture.terminal
      try terminal.writeProgram(
        "#!/bin/sh\nprintf 'it is \\033]2;evil\\007broken' >&2\nexit 77\n", name: "soffice")
      try terminal.run("export PATH=$PWD:$PATH; name=$(printf 'a\\033]2;evil\\007b'); clear")
      try terminal.run("cp talk.pdf \"$name.pdf\"; marqueectl present \"$name.pdf\" --once; echo status=$?")
      try terminal.wait("its title") { $0.contains("a ]2;evil b: slide 1 of 12") && $0.contains("status=0") }
      try terminal.run("rm \"$name.pdf\"; clear")
      try fixture.wait("that its deck is gone") { $0.trouble != nil }
      try terminal.run("clear; marqueectl present --resume --once")
      try terminal.wait("what is wrong with it") { $0.replacing("\n", with: "").contains("a ]2;evil b.pdf") }
      try terminal.run("clear; marqueectl present talk.pdf; echo status=$?")
      try terminal.wait("the talk that is going on") { $0.contains("is running: a ]2;evil b") }
      try terminal.run("clear; echo x > \"$name.odp\"; marqueectl present \"$name.odp\" --replace; echo status=$?")
      try terminal.wait("what LibreOffice says") {
        $0.replacing("\n", with: "").contains("it is ·]2;evil·broken")
      }
      #expect(try terminal.value("pane_title") != "evil")
    }
  }

  @Test func ctrlCEndsAConversionWithAllThatItHasStarted() async throws {
    try await ScenarioThreads.run {
      let fixture = try PresentFixture()
      let terminal = fixture.terminal
      // It closes its output, as LibreOffice's launcher may, starts another program, and ignores SIGINT and SIGTERM.
      try terminal.writeProgram(
        """
        #!/bin/sh
        trap '' INT TERM
        exec > /dev/null 2>&1
        # Whoever waits may compute for two seconds: this takes longer.
        (ulimit -S -t 3; while :; do :; done)
        sleep 600 & echo $$ $! > running
        wait

        """, name: "soffice")
      let running = try Bell("\(terminal.directory)/running")
      try terminal.run("export PATH=$PWD:$PATH; echo x > slides.odp; clear")
      // A loop that never sleeps would be ended by the kernel.
      try terminal.run("(ulimit -S -t 2; exec marqueectl present slides.odp); echo status=$?")
      let processes = try running.line().split(separator: " ").compactMap { pid_t($0) }
      #expect(processes.count == 2)
      #expect(throws: Never.self, "it does not sleep while LibreOffice works") { try fixture.presenter() }
      try terminal.press("C-c")
      try terminal.wait("the shell") { $0.split(separator: "\n").last?.hasPrefix("ready$") == true }
      for process in processes { #expect(Bell.waitForEnd(of: process), "what was started runs on") }
      let left = try FileManager.default.contentsOfDirectory(atPath: "\(fixture.bench.socketPath).cache/marquee/decks")
      #expect(left.isEmpty)
      #expect(try fixture.talk() == nil)
    }
  }
}
