import Foundation
import Testing
import VirtualMachine

/// The ioctl shim, with `modetest` as the program that it lies to.
@Suite(.serialized, .onlyWithMachine, .machine(.onePluggedVirtioMonitor), .timeLimit(.minutes(10)))
struct ShimTests {
  let machine: VirtualMachine
  let shim: IoctlShim

  init() async throws {
    machine = try RunningMachine.get()
    shim = try IoctlShim(machine)
  }

  private func modetest(_ arguments: String) throws -> CommandResult {
    try machine.run("\(shim.prefix) modetest -M virtio_gpu \(arguments) < /dev/null 2>&1")
  }

  @Test func withoutRulesNothingChanges() throws {
    #expect(try modetest("-c").output.contains("1920x1080"))
    let counts = try shim.counts()
    #expect((counts["GETCONNECTOR_PROBE"] ?? 0) >= 4)
    let probes = try shim.events().filter { $0.operation == "GETCONNECTOR_PROBE" }
    #expect(probes.count >= 4 && probes.allSatisfy { $0.error == 0 })
    #expect(try shim.allocations().values.contains { $0 > 10 })
  }

  @Test func anUnreadableEDIDLeavesGuessedModes() throws {
    try shim.set("connector Virtual-1 guessed")
    let output = try modetest("-c").output
    #expect(output.contains("1024x768 60"))
    #expect(!output.contains("1920x1080"))
    #expect(!output.contains("00ffffffffffff00"))
    try shim.set("connector Virtual-2 guessed")
    #expect(try modetest("-c").output.contains("1920x1080"))
  }

  @Test func aConnectorMayHaveNoModesOrABadLink() throws {
    try shim.set("connector Virtual-1 no-modes")
    #expect(try !modetest("-c").output.contains("#0"))
    try shim.set("connector Virtual-1 link-bad")
    let output = try modetest("-c").output
    #expect(output.contains("1920x1080"))
    let link = try #require(output.range(of: "link-status:"))
    #expect(output[link.upperBound...].prefix(90).contains("value: 1"))
  }

  @Test func aModesetOfOneSizeFailsAndAnotherWorks() throws {
    try shim.set("fail MODESET ENOSPC size 1920x1080")
    let objects = try machine.check(
      "modetest -M virtio_gpu -p | awk '/^id\\tfb/ {getline; c = $1} /^id\\tcrtc/ {getline; print $1 \"@\" c}'")
    for size in ["1920x1080", "1280x1024"] {
      _ = try modetest("-s Virtual-1:\(size)")
      _ = try modetest("-a -s Virtual-1:\(size) -P \(objects):\(size)")
    }
    let modesets = try shim.events().filter { ["SETCRTC", "ATOMIC_MODESET"].contains($0.operation) }
    let large = modesets.filter { $0.size == "1920x1080" }
    #expect(!large.isEmpty && large.allSatisfy { $0.error == 28 })
    #expect(modesets.contains { $0.size == "1280x1024" && $0.error == 0 && $0.operation == "SETCRTC" })
    #expect(modesets.contains { $0.size == "1280x1024" && $0.operation == "ATOMIC_MODESET" })
  }

  @Test func onlySoManyCallsFail() throws {
    try shim.set("fail CREATE_DUMB ENOMEM times 1")
    #expect(try modetest("-s Virtual-1:1280x1024").output.contains("Cannot allocate memory"))
    // The count belongs to the process, so each process starts at zero.
    try shim.set("fail CREATE_DUMB ENOMEM after 1")
    #expect(try !modetest("-s Virtual-1:1280x1024").output.contains("Cannot allocate memory"))
  }

  @Test func aProbeIsSlow() throws {
    try shim.set("delay GETCONNECTOR_PROBE 300 connector Virtual-1")
    _ = try modetest("-c")
    let probes = try shim.events().filter { $0.operation == "GETCONNECTOR_PROBE" }
    #expect(probes.contains { $0.duration >= 300_000_000 })
    #expect(probes.filter { $0.duration < 300_000_000 }.count >= 3)
  }

  @Test func atomicIsHidden() throws {
    #expect(try !modetest("-a -s Virtual-1:1280x1024").output.contains("no atomic modesetting support"))
    try shim.set("hide ATOMIC")
    #expect(try modetest("-a -s Virtual-1:1280x1024").output.contains("no atomic modesetting support"))
  }
}

extension BootOptions {
  /// One card. Its first monitor is plugged before the kernel starts.
  fileprivate static var onePluggedVirtioMonitor: BootOptions {
    var options = BootOptions()
    options.drivers = [.virtioGPU]
    options.pluggedMonitors = [1: MonitorSize(1920, 1080)]
    return options
  }
}
