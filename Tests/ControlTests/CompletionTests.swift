import ArgumentParser
import Foundation
import Testing

@testable import marqueectl

/// The shell's completions: files for file arguments, and words for arguments with few values.
struct CompletionTests {
  private static let shells: [CompletionShell] = [.bash, .zsh, .fish]

  private static func script(_ shell: CompletionShell) -> String {
    CompletionScript.finished(Marqueectl.completionScript(for: shell))
  }

  /// The completions of bash for a subcommand.
  private func offered(for subcommand: String) throws -> Substring {
    let script = Self.script(.bash)
    let begin = try #require(script.range(of: "\n_marqueectl_\(subcommand)() {"))
    let end = try #require(script.range(of: "\n}\n", range: begin.upperBound..<script.endIndex))
    return script[begin.upperBound..<end.lowerBound]
  }

  @Test(
    "files are offered",
    arguments: [
      "plan", "screenshot", "metrics", "report", "present", "explain", "edid", "session_snapshot", "simulate_plug",
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

  @Test("each shell's script has our additions", arguments: shells)
  func additions(_ shell: CompletionShell) {
    #expect(Self.script(shell).contains(Completions.filesMark))
    #expect(Self.script(shell) != Marqueectl.completionScript(for: shell))
  }

  @Test("each addition finds its line in one script")
  func additionsFindTheirLines() {
    let scripts = Self.shells.map { Marqueectl.completionScript(for: $0) }
    for addition in CompletionScript.additions {
      #expect(scripts.count { $0.contains(addition.line) } == 1, "\(addition.line)")
    }
  }

  @Test(
    "a shell gets no word that it would run or divide",
    arguments: [
      ("HDMI-A-1", true), ("1920x1080@60", true), ("mode=preferred", true), ("Front desk", true), ("Büro", true),
      ("", false), ("$(reboot)", false), ("`reboot`", false), ("a;b", false), ("a\\b", false), ("a\nb", false),
      ("a\"b", false),
      ("a:b", false), ("*", false),
    ])
  func plainWords(_ word: String, _ isPlain: Bool) {
    #expect(Completions.isPlain(word) == isPlain)
  }

  @Test("without a daemon, the words are those of the program")
  func withoutDaemon() {
    let line = CompletedLine(["marqueectl", "mode", "--socket", "/nowhere", "HDMI-A-1", ""], index: 5)
    #expect(line.screens.isEmpty)
    #expect(line.modes == ["preferred", "highest", "confirm"])
    #expect(CompletedLine([], index: -1).screenList.isEmpty)
  }
}

/// Words in place of subcommands.
struct UnknownSubcommandTests {
  @Test(arguments: [
    ("sreens", "\"sreens\" is not a subcommand of marqueectl; did you mean \"screens\"?"),
    ("simulate plg HDMI-A-1", "\"plg\" is not a subcommand of marqueectl simulate; did you mean \"plug\"?"),
    ("zzzzzz", "\"zzzzzz\" is not a subcommand of marqueectl; marqueectl --help lists them"),
  ])
  func isNamed(_ line: String, _ message: String) throws {
    let unknown = try #require(UnknownSubcommand(in: line.split(separator: " ").map(String.init)))
    #expect("\(unknown.failure)" == message)
  }

  @Test(arguments: ["", "screens", "screens --socket x", "session shw", "help", "simulate", "--json -- sreens"])
  func otherwiseThereIsNone(_ line: String) {
    #expect(UnknownSubcommand(in: line.split(separator: " ").map(String.init)) == nil)
  }

  @Test func messagesOfTheLibraryHaveOurForm() {
    #expect(
      UsageMessage.text("Error: Unknown option '--jsn'. Did you mean '--json'?\nUsage: marqueectl screens")
        == "Unknown option \"--jsn\". Did you mean \"--json\"?\nUsage: marqueectl screens")
    #expect(UsageMessage.text("Error: A screen's name isn't a mode's.") == "A screen's name isn't a mode's.")
  }
}
