import Foundation
import ScenarioSupport
import Testing
import VirtualMachine

/// The scenario list on a kernel's drivers, in one virtual machine: figures of time among them, so that nothing goes before it.
@Suite(
  .serialized, .onlyWithMachine, .machine(.withPrograms(on: .virtioGPU, .vkms), playsAgain: false),
  .timeLimit(.minutes(30)))
struct ScenarioOnKernelTests {
  @Test(arguments: Scenario.all(on: .virtio))
  func holdsOnVirtioGPU(_ scenario: Scenario) async throws {
    try await scenario.play(as: .virtio)
  }

  @Test(arguments: Scenario.all(on: .vkms))
  func holdsOnVKMS(_ scenario: Scenario) async throws {
    try await scenario.play(as: .vkms)
  }
}

/// The scenario list by the calls from before atomic commits.
@Suite(
  .serialized, .onlyWithMachine, .machine(.withPrograms(on: .virtioGPU), playsAgain: false), .timeLimit(.minutes(15)))
struct ScenarioByLegacyCallsTests {
  @Test(arguments: Scenario.all(on: .legacy))
  func holdsByLegacyCalls(_ scenario: Scenario) async throws {
    try await scenario.play(as: .legacy)
  }
}

/// The scenario list on a card that has one display for ever, in a virtual machine that has no other.
@Suite(.serialized, .onlyWithMachine, .machine(.withPrograms(on: .bochs), playsAgain: false), .timeLimit(.minutes(10)))
struct ScenarioOnPlainCardTests {
  @Test(arguments: Scenario.all(on: .bochs))
  func holdsOnBochs(_ scenario: Scenario) async throws {
    try await scenario.play(as: .bochs)
  }
}

extension Scenario {
  /// Plays it, and once more where it fails the first time, unless too many have failed.
  ///
  /// A scenario has deadlines of seconds, and a busy host stops an emulated machine for that long. What fails twice is broken; what
  /// holds the second time is a warning that stands in the report with what was seen. A figure is judged the first time: it is the median of
  /// many already.
  fileprivate func play(as kind: BenchKind) async throws {
    let machine = try await RunningMachine.get()
    do {
      try await ScenarioThreads.run { try play(on: MachineBench(machine, kind: kind)) }
    } catch let missed as FigureFailure {
      throw missed
    } catch {
      guard await SecondAttempts.shared.allowsAnother() else { throw error }
      if let place = machine.placeOfAKilledProcess() {
        Issue.record(
          "Killed, a process hangs in the kernel, and another machine is booted. \(place)", severity: .warning)
        machine.shutdown()
      }
      do {
        let machine = try await RunningMachine.get()
        try await ScenarioThreads.run { try play(on: MachineBench(machine, kind: kind)) }
      } catch let second {
        // It may have met what the first one left behind.
        Issue.record("On \(kind) it fails twice. The first time: \(error)", severity: .warning)
        throw second
      }
      Issue.record("On \(kind) it held only when it was played again. The first time: \(error)", severity: .warning)
    }
  }
}

extension BootOptions {
  /// These cards, and the programs of an optimised build that brings Swift's libraries along: `make build`.
  ///
  /// `MARQUEE_PROGRAMS` names their directory.
  static func withPrograms(on drivers: Driver...) -> BootOptions {
    var options = BootOptions()
    options.drivers = drivers
    let checkout = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    options.buildDirectory =
      ProcessInfo.processInfo.environment["MARQUEE_PROGRAMS"] ?? checkout.appending(path: ".build-release/release").path
    return options
  }
}
