import EventLoop
import Synchronization
import Testing

@Suite("Mailbox")
struct MailboxTests {
  /// Collects numbers from any thread.
  final class Log: Sendable {
    private let numbers = Mutex<[Int]>([])

    func append(_ number: Int) {
      numbers.withLock { $0.append(number) }
    }

    var all: [Int] { numbers.withLock { $0 } }
  }

  @Test("letters are opened in the order of posting")
  func order() throws {
    let loop = try EventLoop()
    let log = Log()
    for number in 0..<100 { loop.mailbox.post { log.append(number) } }
    #expect(log.all.isEmpty)
    loop.turn(waiting: true)
    #expect(log.all == Array(0..<100))
  }

  @Test("a letter that a letter posts comes in the next turn, so that the loop continues")
  func nested() throws {
    let loop = try EventLoop()
    let log = Log()
    let mailbox = loop.mailbox
    mailbox.post {
      log.append(1)
      mailbox.post { log.append(2) }
    }
    loop.turn(waiting: true)
    #expect(log.all == [1])
    loop.turn(waiting: true)
    #expect(log.all == [1, 2])
    loop.turn(waiting: false)
    #expect(log.all.count == 2)
  }

  @Test("stop ends run, from a letter")
  func stop() throws {
    let loop = try EventLoop()
    let log = Log()
    var timer: LoopTimer?
    timer = loop.makeTimer {
      log.append(1)
      loop.stop()
    }
    timer?.arm(at: .now)
    loop.run()
    #expect(log.all == [1])
  }

  @Test("letters to a loop that has ended are dropped with their contents")
  func ended() throws {
    var loop: EventLoop? = try EventLoop()
    let mailbox = try #require(loop?.mailbox)
    let log = Log()
    weak var held: Log?
    do {
      let content = Log()
      held = content
      mailbox.post { content.append(1) }
    }
    #expect(held != nil)
    loop = nil
    #expect(held == nil)
    mailbox.post { log.append(1) }
    #expect(log.all.isEmpty)
    withExtendedLifetime(loop) {}
  }

  @Test("letters of many threads all arrive, each thread's in its order")
  func threads() async throws {
    let log = Log()
    let mailbox = try LoopThread.start(name: "test-loop")
    await withTaskGroup(of: Void.self) { group in
      for sender in 0..<8 {
        group.addTask { for number in 0..<500 { mailbox.post { log.append(sender * 1000 + number) } } }
      }
    }
    await withCheckedContinuation { continuation in mailbox.post { continuation.resume() } }
    mailbox.post { EventLoop.current?.stop() }
    let all = log.all
    #expect(all.count == 4000)
    for sender in 0..<8 {
      #expect(all.filter { $0 / 1000 == sender } == (0..<500).map { sender * 1000 + $0 })
    }
  }
}
