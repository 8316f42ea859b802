import Composition
import Content
import DisplayTypes
import EventLoop
import Glibc
import Logging
import Presentation
import Rasterizing
import SystemPackage

/// Plays video files with the program `marquee-video`, one process for each clip. The pictures come over the surfaces' messages.
final class VideoProcesses: VideoPlayers {
  /// The path of the program.
  let program: String
  fileprivate let sounds: SoundProcesses
  /// The clock of the screens.
  fileprivate var clock: (any DisplayClock)?
  /// Whether that clock is CLOCK_MONOTONIC.
  fileprivate private(set) var isReal = true
  private(set) var sandbox: SandboxReport?
  fileprivate let log = Logger(label: "marqueed")
  fileprivate let loop: EventLoop
  fileprivate let server: SurfaceServer
  private let unit: WorkerUnit?
  private let slots: WorkerSlots
  private var clips: [ObjectIdentifier: WeakClip] = [:]
  private let ending: EndingProcesses

  private struct WeakClip {
    weak let clip: VideoClip?
  }

  init(program: String, sounds: SoundProcesses, server: SurfaceServer, loop: EventLoop, unit: WorkerUnit?) {
    (self.program, self.server, self.loop, self.unit) = (program, server, loop, unit)
    (self.sounds, ending) = (sounds, EndingProcesses(on: loop))
    slots = WorkerSlots(limit: Self.limit(memory: SurfaceBuffers.machineMemory))
  }

  /// The number of clips for a machine's memory. A clip of 1080p that loops takes about 190 MiB, one of 720p 110 MiB.
  nonisolated static func limit(memory: Int) -> Int { max(4, min(24, memory / (192 << 20))) }

  /// Takes the clock of the screens, before the first clip.
  func follow(_ clock: any DisplayClock, isReal: Bool) { (self.clock, self.isReal) = (clock, isReal) }

  /// The reason why the program cannot start; nil if it can.
  var obstacle: String? { Self.obstacle(of: program) }

  nonisolated static func obstacle(of program: String) -> String? {
    guard access(program, X_OK) != 0 else { return nil }
    guard errno == ENOENT else { return "\(program) cannot be started: \(Errno(rawValue: errno))" }
    return "there is no \(program); the package marquee-video has it"
  }

  /// Whether a visible clip has no pictures for the next refreshes, or none is ready yet. Only a simulated clock waits for them.
  var isBehind: Bool { clips.values.contains { $0.clip?.isBehind == true } }

  func play(
    _ request: VideoRequest, completion: @escaping (Result<VideoPicture, VideoFailure>) -> Void
  ) -> any PlayingVideo {
    let clip = VideoClip(request, of: self, completion)
    clips[ObjectIdentifier(clip)] = WeakClip(clip: clip)
    clip.start()
    return clip
  }

  /// A sentence on the decoder of each of these files that plays.
  func notes(about files: Set<String>) -> [String] {
    Set(clips.values.compactMap { $0.clip?.note(about: files) }).sorted()
  }

  fileprivate func didEnd(_ clip: ObjectIdentifier) { clips[clip] = nil }

  fileprivate func time(since beginning: Int64) -> PlayTime {
    PlayTime(beginning: beginning, now: clock?.now.nanoseconds ?? 0, isReal: isReal)
  }

  /// Starts a process.
  fileprivate func startProcess() throws(VideoFailure) -> any Worker {
    let longest = SurfaceMessage.longest
    if let worker = unit?.start(longestPacket: longest, slots: slots, now: MonotonicTime.now.nanoseconds) {
      return worker
    }
    if let obstacle { throw VideoFailure(obstacle, remedy: .repair) }
    do throws(Errno) {
      return try WorkerProcess(
        path: program, arguments: [], environment: ["MALLOC_ARENA_MAX": "2"], socketNumber: 3, longestPacket: longest,
        slots: slots)
    } catch .resourceTemporarilyUnavailable where slots.count >= slots.limit {
      throw VideoFailure(
        "\(slots.limit) videos play or are being prepared, which is the limit for the memory of this machine",
        remedy: .time)
    } catch {
      throw VideoFailure("\(program) cannot be started: \(error)", remedy: .time)
    }
  }

  fileprivate func end(_ worker: any Worker) { ending.end(worker) }

  fileprivate func note(_ report: SandboxReport) { sandbox = report }

  /// The unit has started a process.
  fileprivate func unitSucceeded() { unit?.succeed() }

  /// The unit has started no process for a connection. Further processes are children of the daemon for a while.
  fileprivate func unitFailed() {
    unit?.fail(WorkerEnding.neverStarted.words, now: MonotonicTime.now.nanoseconds)
  }
}

/// A process and its connection to the thread of the surfaces.
private struct VideoProcess {
  let worker: any Worker
  let connection: Int
  /// Whether systemd has reported the process; true for a child of the daemon.
  var hasStarted: Bool
}

/// The limits of a clip's processes.
private enum VideoLimits {
  /// The largest number of processes for the first picture.
  static let mostAttempts = 2
  /// A process that has played for this time in nanoseconds had no trouble with the file.
  static let soundTime: UInt64 = 10_000_000_000
  /// The frames that are enough for the next refreshes, and the time of the newest one that is enough, in nanoseconds.
  static let enoughFrames = 2
  static let enoughTime: UInt64 = 50_000_000
  /// The least change of the clock in nanoseconds that is followed.
  static let leastChange: UInt64 = 1_000_000
  /// The changes of the clock in nanoseconds that pictures follow bit by bit. After others they continue at the new position.
  static let slewed: ClosedRange<Int64> = -1_000_000_000...1_000_000_000
}

/// A clip and its process. If the process ends unexpectedly, the last picture stays, and another process continues at the due picture.
private final class VideoClip: PlayingVideo {
  typealias Completion = (Result<VideoPicture, VideoFailure>) -> Void

  private enum Phase {
    /// Until the first picture.
    case opening(Completion)
    case playing
    /// Until another process is started.
    case resting
    case failed
  }

  private let request: VideoRequest
  private let videos: VideoProcesses
  private let feed: SurfaceFeed
  private var phase: Phase
  private var process: VideoProcess?
  private var reports = ClipReports()
  private var beginning: Int64
  private var starts = Starts()
  private lazy var timer = videos.loop.makeTimer { [weak self] in self?.start() }
  /// Nil without sound.
  private var sound: SoundSource?

  /// The starts of processes.
  private struct Starts {
    var count = 0
    var pause = Backoff(isFirstFree: true)
    /// The time of the first picture of the process.
    var ready: MonotonicTime?

    /// The nanoseconds until the next start.
    mutating func nextPause() -> UInt64 {
      if let ready = ready.take(), MonotonicTime.now.nanoseconds(since: ready) > VideoLimits.soundTime { pause.reset() }
      return pause.next()
    }
  }

  init(_ request: VideoRequest, of videos: VideoProcesses, _ completion: @escaping Completion) {
    self.request = request
    self.videos = videos
    beginning = request.beginning
    feed = videos.server.feeds.feed()
    phase = .opening(completion)
    guard let wanted = request.sound, videos.isReal else { return }
    sound = videos.sounds.source(wanted) { [weak self] in self?.connectSound() }
    sound?.follow(isVisible: false, beginning: beginning)
  }

  isolated deinit {
    endProcess()
    videos.didEnd(ObjectIdentifier(self))
  }

  var isBehind: Bool {
    switch phase {
    case .failed: return false
    case .opening, .resting: return true
    case .playing:
      // The pictures that wait have the times of the position before.
      if reports.seeks > 0 { return true }
      guard feed.isVisible, !reports.hasEnded, let now = videos.clock?.now else { return false }
      let supply = feed.supply
      return supply.waiting < VideoLimits.enoughFrames
        && supply.newest.map { $0 <= now.advanced(by: VideoLimits.enoughTime) } ?? true
    }
  }

  func move(beginning: Int64) {
    let change = beginning.subtractingReportingOverflow(self.beginning).partialValue
    // The times of two clocks are read one after the other, so the difference is never exact.
    guard change.magnitude >= VideoLimits.leastChange else { return }
    self.beginning = beginning
    guard VideoLimits.slewed.contains(change), feed.isVisible, case .playing = phase, let process else { return seek() }
    videos.server.slew(process.connection, by: change)
  }

  func endSound() { sound = nil }

  private func seek() {
    reports.hasEnded = false
    guard let process, videos.server.seek(process.connection, to: videos.time(since: beginning)) else { return }
    reports.seeks += 1
  }

  private func connectSound() {
    guard let process, let socket = sound?.connect() else { return }
    videos.server.passSound(process.connection, socket)
  }

  /// Starts a process, in this call or after a failure.
  func start() {
    do throws(VideoFailure) {
      process = try makeProcess()
      reports.seeks = 0
      connectSound()
      reports.hasEnded = false
      if case .resting = phase { phase = .playing }
    } catch {
      // The caller gets the answer in a later turn.
      videos.loop.mailbox.post { [weak self] in MainActor.assumeIsolated { self?.fail(error) } }
    }
  }

  private func makeProcess() throws(VideoFailure) -> VideoProcess {
    starts.count += 1
    let worker = try videos.startProcess()
    let file = fcntl(request.file.descriptor, F_DUPFD_CLOEXEC, 0)
    guard file >= 0 else {
      let error = Errno(rawValue: errno)
      videos.end(worker)
      throw VideoFailure("its file cannot be passed on: \(error)", remedy: .time)
    }
    let order = PlayOrder(
      room: request.room, time: videos.time(since: beginning), from: request.from, to: request.to,
      loops: request.loops, turn: request.turn)
    let main = videos.loop.mailbox
    let reference = ClipReference(self)
    let player = SurfacePlayer(feed: feed, order: .clip(order, file: file)) { event in
      main.post { MainActor.assumeIsolated { reference.clip?.handle(event) } }
    }
    let socket = fcntl(worker.socket, F_DUPFD_CLOEXEC, 0)
    do throws(Errno) {
      guard socket >= 0 else { throw Errno(rawValue: errno) }
      let connection = try videos.server.play(on: socket, program: "marquee-video (\(request.path))", player) {
        [weak self, weak worker] reason in
        guard let self, let worker, process?.worker === worker else { return }
        processEnded(because: reason)
      }
      return VideoProcess(worker: worker, connection: connection, hasStarted: worker.endDescriptor != nil)
    } catch {
      player.close()
      if socket >= 0 { close(socket) }
      videos.end(worker)
      throw VideoFailure("its process cannot be used: \(error)", remedy: .time)
    }
  }

  private func handle(_ event: SurfacePlayer.Event) {
    switch event {
    case .started:
      process?.hasStarted = true
      videos.unitSucceeded()
    case .opened(let facts):
      reports.facts = facts
      videos.note(facts.sandbox)
    case .ready:
      starts.ready = MonotonicTime.now
      reports.pictureCame()
      guard case .opening(let completion) = phase, let facts = reports.facts else { return }
      phase = .playing
      completion(.success(VideoPicture(feed: feed, place: facts.place, length: facts.length)))
    case .ended: reports.hasEnded = true
    case .sought: reports.seeks = max(0, reports.seeks - 1)
    case .visibility:
      sound?.follow(isVisible: feed.isVisible, beginning: beginning)
    case .visibleAgain: seek()
    case .silent(let reason):
      guard let sound, sound.silence != reason else { return }
      sound.silence = reason
      videos.log.notice("\(request.path): no sound: \(reason)")
    case .slow(let sent, let skipped): didSkip(skipped, sent: sent)
    case .refused(let reason): fail(VideoFailure(reason, remedy: .anotherFile))
    }
  }

  /// Logs the first trouble of the clip.
  private func didSkip(_ skipped: UInt64, sent: UInt64) {
    let isFirst = reports.slowness == nil
    reports.slowness =
      "its decoder is too slow, and left out \(skipped) of \(skipped.addingReportingOverflow(sent).partialValue) pictures "
      + "in ten seconds; make a smaller file: ffmpeg -i \(FilePath(request.path).lastComponent?.string ?? "FILE") "
      + "-vf scale=-2:720 -c:v libx264 -preset veryfast -g 50 smaller.mp4"
    if isFirst { videos.log.warning("\(request.path): \(reports.slowness ?? "")") }
  }

  /// A sentence on the decoder, if one of these files plays.
  func note(about files: Set<String>) -> String? {
    guard let facts = reports.facts, files.contains(request.path) else { return nil }
    let kind = facts.isHardware ? "hardware" : "software"
    let decoder = facts.decoder.isEmpty ? "without a decoder" : "decoded by \(facts.decoder) (\(kind))"
    let parts = [counted, way, decoder, sound?.note, reports.slowness].compactMap(\.self)
    return "\(request.path): \(parts.joined(separator: "; "))"
  }

  /// The way of its pictures to the screen; nil before the first one.
  private var way: String? { feed.scanout.path == .none ? nil : "\(feed.scanout.path)" }

  /// The counts of its pictures; nil before the first one.
  private var counted: String? {
    let counts = feed.counts.values
    guard counts.shown > 0 else { return nil }
    return
      "\(counts.shown) pictures shown, \(counts.repeated) repeated, \(counts.skipped) left out, \(counts.late) late"
  }

  /// The file cannot be played, or no process can be started.
  private func fail(_ failure: VideoFailure) {
    endProcess()
    switch phase {
    case .opening(let completion):
      phase = .failed
      completion(.failure(failure))
    case .playing, .resting: rest("\(failure.reason)")
    case .failed: break
    }
  }

  /// - Parameter reason: the reason why the daemon has ended the connection; nil if the process has left.
  private func processEnded(because reason: String?) {
    if process?.hasStarted == false { videos.unitFailed() }
    endProcess()
    let failure = reason ?? "its process ended unexpectedly"
    switch phase {
    case .opening:
      // Another process would be ended for the same reason.
      guard reason != nil || starts.count >= VideoLimits.mostAttempts else { return start() }
      fail(VideoFailure(failure, remedy: .time))
    case .playing, .resting: rest(failure)
    case .failed: break
    }
  }

  /// Starts another process after a pause.
  private func rest(_ reason: String) {
    if reports.processEnded(because: reason) {
      videos.log.warning("\(request.path): \(reason); its last picture stays until another process continues")
    }
    phase = .resting
    timer.arm(at: MonotonicTime.now.advanced(by: starts.nextPause()))
  }

  private func endProcess() {
    guard let process = process.take() else { return }
    videos.server.end(process.connection)
    videos.end(process.worker)
  }
}

/// The messages of the processes about the clip.
private struct ClipReports {
  var facts: ClipFacts?
  var hasEnded = false
  /// The trouble of a decoder that is too slow.
  var slowness: String?
  /// The reason for the last end of a process, until a picture comes.
  private var trouble: String?
  /// The number of seeks that the process has not followed yet.
  var seeks = 0

  /// Records the reason for the end of a process. Returns whether it is another one than before.
  mutating func processEnded(because reason: String) -> Bool {
    defer { trouble = reason }
    return trouble != reason
  }

  mutating func pictureCame() { trouble = nil }
}

/// A reference to a clip for the thread of the surfaces, which only passes it on.
private final class ClipReference {
  weak var clip: VideoClip?

  init(_ clip: VideoClip) { self.clip = clip }
}
