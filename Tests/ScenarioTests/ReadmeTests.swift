import ScenarioSupport
import Testing

/// The commands of README.md, as a user tries them.
struct ReadmeTests {
  @Test("the first example of the page works as it is copied", .timeLimit(.minutes(10)))
  func firstExample() async throws {
    try await ScenarioThreads.run { try ReadmeExample().play() }
  }
}
