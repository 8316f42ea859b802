import EventLoop
import Glibc
import Testing

@testable import marqueed

/// The thread of the store, the proof of play and the media check, which runs only while there is work.
@MainActor
@Suite struct OnDemandThreadTests {
  private let loop: EventLoop
  private let thread: OnDemandThread

  init() throws {
    loop = try EventLoop()
    thread = OnDemandThread("marquee-test", main: loop.mailbox)
  }

  /// The kernel's number of the calling thread, behind that of its process (proc(5)).
  private nonisolated static func number() -> String {
    var text = [CChar](repeating: 0, count: 64)
    let length = readlink("/proc/thread-self", &text, text.count)
    return String(decoding: text.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Runs a job, and returns the kernel's number of the thread that ran it.
  private func runJob() throws -> String {
    var number = ""
    try thread.perform {
      Self.number()
    } then: {
      number = $0
      loop.stop()
    }
    loop.run()
    return number
  }

  @Test func jobsRunElsewhereInOrderAndAreAnsweredHere() throws {
    var answers: [Int] = []
    var threads: Set<String> = []
    for number in 1...3 {
      try thread.perform {
        (number, Self.number())
      } then: {
        answers.append($0.0)
        threads.insert($0.1)
        if number == 3 { loop.stop() }
      }
    }
    #expect(thread.pending == 3 && answers.isEmpty)
    loop.run()
    #expect(answers == [1, 2, 3] && thread.pending == 0)
    #expect(threads.count == 1 && !threads.contains(Self.number()))
  }

  @Test func withoutAJobThereIsNoThread() throws {
    #expect(try runJob() != runJob())
  }

  @Test func aThreadThatIsKeptRunsTheNextJobToo() throws {
    try thread.keep()
    let first = try runJob()
    #expect(try runJob() == first)
    thread.release()
    #expect(try runJob() != first)
  }

  @Test func allJobsAndTheirResultsCanBeAwaited() throws {
    var answers: [Int] = []
    try thread.perform {
      1
    } then: { answer in
      answers.append(answer)
      try? thread.perform {
        2
      } then: {
        answers.append($0)
      }
    }
    #expect(thread.wait(milliseconds: 60_000))
    #expect(answers == [1, 2])
  }
}
