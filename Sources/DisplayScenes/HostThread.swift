internal import EventLoop
internal import KMSBackend
internal import Presentation
internal import SimulatedBackend
internal import Synchronization
internal import SystemPackage

/// The display thread of a host: sends commands and queries to it, and ends it.
///
/// The display thread gets no closure of the program. So the main thread alone calls and releases them.
final class HostThread {
  private let display: DisplayActor
  private let thread: Mailbox
  private let inbox: HostInbox
  /// Signalled at the end of the thread.
  let ended: WakeEvent
  private let release = ReleaseResult()

  init(main: Mailbox, handler: @escaping (DisplayReport) -> Void) throws(Errno) {
    ended = try WakeEvent()
    thread = try LoopThread.start(name: "display", isUrgent: true, ended: ended)
    inbox = HostInbox(main: main, handler: handler)
    let address = inbox.address
    display = DisplayActor(executor: thread) { report in address.post { $0.take(report) } }
  }

  func start(_ displays: HostDisplays) {
    perform { $0.start { Self.makeBackend(displays) } }
  }

  private nonisolated static func makeBackend(_ displays: HostDisplays) -> any DisplayBackend {
    guard let loop = EventLoop.current else { preconditionFailure("a backend is made on the display thread") }
    return switch displays {
    case .kms(let devices): KMSBackend(loop: loop, options: KMSBackendOptions(devices: devices))
    case .simulated(let connectors): SimulatedBackend(loop: loop, setup: SimulatedSetup(connectors: connectors))
    }
  }

  func send(_ command: DisplayCommand) {
    perform { $0.handle(command) }
  }

  /// Runs a query on the thread. The completion is called once, in a later turn of the main loop or at the end of the thread. After that
  /// end, it is called at once.
  func query(
    _ question: @escaping @Sendable (SimulatedBackend) -> HostAnswer, then completion: @escaping (HostAnswer) -> Void
  ) {
    guard let number = inbox.add(completion) else { return }
    let address = inbox.address
    perform { display in
      let answer = display.withBackend { ($0 as? SimulatedBackend).map(question) } ?? nil
      address.post { $0.answer(number, answer ?? .failure(.hostHasEnded)) }
    }
  }

  /// Turns the displays off, releases the cards and ends the thread. Waits for that, and returns false if the time is over or a card does
  /// not answer. The thread then ends by itself as soon as the kernel lets it.
  func end(milliseconds: Int32) -> Bool {
    perform { [release] display in
      release.isComplete.store(display.stop(), ordering: .relaxed)
      EventLoop.current?.stop()
    }
    let hasEnded = ended.wait(milliseconds: milliseconds)
    inbox.close()
    return hasEnded && release.isComplete.load(ordering: .relaxed)
  }

  private func perform(_ body: @escaping @Sendable (isolated DisplayActor) -> Void) {
    thread.post { [display] in display.assumeIsolated { body($0) } }
  }
}

/// Whether the backend has released all devices.
private nonisolated final class ReleaseResult: Sendable {
  let isComplete = Atomic(false)
}

/// The answer of a query: nil if there is no such connector, or nothing to read.
typealias HostAnswer = Result<SimulatedDisplayState?, SimulatedDisplayError>

/// Receives the messages of the display thread on the main thread: reports, and the answers of queries.
final class HostInbox {
  /// The display thread's way to an inbox. It holds a number only, so that the inbox is released on the main thread.
  nonisolated struct Address: Sendable {
    fileprivate let number: UInt64
    fileprivate let main: Mailbox

    /// Calls a body with the inbox in a later turn of the main loop; not after the inbox is closed.
    func post(_ body: @escaping @MainActor @Sendable (HostInbox) -> Void) {
      main.post { [number] in
        MainActor.assumeIsolated {
          if let inbox = HostInbox.open[number] { body(inbox) }
        }
      }
    }
  }

  private static var open: [UInt64: HostInbox] = [:]
  private static var last: UInt64 = 0

  let address: Address
  private let handler: (DisplayReport) -> Void
  private var queries: [UInt64: (HostAnswer) -> Void] = [:]
  private var lastQuery: UInt64 = 0
  private var isClosed = false

  /// Makes an open inbox, which lives until `close`.
  init(main: Mailbox, handler: @escaping (DisplayReport) -> Void) {
    HostInbox.last += 1
    address = Address(number: HostInbox.last, main: main)
    self.handler = handler
    HostInbox.open[HostInbox.last] = self
  }

  func take(_ report: DisplayReport) { handler(report) }

  /// Stores a completion, and returns its number. Calls it at once if the inbox is closed, and returns nil.
  func add(_ completion: @escaping (HostAnswer) -> Void) -> UInt64? {
    guard !isClosed else {
      completion(.failure(.hostHasEnded))
      return nil
    }
    lastQuery += 1
    queries[lastQuery] = completion
    return lastQuery
  }

  func answer(_ query: UInt64, _ answer: HostAnswer) {
    queries.removeValue(forKey: query)?(answer)
  }

  /// Calls all completions that wait, in the order of their queries.
  func close() {
    isClosed = true
    HostInbox.open[address.number] = nil
    for query in queries.keys.sorted() { answer(query, .failure(.hostHasEnded)) }
  }
}
