import Foundation
import ScenarioSupport
import Synchronization
import Testing
import VirtualMachine

/// The scenario list on a kernel's drivers, each play in a machine of its own.
@Suite(.serialized, .onlyWithMachine)
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

  /// The kinds of calls that the plays above have made, against the list that the last long run has left.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["MARQUEE_SCENARIO"] == nil, "only some scenarios are played"))
  func everyKindOfCallIsMade() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "ioctls")
    let made = Set(IoctlsMade.all.withLock { $0 })
    if ProcessInfo.processInfo.environment["MARQUEE_RECORD_IOCTLS"] == "1" {
      try made.sorted().map { $0 + "\n" }.joined().write(to: file, atomically: true, encoding: .utf8)
    }
    let listed = try Set(String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init))
    #expect(listed.subtracting(made).sorted() == [], "no play makes these calls any more; the gate needs one that does")
    #expect(made.subtracting(listed).sorted() == [], "new calls: run make test-long with MARQUEE_RECORD_IOCTLS=1")
  }
}

/// The kinds of calls by driver, as `vkms PAGE_FLIP`.
private enum IoctlsMade {
  static let all = Mutex(Set<String>())
}

extension Scenario {
  fileprivate func play(on kind: BenchKind) async throws {
    let play = try await madePlay(on: kind)
    IoctlsMade.all.withLock { $0.formUnion(play.ioctls.keys.map { "\(kind) \($0)" }) }
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
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try MachinePlay(self, on: kind, programs: programs) })
      }
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
