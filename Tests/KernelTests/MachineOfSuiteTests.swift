import Synchronization
import Testing
import VirtualMachine

/// The machine of a suite, when it hangs.
@Suite(.serialized, .onlyWithMachine, .machine(), .timeLimit(.minutes(10)))
struct MachineOfSuiteTests {
  private struct Silence: Error {}

  /// The processors' stacks come from the kernel's own answer to the interrupt; the test goes on in the other.
  @Test func aMachineThatFallsSilentIsReplaced() async throws {
    let silent = try await RunningMachine.get()
    #expect(try await RunningMachine.get() === silent)
    #expect(silent.placeOfAKilledProcess() == nil)
    let attempts = Atomic(0)
    let hasStacks = Atomic(false)
    // The warning with what the silent one was doing, and that it is played again; the next one's start may have one of its own.
    try await withKnownIssue {
      try await MachineTrait.play {
        let machine = try await RunningMachine.get()
        guard attempts.wrappingAdd(1, ordering: .relaxed).newValue == 1 else { return }
        try machine.stopAgent()
        throw Silence()
      }
    } matching: { issue in
      if issue.comments.contains(where: { $0.rawValue.contains("Call Trace") }) {
        hasStacks.store(true, ordering: .relaxed)
      }
      return issue.comments.contains { $0.rawValue.contains("fell silent") }
    }
    #expect(attempts.load(ordering: .relaxed) == 2 && hasStacks.load(ordering: .relaxed))
    let next = try await RunningMachine.get()
    #expect(next !== silent && next.answers())
    // What fails in a machine that answers has failed.
    await #expect(throws: Silence.self) { try await MachineTrait.play { throw Silence() } }
  }
}
