import Configuration
import Content
import ContentModel
import ControlProtocol
import ControlServer
import DisplayTypes
import EventLoop
import Glibc
import KMSBackend
import Logging
import Presentation
import RasterizerHost
import Scenes
import SimulatedBackend
import SystemPackage

/// The daemon: everything wired together. From a udev event to a flip, in the order in which it happens:
///
/// The **backend** (KMS or simulated, on the display thread) hears of connectors and reports screens. The **scene system** finds the
/// session of each display, asks for its mode wish, tries modes, and connects the scene. The **content** is laid out as layers, texts
/// by way of the **rasteriser**. The display thread's presenter draws the layers into a framebuffer, commits it, and reports the flip.
/// The **control server** lets controllers look at all this and change it.
final class Daemon {
  let options: DaemonOptions
  let log = Logger(label: "marqueed")
  let loop: EventLoop
  let display: DisplayActor
  let displayThread: Mailbox
  /// The time of day, for contents.
  let dayClock: any ContentClock
  /// Keeps the clocks of simulated displays together; nil for real ones.
  private(set) lazy var simulationStepper = (dayClock as? SimulatedDayClock).map {
    makeSimulationPilot(following: $0.follower)
  }
  let rasterizer: RasterizerProcess
  let documents: DocumentPool
  /// What contents are made with.
  let content: ContentResources
  let momentQueue: MomentQueue
  let manager: ServiceManager
  /// On the screens' clock.
  let started: MonotonicTime
  let backendName: String
  var configuration: Configuration
  var configurationPath: String?
  /// For reports.
  var journal: Journal
  /// Counts what the main thread and the display thread tell each other.
  var traffic: UInt64 = 0
  /// What is kept, or would be.
  private(set) var keptState: PersistentState
  private(set) var system: SceneSystem
  let streams: EventStreams
  /// Apps whose controllers are other processes, by their names.
  var socketApps: [String: SocketApp] = [:]
  let questions = AppQuestions()
  var random = SystemRandomNumberGenerator()
  let waits: WaitList
  var devices: [String: String] = [:]
  /// What hinders hotplug, for `status`.
  var degradations: [String] = []
  /// Whether a card was ever opened.
  var hadDevice = false
  /// Why there is no card; nil while there is one.
  var waiting: String?
  /// Frames that were shown, and those that were not since a newer one came, or the screen went.
  var endings = EndingCounters()
  var observedFrames = ObservedFrames()
  /// The proof of play.
  let playRecorder: PlayRecorder
  let playSearches: PlaySearchThread
  let mediaInspector: MediaInspector
  /// The talk that goes on, if one does.
  let runningTalk: RunningTalk
  /// What the web pages say on set-up cards.
  let setupOffers: SetupOffers
  /// Who waits for the configuration to be read again, in order; the first one's is under way.
  var waitingReloads: [(Result<[String], DaemonError>) -> Void] = []
  private(set) var server: ControlServer?
  /// All workers together: the rasteriser, four documents, a spare process and one monitor are seven, and a few more may be about to end.
  let workerSlots = WorkerSlots(limit: 12)
  /// Nil if the daemon starts all workers itself.
  let workerUnits: WorkerUnits?
  /// Writes what is kept.
  let store: StoreThread
  let stateStore: StateStore
  /// User information that is not on the disk yet.
  var userInfoChanges = UserInfoChanges()
  /// Nil by hand, and in a replay.
  let configurationStore: ConfigurationStore?
  var screenshots = ScreenshotQueue<ScreenshotCall, PictureRequester>()
  private(set) lazy var fileThumbnails = FileThumbnails(content)
  private static let signals = SignalSet([SIGTERM, SIGINT, SIGHUP, SIGUSR2])
  private var signalWatch: SignalWatch?
  private var ending: DaemonError?
  /// Whether the next life goes on with what the cards show, as after a crash: they are kept by the service manager.
  private var isHandedOver = false
  private var watchdog: Watchdog?
  var pixelWatch = StallWatchdog()
  /// Tells displays to go to standby; nil in a replay.
  private(set) lazy var powerControl = makePowerControl()
  private var resumeWatch: ResumeWatch?
  var lookTimer: (any DisplayTimer)?
  /// Pauses before the next looks at the connectors after a resume, in nanoseconds.
  var remainingLooks: [UInt64] = []

  /// Runs until told to end.
  static func run(_ options: DaemonOptions) throws(DaemonError) {
    signals.block()
    signal(SIGPIPE, SIG_IGN)
    let daemon = try Daemon(options)
    try daemon.start()
    daemon.loop.run()
    if let error = daemon.end() { throw error }
  }

  init(_ options: DaemonOptions) throws(DaemonError) {
    self.options = options
    manager = ServiceManager(environment: options.environment)
    let loaded: LoadedConfiguration
    do throws(Errno) {
      loop = try EventLoop()
      displayThread = try LoopThread.start(name: "display", isUrgent: true)
    } catch {
      throw .system("the event loops could not be made", error)
    }
    store = StoreThread(main: loop.mailbox)
    let clock = LoopClock(loop: loop)
    configurationStore =
      options.environment.isService && options.replay == nil
      ? ConfigurationStore(directory: options.stateDirectory, store: store, clock: clock) : nil
    if let origin = options.replay {
      loaded = LoadedConfiguration(
        path: origin.beginning.configuration.file, configuration: origin.configuration,
        masked: origin.beginning.configuration.masked)
    } else if let configurationStore {
      loaded = try configurationStore.load(options.configuration)
    } else {
      loaded = try options.configuration.load()
    }
    (configurationPath, configuration) = (loaded.path, loaded.configuration)
    let stateFile = try StateFile(directory: options.stateDirectory)
    let backend = BackendMaker(options)
    backendName = backend.name
    let units = WorkerUnits(folder: options.workerSockets)
    workerUnits = units
    rasterizer = RasterizerProcess(
      loop: loop, settings: RasterizerSettings(path: options.rasterizerPath), slots: workerSlots, unit: units?.texts)
    documents = DocumentPool(
      loop: loop, settings: options.documentPrograms, slots: workerSlots, units: units?.documents)
    let start = options.replay?.beginning
    dayClock =
      backend.isSimulated
      ? SimulatedDayClock(
        follower: SimulatedClock(loop: loop, startingAt: backend.start),
        now: start?.wallSeconds.map { WallTime(seconds: $0) } ?? SystemDayClock.systemTime)
      : SystemDayClock(
        screens: clock, isTrusted: options.environment[SystemDayClock.variable] == "trusted")
    started = dayClock.screens.now
    playRecorder = PlayRecorder(clock: dayClock)
    playSearches = PlaySearchThread(loop: loop)
    mediaInspector = MediaInspector(loop: loop)
    runningTalk = RunningTalk(
      directory: options.stateDirectory, store: store, clock: dayClock.screens, documents: documents,
      rasterizer: rasterizer)
    content = ContentResources(
      rasterizer: rasterizer, documents: documents,
      media: LocalMediaLibrary(loop: loop) { [log] in log.warning("\($0)") }, clock: dayClock,
      zone: { try? ZoneDatabase.rules(of: $0) }, reducesMotion: configuration.reducedMotion.value,
      plays: playRecorder, setup: SetupCardState { HostName.current })
    setupOffers = SetupOffers(content.setup, mailbox: loop.mailbox) { [log] in log.notice("\($0)") }
    momentQueue = MomentQueue(content)
    waits = WaitList(clock: dayClock.screens)
    streams = EventStreams(run: SessionIdentifier.make(using: &random))
    stateStore = StateStore(stateFile, store: store, clock: dayClock.screens)
    let state = start?.state ?? stateStore.load()
    keptState = state
    journal = Journal(
      Journal.Beginning(
        time: dayClock.screens.now, wallSeconds: start.map(\.wallSeconds) ?? WallClock.seconds,
        configuration: ConfigurationText(file: loaded.path, masked: loaded.masked), state: state),
      // All that a report has told is compared.
      capacity: options.replay == nil ? Journal.usualCapacity : .max)
    let mainThread = loop.mailbox
    let relay = DaemonReference()
    self.relay = relay
    display = DisplayActor(executor: displayThread) { report in
      mainThread.post { MainActor.assumeIsolated { relay.daemon?.handle(report) } }
    }
    let outlets = DaemonOutlets(identifiers: options.replay?.identifiers ?? [])
    system = SceneSystem(
      clock: dayClock.screens, outlets: outlets.outlets, policy: configuration.policy,
      apps: configuration.makeApps(content), state: state)
    backendMaker = backend
    connectorsWithEDID = Set(state.displays.filter(\.hadEDID).map(\.connector))
    content.motion.isReduced = configuration.reducedMotion.value
    relay.daemon = self
    outlets.daemon = self
    restoreApps(state.apps)
    // Nobody has wanted a text for some seconds: the start, or what was asked for, is over.
    let rest = { [log] in
      do throws(Errno) { try ProgramCode.release() } catch {
        log.debug("the code's memory is not given back: \(error)")
      }
    }
    rasterizer.didRest = rest
    documents.didRest = rest
    workerUnits?.report { [log] in log.warning("\($0)") }
    waits.didLose = { [weak self] in self?.observeFrames() }
  }

  private let backendMaker: BackendMaker
  private let relay: DaemonReference
  private let connectorsWithEDID: Set<String>

  /// Opens the socket, hears signals, and starts the display thread's work.
  private func start() throws(DaemonError) {
    do throws(Errno) {
      signalWatch = try SignalWatch(loop: loop, signals: Self.signals) { [weak self] signal in self?.handle(signal) }
    } catch {
      throw .system("signals cannot be heard", error)
    }
    try listen()
    try stateStore.begin()
    playRecorder.folder = PlayFolder(
      "\(options.stateDirectory)/plays", store: store, clock: dayClock.screens
    ) { [log] in log.warning("\($0)") }
    do throws(Errno) {
      resumeWatch = try ResumeWatch(
        loop: loop, clockWasSet: { [weak self] in (self?.dayClock as? SystemDayClock)?.wasSet() },
        resumed: { [weak self] in self?.resumed() })
    } catch {
      log.warning("a resume from suspend will not be noticed: \(error)")
    }
    restoreTalk()
    log.info(
      "marqueed \(Release.version): \(backendName) displays, \(configurationPath ?? "the built-in configuration"), socket \(socketPath)"
    )
    switch backendMaker.obstacle {
    case .occupied(let device, let holder):
      log.notice(
        "the displays are simulated: \(device) is held by \(holder); only one program can show pictures on a card")
    case .notPermitted(let device):
      log.notice("the displays are simulated: \(device) may not be opened; its group (usually video) may")
    case .noDevice, .opened, .lost, .released, .degraded, .eventsUnreadable, nil: break
    }
    if let notice = configurationStore?.notice { log.warning("\(notice)") }
    for notice in configuration.notices { log.notice("\(notice)") }
    for trouble in missingPrograms + KernelSandbox.current.warnings { log.warning("\(trouble)") }
    startDisplays()
    logMediaWarnings()
    configurationStore?.begin(rasterizer)
    // Texts are most likely what is shown first; its fonts are loaded while the displays are looked at.
    if configuration.showsText { rasterizer.prewarm() }
    manager.notify("READY=1", "STATUS=\(runningText)")
    watchdog = Watchdog(loop: loop, environment: options.environment) { [weak self] in self?.lookAtPixels() }
  }

  /// What the service manager is told while there is a card.
  var runningText: String { ["running", configurationStore?.notice].compactMap { $0 }.joined(separator: "; ") }

  /// Has the display thread make its backend and look for screens.
  func startDisplays() {
    let maker = backendMaker
    let connectors = connectorsWithEDID
    let display = display
    let mainThread = loop.mailbox
    let relay = relay
    displayThread.post {
      display.assumeIsolated {
        $0.start {
          maker.make(connectorsWithEDID: connectors) { news in
            mainThread.post { MainActor.assumeIsolated { relay.daemon?.note(.looked(news), at: news.time) } }
          }
        }
      }
    }
  }

  private(set) var socketPath = ""

  private func listen() throws(DaemonError) {
    var listeners: [ControlListener] = []
    do throws(ListenerError) {
      for descriptor in options.inherited where ControlListener.inheritedNames.contains(descriptor.name) {
        listeners.append(try ControlListener(inherited: descriptor))
      }
      if listeners.isEmpty {
        let location = SocketLocation.ofDaemon(
          environment: options.environment.all, userID: options.environment.userID,
          isService: manager.isThere)
        listeners.append(try ControlListener(at: location))
      }
    } catch {
      throw .socket(error)
    }
    socketPath = listeners.first?.path ?? ""
    let server = ControlServer(
      listeners: listeners, loop: loop, policy: accessPolicy(), identity: ServiceIdentity(version: Release.version),
      handler: self, log: { [log] in log.notice("\($0)") })
    do throws(Errno) {
      try server.start()
    } catch {
      throw .system("the control socket cannot be watched", error)
    }
    self.server = server
  }

  /// Lets the configuration's access count from now on.
  func applyAccess() { server?.setPolicy(accessPolicy()) }

  private func accessPolicy() -> AccessPolicy {
    var unknown: [String] = []
    let policy = AccessPolicy(configuration.grants, daemonUserID: options.environment.userID, unknownNames: &unknown)
    if !unknown.isEmpty { log.warning("access: this machine does not know \(unknown.joined(separator: ", "))") }
    return policy
  }

  /// What the display thread says.
  func handle(_ report: DisplayReport) {
    traffic &+= 1
    switch report {
    case .notice(let notice):
      note(.device(notice))
      handle(notice)
    case .played(let frame): notePlayed(frame)
    case .observed(let record):
      observedFrames.add(record)
      checkWaits()
    case .presented(let requests, let record):
      endings.count(requests.count, record.ending)
      system.handle(report)
      // The first frame in a mode may be what somebody waits for.
      checkWaits()
    case .screens, .tested, .configured, .turnedOff, .stalled, .refused:
      noteAnswer(report)
      system.handle(report)
      powerControl?.screensMayHaveChanged()
    }
  }

  func persist(_ state: PersistentState) {
    keptState = state
    if options.replay == nil { stateStore.keep(state) }
  }

  /// Ends with an error: nothing else helps.
  func giveUp(_ error: DaemonError) {
    ending = error
    loop.stop()
  }

  private func handle(_ signal: Int32) {
    switch signal {
    case SIGHUP:
      reload { [log] result in
        switch result {
        case .success(let changes):
          log.notice("reloaded: \(changes.isEmpty ? "nothing changed" : changes.joined(separator: "; "))")
        case .failure(let error): log.error("the configuration was not reloaded, nothing changed:\n\(error)")
        }
      }
    case SIGUSR2 where manager.isThere:
      log.info("told to hand over: the pictures stay for the next start")
      isHandedOver = true
      loop.stop()
    default:
      log.info("told to end")
      loop.stop()
    }
  }

  /// Ends in order: scenes, sockets, then the displays go dark, and the card is given back; handed over, scenes and displays stay as they are.
  func end() -> DaemonError? {
    manager.notify("STOPPING=1")
    if case .gaveUp = ending {
      // The next life opens the cards anew, which the store would not let it do.
      for device in devices.keys { manager.forget(name: StoredCard.name(of: device)) }
    }
    playRecorder.close()
    if !isHandedOver { system.shutDown() }
    let beginning = MonotonicTime.now
    rasterizer.stop()
    documents.stop()
    if isHandedOver {
      finishKeeping(since: beginning)
      // At once: whatever gave back its buffers in order would take the pictures along.
      _exit(EXIT_SUCCESS)
    }
    let display = display
    if let done = try? WakeEvent() {
      displayThread.post {
        display.assumeIsolated { $0.stop() }
        done.ring()
      }
      done.wait(milliseconds: 5000)
    }
    finishKeeping(since: beginning)
    return ending
  }

  /// What the whole end may take, in milliseconds: a second less than `TimeoutStopSec=` of the unit.
  private static let endPatience: UInt64 = 9_000

  /// What was accepted is written, and answered.
  private func finishKeeping(since start: MonotonicTime) {
    let passed = min(MonotonicTime.now.nanoseconds(since: start) / 1_000_000, Self.endPatience)
    if !store.end(milliseconds: Int32(clamping: Self.endPatience - passed)) {
      log.error("the disk is too slow: the newest changes are not kept across a restart")
    }
    server?.stop()
  }
}

/// The scene system's outlets, which lead to the daemon that is made after it.
final class DaemonOutlets {
  weak var daemon: Daemon?
  private var random = SystemRandomNumberGenerator()
  /// What the next new sessions are called, where that is known.
  private var identifiers: ArraySlice<String>

  init(identifiers: [String] = []) {
    self.identifiers = identifiers[...]
  }

  private func makeIdentifier() -> String {
    let identifier = identifiers.popFirst() ?? SessionIdentifier.make(using: &random)
    daemon?.note(.madeSession(identifier))
    return identifier
  }

  var outlets: SceneSystem.Outlets {
    SceneSystem.Outlets(
      command: { [self] in daemon?.command($0) }, event: { [self] in daemon?.post($0) },
      persist: { [self] in daemon?.persist($0) }, giveUp: { [self] in daemon?.giveUp(.gaveUp($0)) },
      makeIdentifier: { [self] in makeIdentifier() }, wallSeconds: { [self] in daemon?.wallSeconds },
      scheduledPower: { [self] in daemon?.note(.scheduledPower(ScheduledPower(session: $0, on: $1))) })
  }
}

/// Lets reports find the daemon that is made after what sends them.
final class DaemonReference {
  weak var daemon: Daemon?
}

/// The identifier of a new session: a random UUID (RFC 9562, version 4), as `7f1c0c9e-6a0e-4c43-9d2b-0c5a4c1f0b55`.
nonisolated enum SessionIdentifier {
  static func make(using generator: inout some RandomNumberGenerator) -> String {
    var high: UInt64 = generator.next()
    var low: UInt64 = generator.next()
    // The version, and the variant of the RFC.
    high = high & ~0xF000 | 0x4000
    low = low & ~(3 << 62) | 2 << 62
    let digits = hexadecimal(high) + hexadecimal(low)
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
  }

  private static func hexadecimal(_ value: UInt64) -> [Character] {
    let digits = String(value, radix: 16)
    return Array(String(repeating: "0", count: 16 - digits.count) + digits)
  }
}
