import ControlProtocol
import Foundation
import Synchronization
import TestDaemon
import Testing

@testable import marquee_remote

@Suite(.serialized)
struct CallQueueTests {
  @Test(.timeLimit(.minutes(30))) func aPressWhoseTurnComesLateIsNotMade() async throws {
    let daemon = try FakeDaemon()
    defer { daemon.end() }
    let clock = Watched((now: 0.0, readings: 0))
    let queue = CallQueue(
      "test", socket: daemon.path, timeouts: CallQueue.Timeouts(reply: 3600, queue: 1),
      now: {
        clock.change {
          $0.readings += 1
          return $0.now
        }
      })
    daemon.hold(true)
    async let first = queue.call(ControlTalkCall(action: .next))
    try await daemon.wait { $0.connections == 1 }
    let second = Task { () throws(CallFailure) in try await queue.call(ControlTalkCall(action: .next)) }
    // The first call has read the clock twice: as it was asked for, and as its turn came.
    try await clock.wait { $0.readings == 3 }
    clock.change { $0.now = 1.5 }
    daemon.hold(false)
    _ = try await first
    await #expect { try await second.value } throws: {
      if case CallFailure.late = $0 { return true }
      return false
    }
    #expect(daemon.calls.count == 1)
  }

  @Test(.timeLimit(.minutes(30))) func aDaemonThatDoesNotAnswerIsNotWaitedFor() async throws {
    let daemon = try FakeDaemon()
    defer { daemon.end() }
    let timeouts = Mutex(CallQueue.Timeouts(reply: 0, queue: 60))
    let queue = CallQueue("test", socket: daemon.path, timeouts: timeouts.withLock { $0 })
    daemon.hold(true)
    await #expect { try await queue.call(ControlTalkCall(action: .next)) } throws: {
      if case CallFailure.client = $0 { return true }
      return false
    }
    daemon.hold(false)
    timeouts.withLock { $0.reply = 60 }
    // The next one has a connection of its own, on which no answer to the first is in its way.
    _ = try await queue.call(ControlTalkCall(action: .previous))
    #expect(daemon.calls.contains { $0.action == .previous })
  }
}
