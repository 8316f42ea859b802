import Testing
import VirtualMachine

/// One virtual machine for a whole suite: started before its first test, ended after its last.
struct MachineTrait: SuiteTrait, TestScoping {
  let options: BootOptions

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let machine = try await MachineOfSuite(options)
    defer { machine.shutdown() }
    try await RunningMachine.$current.withValue(machine) { try await function() }
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
  static func machine(_ options: BootOptions = BootOptions()) -> MachineTrait { MachineTrait(options: options) }
}

extension Trait where Self == ConditionTrait {
  /// Skips the suite unless the virtual machine is asked for, since it takes a minute.
  static var onlyWithMachine: ConditionTrait {
    .enabled(
      if: VirtualMachine.isRequested, "needs the virtual machine: set MARQUEE_VM=1, after Tests/Guest/build-guest")
  }
}
