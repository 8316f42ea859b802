import ArgumentParser
import Foundation
import Testing

@testable import marqueectl

/// The shell's completions: files for file arguments, and words for arguments with few values.
struct CompletionTests {
  /// The completions of bash for a subcommand.
  private func offered(for subcommand: String) throws -> Substring {
    let script = Marqueectl.completionScript(for: .bash)
    let begin = try #require(script.range(of: "\n_marqueectl_\(subcommand)() {"))
    let end = try #require(script.range(of: "\n}\n", range: begin.upperBound..<script.endIndex))
    return script[begin.upperBound..<end.lowerBound]
  }

  @Test(
    "files are offered",
    arguments: [
      "plan", "show", "screenshot", "metrics", "report", "present", "content", "explain", "edid", "session_snapshot",
      "simulate_plug",
    ])
  func filesAreOffered(_ subcommand: String) throws {
    let script = try offered(for: subcommand)
    let all = script.components(separatedBy: "add_completions -f\n").count - 1
    // The socket's path is one.
    #expect(all > (script.contains("'--socket')") ? 1 : 0))
  }

  @Test func wordsAreOffered() throws {
    #expect(try offered(for: "rotate").contains("flipped-270"))
    #expect(try offered(for: "show").contains("playlist"))
  }
}
