import Glibc
import SystemPackage
import Testing

@testable import EventLoop

/// The end of an abandoned program. A running one represents a program that no signal ends.
struct ChildEndTests {
  private func start(_ arguments: [String], _ slots: WorkerSlots? = nil) throws -> WorkerProcess {
    try WorkerProcess(
      path: "/bin/sleep", arguments: arguments, socketNumber: STDOUT_FILENO, longestPacket: 64, slots: slots)
  }

  /// Whether we have no such child any more, not as a zombie either; it is left as it is.
  private func isReaped(_ pid: Int32) -> Bool {
    var info = siginfo_t()
    return waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT) < 0 && errno == ECHILD
  }

  @Test func anAbandonedProgramIsEndedAndReaped() throws {
    var worker: WorkerProcess? = try start(["1000"])
    let pid = try #require(worker?.pid)
    #expect(!isReaped(pid))
    let wakeEvent = try WakeEvent()
    worker?.didEnd = { wakeEvent.signal() }
    worker = nil
    wakeEvent.wait(milliseconds: 60_000)
    #expect(isReaped(pid))
  }

  @Test func aProgramThatDoesNotEndBlocksNothing() throws {
    let worker = try start(["1000"])
    let wakeEvent = try WakeEvent()
    ChildEnd.takeInBackground(of: worker.pid) { wakeEvent.signal() }
    // This line is reached while it lives.
    #expect(!isReaped(worker.pid))
    worker.kill()
    wakeEvent.wait(milliseconds: 60_000)
    #expect(isReaped(worker.pid))
  }

  @Test func noMoreRunAtOnceThanThereAreSlots() throws {
    let slots = WorkerSlots(limit: 2)
    var first: WorkerProcess? = try start(["1000"], slots)
    let second = try start(["1000"], slots)
    #expect(throws: Errno.resourceTemporarilyUnavailable) { try start(["1000"], slots) }
    #expect(slots.count == 2)
    // An abandoned program counts until it is reaped.
    let wakeEvent = try WakeEvent()
    first?.didEnd = { wakeEvent.signal() }
    first = nil
    wakeEvent.wait(milliseconds: 60_000)
    #expect(slots.count == 1)
    second.kill()
    var watched = pollfd(fd: second.pidDescriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&watched, 1, 60_000) == 1)
    #expect(slots.count == 1 && second.reap() == .killed(signal: SIGKILL))
    #expect(slots.count == 0)
  }

  @Test func aProgramThatCannotBeStartedTakesNoSlot() throws {
    let slots = WorkerSlots(limit: 1)
    for _ in 0..<3 {
      #expect(throws: Errno.noSuchFileOrDirectory) {
        try WorkerProcess(
          path: "/nowhere/program", arguments: [], socketNumber: STDOUT_FILENO, longestPacket: 64, slots: slots)
      }
    }
    #expect(slots.count == 0)
  }
}
