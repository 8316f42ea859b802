import EventLoop
import Glibc
import Testing

@testable import WorkerProcesses

/// What becomes of a program that is let go of; one that lives on stands for one that no signal ends.
struct WorkerReaperTests {
  private func start(_ arguments: [String]) throws -> WorkerProcess {
    try WorkerProcess(path: "/bin/sleep", arguments: arguments, socketNumber: STDOUT_FILENO, longestPacket: 64)
  }

  /// Whether we have no such child any more, not as a zombie either; it is left as it is.
  private func isReaped(_ pid: Int32) -> Bool {
    var info = siginfo_t()
    return waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT) < 0 && errno == ECHILD
  }

  @Test func whatIsLetGoOfIsEndedAndReaped() throws {
    var worker: WorkerProcess? = try start(["1000"])
    let pid = try #require(worker?.pid)
    #expect(!isReaped(pid))
    let bell = try Doorbell()
    worker?.didEnd = { bell.ring() }
    worker = nil
    bell.wait(milliseconds: 60_000)
    #expect(isReaped(pid))
  }

  @Test func whatDoesNotEndHoldsNobodyUp() throws {
    let worker = try start(["1000"])
    let bell = try Doorbell()
    WorkerReaper.reap(worker.pid, pidDescriptor: worker.pidDescriptor) { bell.ring() }
    // This line is reached while it lives.
    #expect(!isReaped(worker.pid))
    worker.kill()
    bell.wait(milliseconds: 60_000)
    #expect(isReaped(worker.pid))
  }
}
