import Testing

struct SingleMechanismsTests {
  @Test(arguments: SingleMechanisms.all.indices)
  func noFileHasASecondOne(index: Int) throws {
    let rule = SingleMechanisms.all[index].rule
    let violations = try (Checkout.sources() + Checkout.tests()).flatMap { rule.violations(in: $0) }
    #expect(violations.isEmpty, "\(violations.map(\.description).joined(separator: "\n"))")
  }

  @Test func everyNamedPlaceStillHasIt() throws {
    let files = try Checkout.sources() + Checkout.tests()
    for (rule, places) in SingleMechanisms.all {
      for path in places.keys {
        let file = try #require(files.first { $0.path == path }, "\(path) is gone")
        #expect(!rule.breaches(in: file).isEmpty, "\(path) has not \(rule.name) any more")
      }
    }
  }

  @Test(arguments: [
    "var address = sockaddr_un()", "let result = posix_spawnp(&child, name, nil, nil, &words, environ)",
    "if fork() == 0 { exit(0) }", "pthread_sigmask(SIG_BLOCK, &set, nil)", "pause = min(pause * 2, longest)",
    "until = now + min(Double(1 << min(doublings, 12)), longest)",
    "static let milliseconds: [UInt64] = [0, 250, 1_000]",
    "struct Numbers: RandomNumberGenerator {", "mixed = mixed &* 0xBF58_476D_1CE4_E5B9", "mkdtemp(&template)",
    "let program = Process()", "waitpid(child, &status, WNOHANG)", "guard address.bind(number) else { return }",
    "let source = DispatchSource.makeSignalSource(signal: number, queue: .global())",
  ])
  func secondOnesAreFound(line: String) {
    for path in ["Sources/Scenes/A.swift", "Tests/ScenesTests/A.swift"] {
      let file = SourceFile(target: "A", path: path, source: "let a = 1\n\(line)\n")
      #expect(SingleMechanisms.all.flatMap { $0.rule.violations(in: file) }.map(\.line) == [2])
    }
  }

  @Test(arguments: [
    "// posix_spawn(3)", "func make(using generator: inout some RandomNumberGenerator) {", "let pause = 2",
    "forkCount()",
    "var generator = SystemRandomNumberGenerator()",
  ])
  func usesPass(line: String) {
    let file = SourceFile(target: "A", path: "Sources/Scenes/A.swift", source: line)
    #expect(SingleMechanisms.all.flatMap { $0.rule.violations(in: file) }.isEmpty)
  }
}
