import Composition
import Content
import ContentModel
import DisplayTypes
import EventLoop
import Glibc
import Logging
import Rasterizing
import SystemPackage

/// Plays live streams with the program `marquee-video`, one process for each stream. Only these processes use the network. The pictures come
/// over the surfaces' messages.
final class StreamProcesses: StreamPlayers {
  private(set) var sandbox: SandboxReport?
  fileprivate let log = Logger(label: "marqueed")
  fileprivate let loop: EventLoop
  fileprivate let server: SurfaceServer
  /// The path of the program.
  private let program: String
  private let unit: WorkerUnit?
  private let slots = WorkerSlots(limit: mostStreams)
  private var streams: [ObjectIdentifier: WeakStream] = [:]
  private let ending: EndingProcesses

  /// The largest number of streams, also those that are being prepared.
  nonisolated static let mostStreams = 8

  private struct WeakStream {
    weak let stream: LiveStream?
  }

  init(program: String, server: SurfaceServer, loop: EventLoop, unit: WorkerUnit?) {
    (self.program, self.server, self.loop, self.unit) = (program, server, loop, unit)
    ending = EndingProcesses(on: loop)
    server.didChange = { [weak self] in
      for stream in self?.streams.values.compactMap(\.stream) ?? [] { stream.followScreens() }
    }
  }

  /// Whether a stream has neither a picture nor a failure yet. Only a simulated clock waits for it.
  var isBehind: Bool { streams.values.contains { $0.stream?.isOpening == true } }

  func play(_ request: StreamRequest, didAnswer: @escaping () -> Void) -> any PlayingStream {
    let stream = LiveStream(request, of: self, didAnswer)
    streams[ObjectIdentifier(stream)] = WeakStream(stream: stream)
    stream.start()
    return stream
  }

  func notes(about addresses: Set<StreamAddress>) -> [String] {
    Set(streams.values.compactMap { $0.stream?.note(about: addresses) }).sorted()
  }

  func troubles(of addresses: Set<StreamAddress>) -> [String] {
    Set(streams.values.compactMap { $0.stream?.troubleNote(about: addresses) }).sorted()
  }

  fileprivate func didEnd(_ stream: ObjectIdentifier) { streams[stream] = nil }

  /// Starts a process. Throws the reason why it cannot.
  fileprivate func startProcess() throws(VideoFailure) -> any Worker {
    let longest = SurfaceMessage.longest
    if let worker = unit?.start(longestPacket: longest, slots: slots, now: MonotonicTime.now.nanoseconds) {
      return worker
    }
    do throws(Errno) {
      return try WorkerProcess(
        path: program, arguments: ["--stream"], environment: ["MALLOC_ARENA_MAX": "2"], socketNumber: 3,
        longestPacket: longest, slots: slots)
    } catch .noSuchFileOrDirectory {
      throw VideoFailure("there is no \(program); the package marquee-video has it", remedy: .repair)
    } catch .resourceTemporarilyUnavailable where slots.count >= slots.limit {
      throw VideoFailure(
        "\(slots.limit) streams play or are being prepared, which is the limit", remedy: .time)
    } catch {
      throw VideoFailure("\(program) cannot be started: \(error)", remedy: .time)
    }
  }

  fileprivate func end(_ worker: any Worker) { ending.end(worker) }

  fileprivate func note(_ report: SandboxReport) { sandbox = report }

  /// The unit has started a process.
  fileprivate func unitSucceeded() { unit?.succeed() }

  /// The unit has started no process for a connection. Further processes are children of the daemon for a while.
  fileprivate func unitFailed() { unit?.fail(WorkerEnding.neverStarted.words, now: MonotonicTime.now.nanoseconds) }
}

/// A stream and its process, which ends with the connection to the server. Another one is started after a pause.
private final class LiveStream: PlayingStream {
  private enum Phase: Equatable {
    case connecting
    case live
    /// Until another process is started.
    case resting
    /// Until a screen shows it.
    case dark
  }

  private struct Process {
    let worker: any Worker
    let connection: Int
    /// Whether systemd has reported the process; true for a child of the daemon.
    var hasStarted: Bool
  }

  let feed: SurfaceFeed
  private let request: StreamRequest
  private let streams: StreamProcesses
  /// Nil after it was called.
  private var didAnswer: (() -> Void)?
  private var phase = Phase.connecting
  /// Whether it is received although no screen shows it yet.
  private var isAwaited: Bool
  private var process: Process?
  private var decoder = ""
  /// The reason why there is no picture; nil while there is one.
  private var trouble: String?
  private var pause = Backoff(longest: longestPause, isFirstFree: true)
  private var liveSince: MonotonicTime?
  private lazy var timer = streams.loop.makeTimer { [weak self] in self?.start() }
  private lazy var absence = streams.loop.makeTimer { [weak self] in self?.didMiss() }

  /// The longest pause between two attempts, in nanoseconds.
  private static let longestPause: UInt64 = 10_000_000_000
  /// A connection that has lasted for these nanoseconds had no trouble, so that the next attempt comes at once.
  private static let soundTime: UInt64 = 10_000_000_000
  /// The nanoseconds without a picture after which the fallback is shown, and those in the dark after which the last picture is old.
  private static let longestAbsence: UInt64 = 2_000_000_000

  init(_ request: StreamRequest, of streams: StreamProcesses, _ didAnswer: @escaping () -> Void) {
    (self.request, self.streams, self.didAnswer) = (request, streams, didAnswer)
    isAwaited = request.isAwaited
    feed = streams.server.feeds.feed()
  }

  isolated deinit {
    endProcess()
    streams.didEnd(ObjectIdentifier(self))
  }

  var isOpening: Bool { didAnswer != nil }
  private var name: String { request.order.address.shown }

  /// Starts a process, in this call or after a failure. In the dark it waits for a screen.
  func start() {
    guard isWanted else { return rest() }
    phase = .connecting
    do throws(VideoFailure) {
      process = try makeProcess()
    } catch {
      // The caller gets the answer in a later turn.
      streams.loop.mailbox.post { [weak self] in MainActor.assumeIsolated { self?.fail(error.reason) } }
    }
  }

  private var isWanted: Bool { isAwaited || feed.isVisible }

  /// Starts a process if a screen shows the stream now.
  func followScreens() {
    if phase == .dark, isWanted { start() }
  }

  func endWait() {
    isAwaited = false
    guard !isWanted, phase != .dark else { return }
    endProcess()
    rest()
  }

  /// Waits for a screen.
  private func rest() {
    phase = .dark
    timer.disarm()
    if feed.supply.newest != nil, absence.deadline == nil {
      absence.arm(at: MonotonicTime.now.advanced(by: Self.longestAbsence))
    }
    guard didAnswer != nil else { return }
    // The caller gets the answer in a later turn.
    streams.loop.mailbox.post { [weak self] in MainActor.assumeIsolated { self?.answer() } }
  }

  private func makeProcess() throws(VideoFailure) -> Process {
    let worker = try streams.startProcess()
    let main = streams.loop.mailbox
    let reference = StreamReference(self)
    let player = SurfacePlayer(feed: feed, order: .stream(request.order)) { event in
      main.post { MainActor.assumeIsolated { reference.stream?.handle(event) } }
    }
    let socket = fcntl(worker.socket, F_DUPFD_CLOEXEC, 0)
    do throws(Errno) {
      guard socket >= 0 else { throw Errno(rawValue: errno) }
      let connection = try streams.server.play(on: socket, program: "marquee-video (\(name))", player) {
        [weak self, weak worker] reason in
        guard let self, let worker, process?.worker === worker else { return }
        if process?.hasStarted == false { streams.unitFailed() }
        fail(reason ?? "its process ended unexpectedly")
      }
      return Process(worker: worker, connection: connection, hasStarted: worker.endDescriptor != nil)
    } catch {
      if socket >= 0 { close(socket) }
      streams.end(worker)
      throw VideoFailure("its process cannot be used: \(error)", remedy: .time)
    }
  }

  private func handle(_ event: SurfacePlayer.Event) {
    // The last events of an ended process may come later.
    guard process != nil else { return }
    switch event {
    case .started:
      process?.hasStarted = true
      streams.unitSucceeded()
    case .opened(let facts):
      decoder = facts.decoder
      streams.note(facts.sandbox)
    case .ready:
      absence.disarm()
      (phase, liveSince) = (.live, .now)
      if trouble != nil { streams.log.notice("\(name): it is back") }
      trouble = nil
      answer()
    // The words may be those of the server.
    case .refused(let reason): fail(Quoting.whole(request.order.address.cleaned(reason)))
    case .visibility:
      // A picture of yesterday must not be the first one of today.
      if !feed.isVisible {
        absence.arm(at: MonotonicTime.now.advanced(by: Self.longestAbsence))
      } else {
        isAwaited = false
        if phase == .live { absence.disarm() }
      }
    case .ended, .visibleAgain, .silent, .slow, .sought: break
    }
  }

  /// The stream has no picture any more. Another process tries again.
  private func fail(_ reason: String) {
    endProcess()
    guard phase != .resting else { return }
    if phase == .live || absence.deadline == nil {
      absence.arm(at: MonotonicTime.now.advanced(by: Self.longestAbsence))
    }
    if let liveSince = liveSince.take(), MonotonicTime.now.nanoseconds(since: liveSince) > Self.soundTime {
      pause.reset()
    }
    phase = .resting
    if trouble != reason { streams.log.warning("\(name): \(reason); the daemon tries again") }
    trouble = reason
    timer.arm(at: MonotonicTime.now.advanced(by: pause.next()))
    answer()
  }

  /// Has the fallback shown.
  private func didMiss() { if request.hasFallback || !feed.isVisible { feed.clear() } }

  private func answer() { didAnswer.take()?() }

  func troubleNote(about addresses: Set<StreamAddress>) -> String? {
    guard addresses.contains(request.order.address) else { return nil }
    return trouble.map { "\(name): no picture: \($0); the daemon tries again" }
  }

  /// A sentence on the stream, if it has one of these addresses.
  func note(about addresses: Set<StreamAddress>) -> String? {
    guard addresses.contains(request.order.address) else { return nil }
    if phase == .dark { return "\(name): not received while no screen shows it" }
    if let note = troubleNote(about: addresses) { return note }
    guard phase == .live else { return nil }
    let way = feed.scanout.path == .none ? "" : "; \(feed.scanout.path)"
    return "\(name): live, decoded by \(decoder.isEmpty ? "an unknown decoder" : decoder)\(way)"
  }

  private func endProcess() {
    guard let process = process.take() else { return }
    streams.server.end(process.connection)
    streams.end(process.worker)
  }
}

/// A reference to a stream for the thread of the surfaces, which only passes it on.
private final class StreamReference {
  weak var stream: LiveStream?

  init(_ stream: LiveStream) { self.stream = stream }
}
