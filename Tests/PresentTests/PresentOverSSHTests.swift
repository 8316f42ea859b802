import ControlProtocol
import Foundation
import ScenarioSupport
import Testing

/// The view on the other side of a real sshd, whose connection breaks.
///
/// `make` fetches an sshd if there is none (tools/fetch-sshd), and fails if it cannot.
@Suite(
  .serialized, .timeLimit(.minutes(30)),
  .enabled(if: SecureShell.program != nil, "there is no sshd here: tools/fetch-sshd .build/sshd"))
struct PresentOverSSHTests {
  @Test func aBrokenConnectionLeavesTheTalkAndResumeGoesOn() async throws {
    try await ScenarioThreads.run {
      let fixture = try PresentFixture()
      let terminal = fixture.terminal
      let shell = try SecureShell(in: terminal.directory)
      let view =
        "env MARQUEE_SOCKET=\(fixture.bench.socketPath) \(PresentFixture.programs)/marqueectl present"
      try terminal.run("\(shell.command) '\(view) \(terminal.directory)/talk.pdf'; echo was=$?")
      try terminal.wait("the view over SSH") { $0.contains("? help") && $0.contains("Growing pines") }
      try terminal.press("5", "Enter", "f", "Space")
      let before = try fixture.wait("slide 6 behind slide 5") { $0.page == 6 && $0.shownPage == 5 }
      let presenter = try #require(shell.descendants().first { $0.name == "marqueectl" })

      // The connection breaks in the middle: its server process is killed.
      for process in shell.descendants() where process.name.hasPrefix("sshd") { kill(process.number, SIGKILL) }
      try terminal.wait("that the connection is gone") { $0.contains("was=255") }
      #expect(Bell.waitForEnd(of: presenter.number), "the view lives on without a terminal")
      try fixture.wait("the talk as it was") {
        $0.identifier == before.identifier && $0.page == 6 && $0.shownPage == 5 && $0.frozen
      }

      // The remains of the first view look like the next one, which reads no key before it is ready.
      try terminal.run("reset; clear; printf 'cl%s' eared")
      try terminal.wait("a clear terminal") { $0.contains("cleared") && !$0.contains("FROZEN") }
      try terminal.run("\(shell.command) '\(view) --resume'; echo ended=$?")
      try terminal.wait("the view again") { $0.contains("6 of 12") && $0.contains("FROZEN at 5") }
      try terminal.press("Space")
      try fixture.wait("slide 7") { $0.page == 7 && $0.frozen }
      try terminal.press("q", "q")
      try terminal.wait("the end") { $0.contains("ended=0") && $0.contains("The talk continues at slide 7") }
    }
  }
}
