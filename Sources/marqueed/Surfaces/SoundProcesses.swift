import Content
import ContentModel
import DisplayTypes
import EventLoop
import Glibc
import Logging
import Rasterizing
import Scenes
import SystemPackage

/// The screen of a session, as far as its sound is concerned.
struct SoundScreen {
  let name: String
  /// The monitor; nil without a display, or if its EDID is unknown.
  let monitor: SoundDevice.Monitor?
  /// The volume from 0 to 1; zero while the session's scene is not seen, or its picture is held.
  let volume: Double

  /// Returns nil if the session has no screen.
  init?(_ session: String, of system: SceneSystem) {
    guard let (screen, percent) = system.lifetimes.sound(ofSession: session) else { return nil }
    name = screen.name
    let equal = system.screens.filter {
      $0.name < screen.name
        && SoundDevice.Monitor(edid: $0.snapshot.edid) == SoundDevice.Monitor(edid: screen.snapshot.edid)
    }
    monitor = SoundDevice.Monitor(edid: screen.snapshot.edid, rank: equal.count)
    volume = Double(percent) / 100
  }
}

/// Plays the sound of clips with the program `marquee-sound`, one process for each device.
final class SoundProcesses {
  let program: String
  /// The screen of a session; nil if it is unknown.
  var screen: (_ session: String) -> SoundScreen? = { _ in nil }
  private(set) var sandbox: SandboxReport?
  fileprivate let log = Logger(label: "marqueed")
  fileprivate let loop: EventLoop
  private let unit: WorkerUnit?
  private let slots = WorkerSlots(limit: 16)
  private var processes: [SoundDevice: SoundProcess] = [:]
  private var last: UInt64 = 0
  /// Whether a change of screens is about to be followed.
  private var isFollowing = false
  private let ending: EndingProcesses

  init(program: String, loop: EventLoop, unit: WorkerUnit?) {
    (self.program, self.loop, self.unit) = (program, loop, unit)
    ending = EndingProcesses(on: loop)
  }

  /// The sound of a clip. It ends when the returned object is released.
  ///
  /// - Parameter didRestart: called after the process of the device was started again, so that the clip must connect again.
  func source(_ request: SoundRequest, didRestart: @escaping () -> Void) -> SoundSource {
    last += 1
    return SoundSource(last, request, self, didRestart)
  }

  /// Follows changes of screens, after the change is complete.
  func screensMayHaveChanged() {
    guard !processes.isEmpty, !isFollowing else { return }
    isFollowing = true
    loop.mailbox.post { [weak self] in
      MainActor.assumeIsolated {
        guard let self else { return }
        self.isFollowing = false
        for process in self.processes.values { process.screensDidChange() }
      }
    }
  }

  fileprivate func process(for device: SoundDevice) -> SoundProcess {
    if let process = processes[device] { return process }
    let process = SoundProcess(device, of: self)
    processes[device] = process
    return process
  }

  fileprivate func end(_ process: SoundProcess) { processes[process.device] = nil }

  fileprivate func startWorker() throws(Errno) -> any Worker {
    if let worker = unit?.start(
      longestPacket: SoundMessage.longest, slots: slots, now: MonotonicTime.now.nanoseconds)
    {
      return worker
    }
    return try WorkerProcess(
      path: program, arguments: [], socketNumber: 3, longestPacket: SoundMessage.longest, slots: slots)
  }

  fileprivate func end(_ worker: any Worker) { ending.end(worker) }

  fileprivate func didStart(_ report: SandboxReport) {
    sandbox = report
    unit?.succeed()
  }

  fileprivate func neverStarted() {
    unit?.fail(WorkerEnding.neverStarted.words, now: MonotonicTime.now.nanoseconds)
  }
}

/// The sound of one clip.
final class SoundSource {
  fileprivate let number: UInt64
  private let request: SoundRequest
  private let sounds: SoundProcesses
  fileprivate let didRestart: () -> Void
  private var process: SoundProcess?
  /// Whether a screen shows the clip, and the time of its beginning in nanoseconds of CLOCK_MONOTONIC.
  private var (isVisible, beginning): (Bool, Int64) = (false, 0)
  /// Silences a clip that has begun and is not seen.
  private lazy var timer = sounds.loop.makeTimer { [weak self] in self?.update() }
  private var sent: Double?
  /// The reason why there is no device; nil if there is one.
  private var obstacle: String?
  /// The reason why the clip has no sound of its own.
  var silence: String?

  fileprivate init(
    _ number: UInt64, _ request: SoundRequest, _ sounds: SoundProcesses, _ didRestart: @escaping () -> Void
  ) {
    (self.number, self.request, self.sounds) = (number, request, sounds)
    self.didRestart = didRestart
  }

  isolated deinit { process?.remove(number) }

  /// Connects a player with the process of the device. Returns the player's socket, which the caller owns; nil without a device.
  func connect() -> Int32? {
    let screen = sounds.screen(request.session)
    let former = obstacle
    guard let device = device(on: screen) else {
      if let obstacle, obstacle != former {
        sounds.log.warning("\(screen?.name ?? "a screen without a display"): no sound: \(obstacle)")
      }
      return nil
    }
    if process?.device != device {
      process?.remove(number)
      process = sounds.process(for: device)
    }
    sent = nil
    let socket = process?.add(self, on: screen?.name ?? "a screen")
    update()
    return socket
  }

  /// The device of the screen; nil with `obstacle` if there is none.
  private func device(on screen: SoundScreen?) -> SoundDevice? {
    obstacle = nil
    switch request.output {
    case .off: return nil
    case .named(let name): return .named(name)
    case .display:
      if let monitor = screen?.monitor { return .monitor(monitor) }
      obstacle =
        screen == nil
        ? "no display is connected"
        : "the display has no EDID, by which its sound device is found: name a device of ALSA"
      return nil
    }
  }

  /// A clip that begins later is heard from its beginning on, which is a moment before it is seen.
  private static let latestSight: Int64 = 500_000_000

  /// Follows the visibility of the clip.
  func follow(isVisible: Bool, beginning: Int64) {
    // After the screen was dark, another device may belong to its display.
    let returns = isVisible && !self.isVisible
    (self.isVisible, self.beginning) = (isVisible, beginning)
    if returns {
      let device = device(on: sounds.screen(request.session))
      if device == process?.device { process?.chooseAgain() } else { didRestart() }
    }
    update()
  }

  /// Whether its beginning is still to come, or has just come.
  private var isAwaited: Bool {
    guard !isVisible else { return false }
    let end = beginning.addingReportingOverflow(Self.latestSight).partialValue
    guard Int64(clamping: MonotonicTime.now.nanoseconds) < end else { return false }
    timer.arm(at: MonotonicTime(nanoseconds: UInt64(max(0, end)) + 1))
    return true
  }

  /// Sends the volume if it has changed.
  fileprivate func update() {
    let volume = isVisible || isAwaited ? request.volume * (sounds.screen(request.session)?.volume ?? 0) : 0
    guard let process, volume != sent else { return }
    sent = volume
    process.send(.volume(source: number, volume))
  }

  /// A phrase on the sound, for reports.
  var note: String {
    if let silence { return "no sound: \(silence)" }
    if let reason = obstacle ?? process?.trouble { return "no sound: \(reason)" }
    return process?.name.map { "sound on \($0)" } ?? "no sound yet"
  }
}

/// The process of one device. It is started again if it ends unexpectedly.
private final class SoundProcess {
  let device: SoundDevice
  /// The name that ALSA has for the open device.
  private(set) var name: String?
  /// The reason why the device cannot be used.
  private(set) var trouble: String?
  private let sounds: SoundProcesses
  private var sources: [UInt64: WeakSource] = [:]
  private var worker: (any Worker)?
  private var watch: Watch?
  private var hasStarted = false
  private var restarts = Backoff(isFirstFree: true)
  /// Whether another process is started after a pause.
  private var isResting = false
  /// The time at which the process opened the device.
  private var opened: MonotonicTime?
  private lazy var timer = sounds.loop.makeTimer { [weak self] in self?.restart() }
  /// The screen of the newest clip, for messages.
  private var screen = ""

  private struct WeakSource {
    weak let source: SoundSource?
  }

  init(_ device: SoundDevice, of sounds: SoundProcesses) { (self.device, self.sounds) = (device, sounds) }

  isolated deinit { endWorker() }

  /// Adds a clip. Returns the socket of its player, which the caller owns.
  func add(_ source: SoundSource, on screen: String) -> Int32? {
    self.screen = screen
    sources[source.number] = WeakSource(source: source)
    if worker == nil, !isResting { start() }
    var pair: [Int32] = [-1, -1]
    guard worker != nil, socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair) == 0
    else {
      return nil
    }
    defer { close(pair[0]) }
    send(.source(source.number), [pair[0]])
    return pair[1]
  }

  func remove(_ number: UInt64) {
    sources[number] = nil
    send(.end(source: number))
    // The samples of the clip fade before the process ends.
    if sources.isEmpty { timer.arm(at: MonotonicTime.now.advanced(by: Self.ending)) }
  }

  private static let ending: UInt64 = 1_000_000_000
  /// A process that has played for this time in nanoseconds had no trouble.
  private static let soundTime: UInt64 = 10_000_000_000

  func screensDidChange() { for weak in sources.values { weak.source?.update() } }

  func chooseAgain() { send(.device(device)) }

  func send(_ request: SoundMessage.Request, _ descriptors: [Int32] = []) {
    do throws(Errno) {
      try worker?.send(SoundMessage.bytes(of: request), descriptors: descriptors)
    } catch {
      workerEnded()
    }
  }

  private func start() {
    do throws(Errno) {
      let worker = try sounds.startWorker()
      hasStarted = worker.endDescriptor != nil
      watch = try sounds.loop.watch(worker.socket, for: .readable) { [weak self] _ in self?.read() }
      self.worker = worker
      send(.device(device))
    } catch {
      report(
        error == .noSuchFileOrDirectory
          ? "there is no \(sounds.program); the package marquee-video has it"
          : "\(sounds.program) cannot be started: \(error)")
      rest()
    }
  }

  private func read() {
    while let worker {
      switch worker.receive() {
      case .nothing: return
      case .closed, .failed: return workerEnded()
      case .packet(let bytes, let descriptors):
        for descriptor in descriptors { close(descriptor) }
        guard let report = try? SoundMessage.report(bytes) else { return workerEnded() }
        handle(report)
      }
    }
  }

  private func handle(_ report: SoundMessage.Answer) {
    switch report {
    case .started(let sandbox):
      hasStarted = true
      sounds.didStart(sandbox)
    case .opened(let name):
      if trouble != nil { sounds.log.notice("\(screen): the sound is back on \(name)") }
      (self.name, trouble) = (name, nil)
      opened = MonotonicTime.now
    case .trouble(let text): self.report(text)
    }
  }

  /// Logs a trouble once.
  private func report(_ reason: String) {
    if reason != trouble { sounds.log.warning("\(screen): no sound: \(reason)") }
    trouble = reason
  }

  private func workerEnded() {
    if !hasStarted { sounds.neverStarted() }
    endWorker()
    report("its process ended unexpectedly")
    rest()
  }

  private func restart() {
    isResting = false
    guard !sources.isEmpty else { return sounds.end(self) }
    guard worker == nil else { return }
    start()
    if worker != nil { for weak in sources.values { weak.source?.didRestart() } }
  }

  /// Starts another process after a pause.
  private func rest() {
    if let opened = opened.take(), MonotonicTime.now.nanoseconds(since: opened) > Self.soundTime { restarts.reset() }
    isResting = true
    timer.arm(at: MonotonicTime.now.advanced(by: restarts.next()))
  }

  private func endWorker() {
    watch = nil
    if let worker = worker.take() { sounds.end(worker) }
  }
}
