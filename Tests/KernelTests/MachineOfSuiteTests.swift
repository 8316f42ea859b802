import Testing
import VirtualMachine

/// The machine of a suite, when it hangs.
@Suite(.serialized, .onlyWithMachine, .machine(), .timeLimit(.minutes(3)))
struct MachineOfSuiteTests {
  @Test func aMachineThatFallsSilentIsReplaced() async throws {
    let silent = try await RunningMachine.get()
    #expect(try await RunningMachine.get() === silent)
    try silent.stopProcessors()
    // The warning with what the silent one was doing.
    await withKnownIssue { _ = try await RunningMachine.get() }
    let next = try await RunningMachine.get()
    #expect(next !== silent && next.answers())
  }
}
