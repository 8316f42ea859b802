import Testing

struct SourceRulesTests {
  @Test(arguments: SourceRules.all.indices)
  func theSourcesKeepEachRule(index: Int) throws {
    let rule = SourceRules.all[index]
    let violations = try Checkout.sources().flatMap { rule.violations(in: $0) }
    #expect(violations.isEmpty, "\(violations.map(\.description).joined(separator: "\n"))")
  }

  @Test func everyExceptionIsStillNeeded() throws {
    let sources = try Checkout.sources()
    for rule in [SourceRules.unsafePromises, SourceRules.decisions] {
      for path in rule.exceptions {
        let file = try #require(sources.first { $0.path == path }, "\(path) is gone")
        #expect(!rule.breaches(in: file).isEmpty, "\(path) needs no exception any more")
      }
    }
  }

  @Test func filesHaveFewerThan600Lines() throws {
    for file in try Checkout.sources() where !file.path.contains("/Generated/") {
      #expect(file.lineCount < 600, "\(file.path) has \(file.lineCount) lines")
    }
  }

  @Test(arguments: [
    "Task { f() }", "Task{f()}", "Task.detached { }", "try await Task.sleep(for: d)", "async let a = b()",
    "Task<Void, Never> { }", "func f() async {", "func f() async throws {", "withTaskGroup(of: X.self)",
    "AsyncStream<Int>",
    "DispatchQueue.main.async {", "DispatchSource.makeTimer()", "final class A: @unchecked Sendable {",
    "nonisolated(unsafe) let a = b", "#if arch(x86_64)", "#elseif arch(arm64)", "#if !arch(arm)",
    "if picture.cover.isBlank { tree = black }", "let a = choices.isBlank",
  ])
  func breachesAreFound(line: String) {
    let file = SourceFile(target: "Scenes", path: "Sources/Scenes/File.swift", source: "let a = 1\n\(line)\n")
    let found = SourceRules.all.flatMap { $0.violations(in: file) }
    #expect(!found.isEmpty && found.allSatisfy { $0.line == 2 })
  }

  @Test(arguments: [
    "// Task { }", "let text = \"Task { }\"", "let subTask = 1", "struct TaskList {}", "CommitFlags.async",
    "@Sendable () -> Void",
    "nonisolated struct A {}", "let architecture = 1", "let march = 2", "#if DEBUG",
  ])
  func similarCodePasses(line: String) {
    let file = SourceFile(target: "Scenes", path: "Sources/Scenes/File.swift", source: line)
    #expect(SourceRules.all.flatMap { $0.violations(in: file) }.isEmpty)
  }

  @Test func exceptionsHoldWhereTheyAreListed() {
    let promise = "final class A: @unchecked Sendable {}"
    let listed = SourceFile(target: "DisplayTypes", path: "Sources/DisplayTypes/Geometry/Bitmap.swift", source: promise)
    #expect(SourceRules.unsafePromises.violations(in: listed).isEmpty)
    let tool = SourceFile(target: "marqueectl", path: "Sources/marqueectl/A.swift", source: "Task { }")
    #expect(SourceRules.concurrency.violations(in: tool).isEmpty)
  }

  @Test func lastLinesCountOnce() {
    #expect(SourceFile(target: "A", path: "a", source: "1\n2\n").lineCount == 2)
    #expect(SourceFile(target: "A", path: "a", source: "1\n2").lineCount == 2)
  }
}
