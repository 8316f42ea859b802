import Foundation
import ScenarioSupport
import Synchronization
import Testing
import VirtualMachine

/// The scenario list on a kernel's drivers, each play in a machine of its own.
@Suite(.onlyWithMachine, IoctlListTrait())
struct ScenarioOnKernelTests {
  @Test(arguments: Scenario.all(on: .virtio))
  func holdsOnVirtioGPU(_ scenario: Scenario) async throws {
    try await scenario.play(on: .virtio)
  }

  @Test(arguments: Scenario.all(on: .vkms))
  func holdsOnVKMS(_ scenario: Scenario) async throws {
    try await scenario.play(on: .vkms)
  }

  /// By the calls from before atomic commits.
  @Test(arguments: Scenario.all(on: .legacy))
  func holdsByLegacyCalls(_ scenario: Scenario) async throws {
    try await scenario.play(on: .legacy)
  }

  /// On a card that has one display for ever, in a machine that has no other.
  @Test(arguments: Scenario.all(on: .bochs))
  func holdsOnBochs(_ scenario: Scenario) async throws {
    try await scenario.play(on: .bochs)
  }
}

/// Compares the kinds of calls that the plays of a suite made with the list that the last long run has left.
struct IoctlListTrait: SuiteTrait, TestScoping {
  /// The kinds so far by driver, as `vkms PAGE_FLIP`.
  static let made = Mutex(Set<String>())

  func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { test.isSuite ? self : nil }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await function()
    let environment = ProcessInfo.processInfo.environment
    // A part of the plays makes a part of the calls.
    guard VirtualMachine.isRequested, environment["MARQUEE_ALL_PLAYS"] == "1" else { return }
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "ioctls")
    let made = Set(Self.made.withLock { $0 })
    if environment["MARQUEE_RECORD_IOCTLS"] == "1" {
      try made.sorted().map { $0 + "\n" }.joined().write(to: file, atomically: true, encoding: .utf8)
    }
    let listed = try Set(String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init))
    #expect(listed.subtracting(made).sorted() == [], "no play makes these calls any more; the gate needs one that does")
    #expect(
      made.subtracting(listed).sorted() == [], "new calls: run tools/test-machine long with MARQUEE_RECORD_IOCTLS=1")
  }
}

extension Scenario {
  fileprivate func play(on kind: BenchKind) async throws {
    let play = try await madePlay(on: kind)
    IoctlListTrait.made.withLock { $0.formUnion(play.ioctls.keys.map { "\(kind) \($0)" }) }
    if let failure = play.failure { Issue.record("\(failure)") }
  }

  /// Plays it, and returns the text that it prints.
  func outputOfPlay(on kind: BenchKind) async throws -> String {
    let play = try await madePlay(on: kind)
    if let failure = play.failure { Issue.record("\(failure)") }
    return play.output
  }

  /// On a thread of its own: Swift's few threads are for tests that do not wait.
  private func madePlay(on kind: BenchKind) async throws -> MachinePlay {
    let programs = try #require(BootOptions.withPrograms().buildDirectory)
    let play = try await ScenarioThreads.runWithMachine { try MachinePlay(self, on: kind, programs: programs) }
    print("play: \(play.duration.components.seconds) s on \(kind): \(self)")
    return play
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
