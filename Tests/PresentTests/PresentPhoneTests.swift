import ControlProtocol
import Foundation
import ScenarioSupport
import TestKit
import Testing

/// Phones in a talk, for as long as the view is open.
@Suite(.serialized, .timeLimit(.minutes(30))) struct PresentPhoneTests {
  /// Whether a program listens at a port of this machine.
  private func answers(_ port: UInt16) -> Bool {
    guard let number = try? TestSocket.connected(toPort: port) else { return false }
    close(number)
    return true
  }

  /// Waits for the end of the program for phones.
  private func nobodyAnswers(_ port: UInt16, after phone: pid_t) -> Bool {
    Bell.waitForEnd(of: phone) && !answers(port)
  }

  @Test func phonesAreServedAsLongAsTheView() async throws {
    try await ScenarioThreads.run {
      let fixture = try PresentFixture(columns: 120, rows: 50)
      let terminal = fixture.terminal
      try fixture.present("talk.pdf --phone --phone-address 127.0.0.1:0")
      try terminal.press("a")
      let screen = try terminal.wait("address, code and QR code") {
        $0.contains("http://127.0.0.1:") && $0.contains("and asks for the code") && $0.contains("▀")
      }
      let port = try #require(
        screen.firstRange(of: "http://127.0.0.1:").flatMap { UInt16(screen[$0.upperBound...].prefix { $0.isNumber }) })
      #expect(self.answers(port))
      try terminal.press("Q")
      let talk = try fixture.wait("a code on the display") { $0.code != nil }
      #expect(talk.code?.hasPrefix("http://127.0.0.1:\(port)/") == true)
      let phone = try #require(self.children(fixture).first)
      try terminal.press("q", "q", "q")
      try fixture.waitForEnd(0)
      #expect(self.nobodyAnswers(port, after: phone))
      #expect(try fixture.talk()?.code == nil)

      try terminal.run("clear")
      try fixture.present("--resume --phone --phone-address 127.0.0.1:0")
      try terminal.press("a")
      let again = try terminal.wait("another address") { $0.contains("http://127.0.0.1:") }
      let other = try #require(
        again.firstRange(of: "http://127.0.0.1:").flatMap { UInt16(again[$0.upperBound...].prefix { $0.isNumber }) })
      #expect(self.answers(other))
      let next = try #require(self.children(fixture).first)
      kill(try fixture.presenter(), SIGKILL)
      #expect(self.nobodyAnswers(other, after: next))
    }
  }

  /// The program alone in a folder, so that nothing is beside it.
  private func isolate(_ fixture: PresentFixture) throws {
    try FileManager.default.createDirectory(
      atPath: "\(fixture.terminal.directory)/alone", withIntermediateDirectories: true)
    try fixture.terminal.run(
      "ln \(PresentFixture.programs)/marqueectl alone/ || cp \(PresentFixture.programs)/marqueectl alone/; "
        + "PATH=/usr/bin:/bin; clear")
  }

  @Test func withoutTheProgramForPhonesNothingBegins() async throws {
    try await ScenarioThreads.run {
      let fixture = try PresentFixture()
      try self.isolate(fixture)
      try fixture.terminal.run("alone/marqueectl present talk.pdf --phone; echo status=$?")
      let screen = try fixture.terminal.wait("the end") { $0.contains("status=1") }
      #expect(screen.replacing("\n", with: "").contains("--phone needs the program marquee-remote"))
      #expect(try fixture.talk() == nil)
    }
  }

  /// A stand-in for it follows the protocol: a line for each code, and any number of errors.
  @Test func errorsDelayNothingAndCodesAreRequested() async throws {
    try await ScenarioThreads.run {
      let fixture = try PresentFixture(columns: 120, rows: 50)
      let terminal = fixture.terminal
      try self.isolate(fixture)
      try terminal.writeProgram(
        """
        #!/bin/sh
        line() { echo "http://h:9 $1 http://h:9/pair#$1 $2"; }
        i=0
        while [ $i -lt 2000 ]; do
          printf 'a complaint that is longer than most, \\033]2;evil\\007 and of which there are more than a pipe holds\\n' >&2
          i=$((i + 1))
        done
        line AAAA control
        while read -r word; do
          case $word in
            code) line BBBB control ;;
            "code observe") line CCCC observe ;;
          esac
        done

        """, name: "alone/marquee-remote")
      try terminal.run("clear; alone/marqueectl present talk.pdf --phone")
      try terminal.wait("the view") { $0.contains("? help") }
      try terminal.press("a")
      try terminal.wait("a code to control the talk") { $0.contains("AAAA") }
      try terminal.press("c")
      try terminal.wait("another") { $0.contains("BBBB") }
      // The code that the audience can read does not allow control of the talk.
      try terminal.press("Q")
      try fixture.wait("a code to look on, on the display") { $0.code == "http://h:9/pair#CCCC" }
      #expect(try terminal.screen().contains("BBBB"))
      try terminal.press("Q")
      try fixture.wait("no code on the display") { $0.code == nil }
      try terminal.press("Q")
      try fixture.wait("a code to look on, once more") { $0.code == "http://h:9/pair#CCCC" }
      kill(try #require(self.children(fixture).first), SIGKILL)
      try terminal.wait("that it has ended") { $0.contains("marquee-remote was ended by a signal") }
      // The program is started again, and so is the code on the display.
      try fixture.wait("no code of a program that is gone") { $0.code == nil }
      try fixture.wait("one of the new program") { $0.code == "http://h:9/pair#CCCC" }
      #expect(try terminal.value("pane_title") != "evil")
    }
  }

  /// The presenter's children, also those that have ended and were not reaped.
  private func children(_ fixture: PresentFixture) throws -> [pid_t] {
    let presenter = try fixture.presenter()
    return try String(contentsOfFile: "/proc/\(presenter)/task/\(presenter)/children", encoding: .utf8)
      .split(separator: " ").compactMap { pid_t($0) }
  }

  @Test func aKilledProgramIsStartedAgainAndThenByAKey() async throws {
    try await ScenarioThreads.run {
      let fixture = try PresentFixture(columns: 120, rows: 50)
      let terminal = fixture.terminal
      try self.isolate(fixture)
      try terminal.writeProgram(
        """
        #!/bin/sh
        echo "marquee-remote: connected to marqueed" >&2
        echo "http://h:9 P$$ http://h:9/pair#P$$ control"
        while read -r word; do :; done

        """, name: "alone/marquee-remote")
      try terminal.run("clear; alone/marqueectl present talk.pdf --phone")
      try terminal.wait("the view") { $0.contains("? help") }
      try terminal.press("a")
      var former: pid_t = 0
      func waitForCode() throws {
        let before = former
        func process(_ screen: String) -> pid_t? {
          guard let number = screen.firstMatch(of: /P([0-9]+)/).flatMap({ pid_t($0.1) }), number != before else {
            return nil
          }
          // A half-drawn picture may contain half a number.
          return (try? children(fixture).contains(number)) == true ? number : nil
        }
        let screen = try terminal.wait("another code than that of \(before)") { process($0) != nil }
        former = try #require(process(screen))
        // Of the former nothing is left.
        #expect(try self.children(fixture) == [former])
      }
      for _ in 0..<3 {
        try waitForCode()
        kill(former, SIGKILL)
        try terminal.wait("what happened") { $0.contains("ended by a signal (Killed)") }
      }
      try waitForCode()
      kill(former, SIGKILL)
      try terminal.wait("which key starts it again") { $0.contains("c, to start it again") }
      #expect(try self.children(fixture).isEmpty)
      #expect(try !terminal.screen().contains("connected to marqueed"))
      try terminal.press("c")
      try waitForCode()
    }
  }
}
