import DisplayTypes
import Testing

@testable import Scenes

@Suite("StallRecovery")
struct StallRecoveryTests {
  private func steps(at seconds: [UInt64]) -> [StallRecovery.Step] {
    var recovery = StallRecovery()
    return seconds.map { recovery.stalled(now: MonotonicTime(nanoseconds: $0 * 1_000_000_000)) }
  }

  @Test("more is done each time, and at last it rests, ever longer")
  func escalates() {
    #expect(
      steps(at: [100, 101, 102, 103, 104]) == [.modeset, .modeset, .powerCycle, .powerCycle, .rest(1_000_000_000)])
    #expect(steps(at: [100, 101, 102, 103, 104, 106, 109]).suffix(2) == [.rest(2_000_000_000), .rest(4_000_000_000)])
  }

  @Test("it is hopeless while it rests and a moment after that")
  func hopeless() {
    var recovery = StallRecovery()
    for second in 100...104 as ClosedRange<UInt64> {
      #expect(!recovery.isHopeless(now: MonotonicTime(nanoseconds: second * 1_000_000_000)))
      _ = recovery.stalled(now: MonotonicTime(nanoseconds: second * 1_000_000_000))
    }
    #expect(recovery.isHopeless(now: MonotonicTime(nanoseconds: 104_500_000_000)))
    #expect(recovery.isHopeless(now: MonotonicTime(nanoseconds: 107_000_000_000)))
    #expect(!recovery.isHopeless(now: MonotonicTime(nanoseconds: 111_000_000_000)))
  }

  @Test("after a minute of flips it begins again")
  func begins() {
    #expect(
      steps(at: [100, 101, 102, 163, 222, 223]) == [.modeset, .modeset, .powerCycle, .modeset, .modeset, .powerCycle])
  }
}
