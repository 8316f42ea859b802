import ScenarioSupport
import Testing

/// The sample programs in Python.
struct ExampleProgramTests {
  @Test(
    "a program without a daemon ends with one line that says so",
    .enabled(if: Scenario.hasPython, "python3 is not there"),
    arguments: [
      "controller/controller.py", "game/game.py --plain", "message-banner/message_banner.py --plain",
      "notes/notes.py --plain",
    ])
  func withoutDaemon(command: String) throws {
    let lines = try Scenario.linesOfExampleWithoutDaemon(command)
    #expect(lines.count == 2, "\(lines)")
    #expect(lines.first?.contains("no daemon answers") == true, "\(lines)")
    #expect(lines.last == "status 1", "\(lines)")
  }
}
