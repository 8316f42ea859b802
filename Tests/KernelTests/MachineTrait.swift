import Testing
import VirtualMachine

/// One virtual machine for a whole suite: started before its first test, ended after its last.
///
/// A test in which it falls silent is played again in another one: Debian's vkms locks itself up now and then where a display goes
/// (`drm_vblank_disable_and_save` waits for a timer that waits for its lock), with nothing of ours running.
struct MachineTrait: SuiteTrait, TestTrait, TestScoping {
  let options: BootOptions
  /// Else the suite does so itself.
  let playsAgain: Bool
  let isRecursive = true

  func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { test.isSuite || testCase != nil ? self : nil }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    if testCase != nil { return try await playsAgain ? Self.play(function) : function() }
    let machine = try await MachineOfSuite(options)
    defer { machine.shutdown() }
    try await RunningMachine.$current.withValue(machine) { try await function() }
  }

  /// Plays it, and once more in another machine where it fails with one that does not answer any more.
  static func play(_ function: @concurrent @Sendable () async throws -> Void) async throws {
    do {
      try await function()
    } catch {
      guard let machine = RunningMachine.current, !machine.answers, await SecondAttempts.shared.allowsAnother() else {
        throw error
      }
      Issue.record("The virtual machine fell silent, and the test is played again. \(error)", severity: .warning)
      try await function()
    }
  }
}

/// The machine of the suite that runs.
enum RunningMachine {
  @TaskLocal static var current: MachineOfSuite?

  /// A machine that answers; throws outside a suite with the trait `machine`.
  static func get() async throws -> VirtualMachine {
    try await #require(current, "The suite lacks the trait .machine.").get()
  }
}

extension Trait where Self == MachineTrait {
  /// Runs the suite's tests in one machine with these options.
  static func machine(_ options: BootOptions = BootOptions(), playsAgain: Bool = true) -> MachineTrait {
    MachineTrait(options: options, playsAgain: playsAgain)
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips the suite unless the virtual machine is asked for, since it takes a minute.
  static var onlyWithMachine: ConditionTrait {
    .enabled(
      if: VirtualMachine.isRequested, "needs the virtual machine: set MARQUEE_VM=1, after Tests/Guest/build-guest")
  }
}
