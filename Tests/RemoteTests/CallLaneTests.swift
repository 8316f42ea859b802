import ControlProtocol
import Foundation
import Synchronization
import Testing

@testable import RemoteServer

@Suite(.serialized)
struct CallLaneTests {
  private func waitUntil(_ isSo: () -> Bool) async throws {
    while !isSo() { try await Task.sleep(nanoseconds: 1_000_000) }
  }

  @Test(.timeLimit(.minutes(1))) func aPressWhoseTurnComesLateIsNotMade() async throws {
    let daemon = try FakeDaemon()
    defer { daemon.end() }
    let clock = Mutex(0.0)
    let lane = CallLane(
      "test", socket: daemon.path, patience: CallLane.Patience(answer: 30, turn: 1), now: { clock.withLock { $0 } })
    daemon.hold(true)
    async let first = lane.call(ControlTalkCall(action: .next))
    try await waitUntil { daemon.connections == 1 }
    let second = Task { () throws(CallFailure) in try await lane.call(ControlTalkCall(action: .next)) }
    try await waitUntil { lane.waitingCount == 2 }
    clock.withLock { $0 = 1.5 }
    daemon.hold(false)
    _ = try await first
    await #expect { try await second.value } throws: {
      if case CallFailure.late = $0 { return true }
      return false
    }
    #expect(daemon.calls.count == 1)
  }

  @Test(.timeLimit(.minutes(1))) func aDaemonThatDoesNotAnswerIsNotWaitedFor() async throws {
    let daemon = try FakeDaemon()
    defer { daemon.end() }
    let lane = CallLane("test", socket: daemon.path, patience: CallLane.Patience(answer: 0.2, turn: 30))
    daemon.hold(true)
    await #expect { try await lane.call(ControlTalkCall(action: .next)) } throws: {
      if case CallFailure.client = $0 { return true }
      return false
    }
    daemon.hold(false)
    // The next one has a connection of its own, on which no answer to the first is in its way.
    _ = try await lane.call(ControlTalkCall(action: .previous))
    #expect(daemon.calls.contains { $0.action == .previous })
  }
}
