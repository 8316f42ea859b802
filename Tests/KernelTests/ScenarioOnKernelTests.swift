import Foundation
import ScenarioSupport
import Testing
import VirtualMachine

/// The scenario list on a kernel's drivers, in one virtual machine.
@Suite(.serialized, .onlyWithMachine, .machine(.withPrograms), .timeLimit(.minutes(30)))
struct ScenarioOnKernelTests {
  let machine: VirtualMachine

  init() throws {
    machine = try RunningMachine.get()
  }

  private func play(_ scenario: Scenario, on kind: BenchKind) async throws {
    let machine = machine
    let playing: @Sendable () async throws -> Void = {
      try await ScenarioThreads.run { try scenario.play(on: MachineBench(machine, kind: kind)) }
    }
    guard let gap = KnownGaps.reason(scenario, on: kind) else { return try await playing() }
    await withKnownIssue(Comment(rawValue: gap), isIntermittent: true) { try await playing() }
  }

  @Test(arguments: Scenario.all(on: .virtio))
  func holdsOnVirtioGPU(_ scenario: Scenario) async throws {
    try await play(scenario, on: .virtio)
  }

  @Test(arguments: Scenario.all(on: .legacy))
  func holdsByLegacyCalls(_ scenario: Scenario) async throws {
    try await play(scenario, on: .legacy)
  }

  @Test(arguments: Scenario.all(on: .vkms))
  func holdsOnVKMS(_ scenario: Scenario) async throws {
    try await play(scenario, on: .vkms)
  }
}

extension BootOptions {
  /// Both cards, and the programs of an optimised build that brings Swift's libraries along: `make build`.
  ///
  /// `MARQUEE_PROGRAMS` names their directory.
  fileprivate static var withPrograms: BootOptions {
    var options = BootOptions()
    let checkout = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    options.buildDirectory =
      ProcessInfo.processInfo.environment["MARQUEE_PROGRAMS"] ?? checkout.appending(path: ".build-release/release").path
    return options
  }
}
