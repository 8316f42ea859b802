import Foundation
import Testing

struct ProofTableTests {
  @Test("each cell of docs/scenes.md names a test that there is, or gives its reason")
  func cells() throws {
    let tests = try testFiles()
    let suites = Set(tests.flatMap { names(in: $0, after: "struct ") + names(in: $0, after: "final class ") })
    let scenarios = Set(tests.flatMap { names(in: $0, after: "static let ", before: " = Scenario(") })
    let played = try Checkout.text("Tests/ScenarioSupport/Scenario+All.swift")
    let table = ProofTable(try Checkout.text("docs/scenes.md"))
    #expect(table.cells.count >= 30, "the table was not found")
    for cell in table.cells {
      let complaint = ProofTable.complaint(
        about: cell, suites: suites, scenarios: scenarios.filter { played.contains(".\($0),") })
      #expect(complaint == nil)
    }
  }

  @Test(
    "a cell that names nothing is found",
    arguments: [
      "`SomeTests`, `NoTests`", "scenario `none`", "scenario `SomeTests`", "SomeTests", "", "not needed: ", "later",
    ])
  func complains(text: String) {
    let cell = ProofTable.ProofCell(line: 1, text: text)
    #expect(ProofTable.complaint(about: cell, suites: ["SomeTests"], scenarios: ["some"]) != nil)
  }

  @Test(
    "names and reasons pass",
    arguments: [
      "`SomeTests`", "scenario `some`, `SomeTests` (each call)", "not needed: a file draws nothing",
      "not yet: tomorrow",
    ])
  func passes(text: String) {
    let cell = ProofTable.ProofCell(line: 1, text: text)
    #expect(ProofTable.complaint(about: cell, suites: ["SomeTests"], scenarios: ["some"]) == nil)
  }

  /// The text of every Swift file below `Tests/`.
  private func testFiles() throws -> [String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: Checkout.top.appending(path: "Tests").path)
    return try names.filter { $0.hasSuffix(".swift") }.map { try Checkout.text("Tests/\($0)") }
  }

  /// The names after some words at the beginning of a line, and before others.
  private func names(in text: String, after start: String, before end: String = "") -> [String] {
    text.split(separator: "\n").compactMap { line in
      guard let range = line.range(of: start), end.isEmpty || line.contains(end) else { return nil }
      let name = line[range.upperBound...].prefix { $0.isLetter || $0.isNumber }
      return name.isEmpty ? nil : String(name)
    }
  }
}
