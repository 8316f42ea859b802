import ScenarioSupport
import Testing
import VirtualMachine

/// The kept files of the daemon and the server of the web pages, on an ext4 disk whose power is cut.
@Suite(.serialized, .onlyWithMachine, .machine(.withKeptDisk), .timeLimit(.minutes(60)))
struct PowerCutTests {
  @Test func acknowledgedChangesSurviveAPowerCut() async throws {
    try await play { try PowerCuts.play($0, .shutdown, PowerCuts.Count(gate: 1, long: 10, soak: 190)) }
  }

  @Test func acknowledgedChangesSurviveAReset() async throws {
    try await play { try PowerCuts.play($0, .reset, PowerCuts.Count(long: 1, soak: 10)) }
  }

  @Test func aChangeWhoseSyncFailsIsRefusedOrKept() async throws {
    try await play { try PowerCuts.playWithFailures($0, PowerCuts.Count(long: 3, soak: 20)) }
  }

  /// The comparison can fail.
  @Test func aDaemonThatSyncsNothingLosesAcknowledgedChanges() async throws {
    try await play { _ = try PowerCuts.playWithoutSyncing($0) }
  }

  private func play(_ body: @escaping @Sendable (VirtualMachine) throws -> Void) async throws {
    let machine = try RunningMachine.get()
    try await ScenarioThreads.runWithMachine { try body(machine) }
  }
}

extension BootOptions {
  /// The programs of an optimised build, a display, and a disk for kept files. The server of the pages leaves 64 MiB of it free.
  fileprivate static var withKeptDisk: BootOptions {
    var options = BootOptions.withPrograms(on: .virtioGPU)
    options.monitorCount = 1
    options.diskMebibytes = 256
    return options
  }
}
