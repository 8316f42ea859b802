import EventLoop
import Glibc
import Presentation
import SimulatedBackend
import Synchronization
import SystemPackage
import Testing

@testable import DisplayScenes

@Suite struct HostThreadTests {
  /// A display thread with simulated displays, and the main loop that gets its messages.
  private func start() throws -> (HostThread, EventLoop) {
    let loop = try EventLoop()
    let thread = try HostThread(main: loop.mailbox) { _ in }
    thread.start(.simulated())
    return (thread, loop)
  }

  @Test func aThreadThatAnswersIsReleased() throws {
    let (thread, _) = try start()
    #expect(thread.end(milliseconds: 60_000))
  }

  @Test func theEndDoesNotWaitForAThreadThatHangs() throws {
    let (thread, loop) = try start()
    let (gate, left) = (try WakeEvent(), try WakeEvent())
    let block: @Sendable (SimulatedBackend) -> HostAnswer = { _ in
      gate.wait(milliseconds: 60_000)
      left.signal()
      return .success(nil)
    }
    var answers: [HostAnswer] = []
    thread.query(block) { answers.append($0) }
    #expect(!thread.end(milliseconds: 50))
    #expect(answers == [.failure(.hostHasEnded)])
    gate.signal()
    // The thread ends by itself, and its late answer calls nothing.
    #expect(left.wait(milliseconds: 60_000))
    #expect(thread.ended.wait(milliseconds: 60_000))
    loop.turn(waiting: false)
    #expect(answers.count == 1)
  }

  @Test func eachCompletionIsCalledOnceAtTheEnd() throws {
    let (thread, loop) = try start()
    var called: [Int] = []
    for number in 0..<3 { thread.query({ _ in .success(nil) }, then: { _ in called.append(number) }) }
    #expect(thread.end(milliseconds: 60_000))
    #expect(called == [0, 1, 2])
    loop.turn(waiting: false)
    #expect(called == [0, 1, 2])
    // After the end, it is called at once.
    thread.query({ _ in .success(nil) }, then: { _ in called.append(3) })
    #expect(called == [0, 1, 2, 3])
  }

  @Test func aCompletionMayAskAgainAtTheEnd() throws {
    let (thread, _) = try start()
    var called = 0
    thread.query({ _ in .success(nil) }) { [unowned thread] _ in
      called += 1
      thread.query({ _ in .success(nil) }, then: { _ in called += 1 })
    }
    #expect(thread.end(milliseconds: 60_000))
    #expect(called == 2)
  }

  /// Notes whether the thread that made it releases it.
  private nonisolated final class Witness: Sendable {
    private let maker = pthread_self()
    private let release: @Sendable (Bool) -> Void

    init(_ release: @escaping @Sendable (Bool) -> Void) { self.release = release }

    deinit { release(pthread_equal(maker, pthread_self()) != 0) }
  }

  private nonisolated final class Releases: Sendable {
    let onMain = Mutex<[Bool]>([])
  }

  @Test func completionsAreReleasedOnTheMainThread() throws {
    let releases = Releases()
    do {
      let (thread, loop) = try start()
      let gate = try WakeEvent()
      func ask() {
        let witness = Witness { isMain in releases.onMain.withLock { $0.append(isMain) } }
        thread.query({ _ in .success(nil) }, then: { _ in withExtendedLifetime(witness) {} })
      }
      // Answered by the loop.
      ask()
      while releases.onMain.withLock(\.isEmpty) { loop.turn(waiting: true) }
      // Answered at an end that does not wait for the display thread.
      thread.query(
        { _ in
          gate.wait(milliseconds: 60_000)
          return .success(nil)
        }, then: { _ in })
      ask()
      #expect(!thread.end(milliseconds: 1))
      ask()
      gate.signal()
      #expect(thread.ended.wait(milliseconds: 60_000))
    }
    #expect(releases.onMain.withLock { $0 } == [true, true, true])
  }

  @Test func theReportHandlerIsReleasedOnTheMainThread() throws {
    let releases = Releases()
    let gate = try WakeEvent()
    var thread: HostThread?
    var loop: EventLoop? = try EventLoop()
    do {
      let witness = Witness { isMain in releases.onMain.withLock { $0.append(isMain) } }
      if let loop { thread = try HostThread(main: loop.mailbox) { _ in withExtendedLifetime(witness) {} } }
    }
    thread?.start(.simulated())
    thread?.query(
      { _ in
        gate.wait(milliseconds: 60_000)
        return .success(nil)
      }, then: { _ in })
    #expect(thread?.end(milliseconds: 1) == false)
    let ended = thread?.ended
    thread = nil
    loop = nil
    gate.signal()
    #expect(ended?.wait(milliseconds: 60_000) == true)
    #expect(releases.onMain.withLock { $0 } == [true])
    _ = loop
  }
}
