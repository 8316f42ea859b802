import ScenarioSupport
import Testing

/// Every scenario that needs no kernel, with the whole daemon on its simulated backend.
@Suite(.timeLimit(.minutes(30 + Scenario.streamMinutes)))
struct ScenarioTests {
  @Test(arguments: Scenario.all(on: .simulated))
  func holdsOnSimulatedDisplays(_ scenario: Scenario) async throws {
    try await ScenarioThreads.run {
      try scenario.play(on: SimulatedBench(clockStands: scenario.realTimeReason == nil))
    }
  }

  /// Without root, the list of tests shows this test as skipped, with the reason.
  @Test(.enabled(if: Scenario.mayBeOthers, "to speak as another user takes root"), arguments: Scenario.asOthers)
  func holdsAgainstOtherUsers(_ scenario: Scenario) async throws {
    try await ScenarioThreads.run {
      try scenario.play(on: SimulatedBench(clockStands: scenario.realTimeReason == nil))
    }
  }

  /// Without the package, the list of tests shows this test as skipped, with the reason.
  @Test(.enabled(if: Scenario.hasVarlinkPackage, "Python's package varlink is not there"))
  func messageBannerSpeaksByThePublicPackage() async throws {
    try await ScenarioThreads.run {
      try Scenario.messageBannerWithPackage.play(on: SimulatedBench())
    }
  }
}
