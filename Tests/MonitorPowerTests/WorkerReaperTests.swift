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
    worker = nil
    for _ in 0..<6000 where !isReaped(pid) { usleep(10_000) }
    #expect(isReaped(pid))
  }

  @Test func whatDoesNotEndHoldsNobodyUp() throws {
    let worker = try start(["1000"])
    WorkerReaper.reap(worker.pid, pidDescriptor: worker.pidDescriptor)
    // This line is reached while it lives.
    #expect(!isReaped(worker.pid))
    worker.kill()
    for _ in 0..<6000 where !isReaped(worker.pid) { usleep(10_000) }
    #expect(isReaped(worker.pid))
  }
}
