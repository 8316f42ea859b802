import Foundation
import ScenarioSupport
import Testing

/// docs/controllers.md, and the samples that it quotes.
struct ControllerPageTests {
  private static let samples = ["controller.py": "python", "main.swift": "swift"]

  @Test("the page quotes each sample as it is, which is short", arguments: samples)
  func quotes(name: String, language: String) throws {
    let folder = URL(filePath: Scenario.controllerSamples)
    let sample = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    let page = try String(contentsOf: folder.appending(path: "../../docs/controllers.md"), encoding: .utf8)
    #expect(page.contains("\n```\(language)\n\(sample)```\n"), "docs/controllers.md does not quote \(name)")
    let code = sample.split(separator: "\n").filter { line in
      !["#", "//", "import"].contains { line.hasPrefix($0) }
    }
    #expect(code.count <= 10, "\(name) has \(code.count) lines besides imports and comments")
  }

  @Test("the page quotes the app that declares its scenes as it is")
  func quotesLobby() throws {
    let folder = URL(filePath: Scenario.controllerSamples).deletingLastPathComponent()
    let sample = try String(contentsOf: folder.appending(path: "lobby/Lobby.swift"), encoding: .utf8)
    let page = try String(contentsOf: folder.appending(path: "../docs/controllers.md"), encoding: .utf8)
    #expect(page.contains("\n```swift\n\(sample)```\n"), "docs/controllers.md does not quote it")
  }

  /// Without the interpreter, the list of tests shows this test as skipped, with the reason.
  @Test(.enabled(if: Scenario.hasPython, "python3 is not there"))
  func theSampleInPythonWorks() async throws {
    try await ScenarioThreads.run {
      try Scenario.controllerInPython.play(on: SimulatedBench())
    }
  }
}
