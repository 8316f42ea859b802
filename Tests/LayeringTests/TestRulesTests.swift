import Testing

struct TestRulesTests {
  @Test func noTestWaitsForATime() throws {
    let violations = try Checkout.tests().flatMap { TestRules.sleeps.violations(in: $0) }
    #expect(violations.isEmpty, "\(violations.map(\.description).joined(separator: "\n"))")
  }

  @Test func everyExceptionIsStillNeeded() throws {
    let tests = try Checkout.tests()
    // The exceptions of ring 4 will be removed.
    let ringFour: Set = ["KernelTests", "ScenarioSupport", "VirtualMachine"]
    for target in TestRules.exceptions.keys.sorted() where !ringFour.contains(target) {
      let files = tests.filter { $0.target == target }
      #expect(
        files.contains { !TestRules.sleeps.breaches(in: $0).isEmpty }, "\(target) needs no exception any more")
    }
  }

  @Test(arguments: [
    "sleep(1)", "usleep(10_000)", "Thread.sleep(forTimeInterval: 1)", "try await Task.sleep(for: .seconds(1))",
    "while !isDone { sched_yield() }", "await Task.yield()", "poll(nil, 0, 50)", "Deadline(after: 1).poll { nil }",
    "queue.asyncAfter(deadline: .now()) {}",
  ])
  func breachesAreFound(line: String) {
    let file = SourceFile(target: "ScenesTests", path: "Tests/ScenesTests/A.swift", source: "let a = 1\n\(line)\n")
    #expect(TestRules.sleeps.violations(in: file).map(\.line) == [2])
  }

  @Test(arguments: ["// sleep(1)", "let path = \"/bin/sleep\"", "clock.advance(by: 1)", "let isAsleep = true"])
  func similarCodePasses(line: String) {
    let file = SourceFile(target: "ScenesTests", path: "Tests/ScenesTests/A.swift", source: line)
    #expect(TestRules.sleeps.violations(in: file).isEmpty)
  }
}
