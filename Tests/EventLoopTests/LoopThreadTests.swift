import EventLoop
import Glibc
import Synchronization
import Testing

@Suite("LoopThread")
struct LoopThreadTests {
  /// An actor that lives on a loop's thread.
  actor Resident {
    nonisolated let mailbox: Mailbox
    private var count = 0

    init(mailbox: Mailbox) {
      self.mailbox = mailbox
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { mailbox.asUnownedSerialExecutor() }

    func increment() -> (count: Int, isOnLoop: Bool) {
      count += 1
      return (count, EventLoop.current?.mailbox === mailbox)
    }
  }

  static func onLoop<Value: Sendable>(_ mailbox: Mailbox, _ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in mailbox.post { continuation.resume(returning: body()) } }
  }

  @Test("main runs first, on the new thread, which has a loop and the name")
  func main() async throws {
    let ran = Mutex(false)
    let mailbox = try LoopThread.start(name: "marquee-test") { ran.withLock { $0 = EventLoop.current != nil } }
    let name = await Self.onLoop(mailbox) {
      var buffer = [UInt8](repeating: 0, count: 64)
      let file = open("/proc/thread-self/comm", O_RDONLY)
      let count = read(file, &buffer, buffer.count)
      close(file)
      return String(decoding: buffer.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
    #expect(ran.withLock { $0 })
    #expect(name == "marquee-test")
    #expect(EventLoop.current == nil)
    mailbox.post { EventLoop.current?.stop() }
  }

  /// Signals its event when it is released, unless the end has been signalled before.
  final class Signal: Sendable {
    private let event: WakeEvent
    private let end: WakeEvent

    init(_ event: WakeEvent, before end: WakeEvent) {
      self.event = event
      self.end = end
    }

    deinit {
      if !end.wait(milliseconds: 0) { event.signal() }
    }
  }

  @Test("the end is signalled after the loop and all posted work are released")
  func end() throws {
    let (ended, released, given) = (try WakeEvent(), try WakeEvent(), try WakeEvent())
    let mailbox = try LoopThread.start(name: "marquee-end", ended: ended)
    #expect(!ended.wait(milliseconds: 0))
    let signal = Signal(released, before: ended)
    mailbox.post { [signal] in
      // The thread must not end while this test holds the signal too.
      _ = given.wait(milliseconds: 60_000)
      withExtendedLifetime(signal) { EventLoop.current?.stop() }
      // Posted too late: the loop drops it at its end.
      mailbox.post { withExtendedLifetime(signal) {} }
    }
    _ = consume signal
    given.signal()
    #expect(ended.wait(milliseconds: 60_000))
    #expect(released.wait(milliseconds: 0))
    // The loop's mailbox is closed, so that it keeps no later work.
    weak var later: Signal?
    do {
      let work = Signal(released, before: ended)
      later = work
      mailbox.post { withExtendedLifetime(work) {} }
    }
    #expect(later == nil)
  }

  @Test("an actor with the mailbox as executor runs on the thread, and can be entered synchronously there")
  func actor() async throws {
    let mailbox = try LoopThread.start(name: "marquee-actor")
    let resident = Resident(mailbox: mailbox)
    let first = await resident.increment()
    #expect(first.count == 1)
    #expect(first.isOnLoop)
    let second = await Self.onLoop(mailbox) { resident.assumeIsolated { $0.increment() } }
    #expect(second.count == 2)
    #expect(second.isOnLoop)
    #expect(mailbox.isIsolatingCurrentContext() == false)
    mailbox.post { EventLoop.current?.stop() }
  }

  @Test("timers and letters work on the thread")
  func timer() async throws {
    let mailbox = try LoopThread.start(name: "marquee-timer", isUrgent: true)
    await withCheckedContinuation { continuation in
      mailbox.post {
        // The timer keeps itself until it has fired.
        var timer: LoopTimer?
        timer = EventLoop.current?.makeTimer {
          timer = nil
          continuation.resume()
        }
        timer?.arm(at: .now)
      }
    }
    mailbox.post { EventLoop.current?.stop() }
  }
}
