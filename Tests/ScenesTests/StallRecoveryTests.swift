import DisplayTypes
import Scenes
import Testing

@Suite("StallRecovery")
struct StallRecoveryTests {
  private func steps(at seconds: [UInt64]) -> [StallRecovery.Step] {
    var recovery = StallRecovery()
    return seconds.map { recovery.stalled(now: MonotonicTime(nanoseconds: $0 * 1_000_000_000)) }
  }

  @Test("more is done each time, and at last it is left to the supervisor")
  func escalates() {
    #expect(steps(at: [100, 101, 102, 103, 104]) == [.modeset, .modeset, .powerCycle, .powerCycle, .giveUp])
  }

  @Test("after a minute of flips it begins anew")
  func begins() {
    #expect(
      steps(at: [100, 101, 102, 163, 222, 223]) == [.modeset, .modeset, .powerCycle, .modeset, .modeset, .powerCycle])
  }
}
