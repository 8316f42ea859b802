import Testing
import VirtualMachine

/// One virtual machine for a whole suite: started before its first test, ended after its last.
struct MachineTrait: SuiteTrait, TestScoping {
  let options: BootOptions

  func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { test.isSuite ? self : nil }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let machine = try await VirtualMachine.boot(options)
    defer { machine.shutdown() }
    try await RunningMachine.$current.withValue(machine) { try await function() }
  }
}

/// The machine of the suite that runs.
enum RunningMachine {
  @TaskLocal static var current: VirtualMachine?

  /// The machine; throws outside a suite with the trait `machine`.
  static func get() throws -> VirtualMachine { try #require(current, "The suite lacks the trait .machine.") }
}

extension Trait where Self == MachineTrait {
  /// Runs the suite's tests in one machine with these options.
  static func machine(_ options: BootOptions = BootOptions()) -> MachineTrait { MachineTrait(options: options) }
}

extension Trait where Self == ConditionTrait {
  /// Skips the suite unless the virtual machine is asked for, since it takes minutes.
  static var onlyWithMachine: ConditionTrait {
    .enabled(
      if: VirtualMachine.isRequested, "needs the virtual machine: set MARQUEE_VM=1, after Tests/Guest/build-guest")
  }
}
