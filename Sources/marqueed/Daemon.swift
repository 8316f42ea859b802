import Composition
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

/// Makes the parts of the daemon, connects them, and routes reports and requests. The **backend** (KMS or simulated, on the display thread)
/// receives hotplug events and reports screens. The **scene system** finds the session of each display, tries modes, and connects the
/// scene. The **content** is laid out as layers, texts by the **rasteriser**. The display thread's presenter draws the layers, commits the
/// frame, and reports the flip. The **control server** passes requests to the **handlers**.
final class Daemon {
  let options: DaemonOptions
  private let log = Logger(label: "marqueed")
  let loop: EventLoop
  let displays: DisplayThread
  let dayClock: any ContentClock
  let system: SceneSystem
  let handlers: RequestHandlers
  private let service: DaemonService
  private let backend: BackendMaker
  private let workers: DaemonWorkers
  private let configuration: CurrentConfiguration
  private let store: StoreThread
  private let state: StateStore
  let journal: JournalWriter
  private var server: ControlServer?

  static func run(_ options: DaemonOptions) throws(DaemonError) {
    DaemonService.signals.block()
    signal(SIGPIPE, SIG_IGN)
    let daemon = try Daemon(options)
    try daemon.start()
    daemon.loop.run()
    if let error = daemon.end() { throw error }
  }

  init(_ options: DaemonOptions) throws(DaemonError) {
    self.options = options
    let displayThread: Mailbox
    do throws(Errno) {
      loop = try EventLoop()
      displayThread = try LoopThread.start(name: "display", isUrgent: true)
    } catch {
      throw .system("the event loops could not be made", error)
    }
    service = DaemonService(options.environment, loop: loop)
    store = StoreThread(main: loop.mailbox)
    let loopClock = LoopClock(loop: loop)
    backend = BackendMaker(options)
    let origin = options.replay
    dayClock =
      backend.isSimulated
      ? SimulatedDayClock(
        follower: SimulatedClock(loop: loop, startingAt: backend.start),
        now: origin?.beginning.wallSeconds.map { WallTime(seconds: $0) } ?? SystemDayClock.systemTime)
      : SystemDayClock(screens: loopClock, isTrusted: options.environment[SystemDayClock.variable] == "trusted")
    let clock = dayClock.screens
    let beginning = clock.now
    state = StateStore(
      try StateFile(directory: options.stateDirectory), store: store, clock: clock, replayed: origin?.beginning.state)
    let kept = state.load()
    try state.checkLock()
    displays = DisplayThread(displayThread, main: loop.mailbox)
    // The display thread opens the cards and probes them during the rest of the start.
    if origin == nil { displays.start(backend, connectorsWithEDID: kept.connectorsWithEDID) }

    configuration = try CurrentConfiguration(options, store: store, clock: loopClock)
    workers = DaemonWorkers(options, loop: loop)
    if origin == nil, kept.drawsTexts || configuration.value.drawsTexts { workers.rasterizer.prewarm() }
    let plays = PlayRecorder(clock: dayClock)
    let content = ContentResources(
      rasterizer: workers.rasterizer, documents: workers.documents,
      media: LocalMediaLibrary(loop: loop) { [log] in log.warning("\($0)") }, clock: dayClock,
      zoneRules: { try? ZoneDatabase.rules(of: $0) }, reducesMotion: configuration.value.reducedMotion.value,
      talkTransition: configuration.value.talkTransition.value,
      mediaFolder: MediaRoot(options.environment.variables).path, plays: plays,
      setup: SetupCardState { HostName.current }, surfaces: workers.surfaces.feeds, videos: workers.videos,
      streams: workers.streams)
    workers.videos.follow(clock, isReal: !backend.isSimulated)

    configuration.value.apply(to: content.calendar)

    // Kept values and reports.
    let wallSeconds = { origin.map { $0.wallSeconds(at: clock.now) } ?? SystemDayClock.synchronisedSeconds }
    journal = JournalWriter(
      Journal(
        Journal.Beginning(time: beginning, wallSeconds: wallSeconds(), configuration: configuration.text, state: kept),
        // A replay compares all entries.
        capacity: origin == nil ? Journal.usualCapacity : .max),
      clock: clock, wallSeconds: wallSeconds, state: state)

    // The screens.
    displays.journal = journal
    let reference = DaemonReference()
    var identifiers = (origin?.identifiers ?? [])[...]
    system = SceneSystem(
      clock: clock,
      outlets: SceneSystem.Outlets(
        command: { [displays, workers] command in
          displays.send(command)
          workers.sounds.screensMayHaveChanged()
        }, event: { reference.daemon?.post($0) },
        persist: { [state, workers] in
          state.keep($0)
          workers.sounds.screensMayHaveChanged()
        }, giveUp: { [service] in service.giveUp(.gaveUp($0)) },
        makeIdentifier: { [journal] in
          let identifier = identifiers.popFirst() ?? SessionIdentifier.random()
          journal.note(.madeSession(identifier))
          return identifier
        }, wallSeconds: wallSeconds,
        scheduledPower: { [journal] in journal.note(.scheduledPower(ScheduledPower(session: $0, on: $1))) }),
      policy: configuration.value.policy, apps: configuration.value.makeApps(content), state: kept)
    workers.sounds.screen = { [weak system] session in system.flatMap { SoundScreen(session, of: $0) } }
    let devices = DisplayDevices(service: service, displays: displays, configuration: configuration)
    let power =
      origin == nil
      ? DisplayPowerControl(
        of: system, displays,
        file: KeptValue("display-power.json", in: options.stateDirectory, store: store, clock: clock), clock: clock,
        monitors: DDCQueue(options.ddcProgram, loop: loop, slots: workers.slots), loop: loop) : nil

    // Requests.
    let waits = ScreenWaits(system: system, displays: displays, clock: clock)
    let replies = PictureReplies(system: system, state: state, waits: waits)
    let apps = SocketApps(replies, content)
    let reports = ContentReports(system: system, content: content)
    let media = MediaInspector(loop: loop, drawings: DrawingCheck(documents: content.documents))
    let searches = PlaySearchThread(loop: loop)
    let talk = RunningTalk(
      directory: options.stateDirectory, store: store, system: system, content: content, journal: journal)
    let status = DaemonStatus(
      system: system, displays: displays, devices: devices, workers: workers, configuration: configuration,
      reports: reports, state: state, plays: plays, power: power, endings: EndingCounters(),
      backendName: backend.name, processID: options.environment.processID, started: clock.now,
      connections: { reference.daemon?.server?.counters })
    handlers = RequestHandlers(
      screens: ScreensHandler(
        replies: replies, configuration: configuration, content: content, reports: reports, power: power),
      pictures: PicturesHandler(replies, content),
      content: ContentHandler(
        replies: replies, apps: apps, content: content, reports: reports,
        setupOffers: SetupOffers(content.setup, mailbox: loop.mailbox) { [log] in log.notice("\($0)") },
        drafts: DraftPictures(content)),
      apps: AppsHandler(
        replies: replies, apps: apps, journal: journal, clock: dayClock, mailbox: loop.mailbox,
        isReplayed: origin != nil),
      alarms: AlarmsHandler(
        replies, content, kept: kept.alarms, isReplayed: origin != nil),
      scenes: SessionsHandler(replies, apps: apps, reports: reports),
      events: EventsHandler(
        system: system, names: ScreenNames(configuration, of: system), waits: waits, journal: journal, clock: clock),
      configuration: ConfigurationHandler(
        configuration, replies: replies, content: content, apps: apps, journal: journal, devices: devices,
        media: media, loop: loop),
      plays: PlaysHandler(system: system, recorder: plays, searches: searches, content: content),
      reports: ReportsHandler(
        status: status, journal: journal, media: media,
        audit: AuditLog(
          KeptValue("audit.json", in: options.stateDirectory, store: store, clock: clock), clock: dayClock
        ) { [log] in log.notice("\($0)") }, wallSeconds: wallSeconds),
      simulation: SimulationHandler(
        displays, resume: ResumeHandler(system: system, displays: displays, journal: journal, clock: dayClock),
        clock: dayClock, loop: loop,
        isBusy: { [workers, store] in
          workers.pendingRequests + searches.pending + media.pending + store.pending > 0 || workers.isBehind
        }),
      talks: TalksHandler(replies: replies, talk: talk, content: content, configuration: configuration),
      slides: SlidesHandler(talk: talk, documents: content.documents))
    reference.daemon = self
    apps.restore(kept.apps)
  }

  private func start() throws(DaemonError) {
    let reloads = handlers.configuration
    try service.watchSignals { reloads.reload() }
    if options.arguments.endsWithInput { try service.watchInput() }
    let socketPath = try listen()
    reloads.didApply = { [weak self] in
      guard let self else { return }
      workers.surfaces.policy = accessPolicy()
      server?.setPolicy(workers.surfaces.policy)
    }
    displays.handler = { [weak self] in self?.handle($0) }
    workers.surfaces.start(beside: location.path, frameCame: displays.frameReceiver)
    handlers.plays.begin(
      PlayFolder("\(options.stateDirectory)/plays", store: store, clock: dayClock.screens) { [log] in
        log.warning("\($0)")
      })
    handlers.simulation.begin(loop)
    handlers.talks.begin()
    handlers.alarms.begin()
    handlers.reports.audit.begin()
    handlers.screens.begin()
    // The screens that were found until now come first.
    loop.mailbox.post { [weak self] in MainActor.assumeIsolated { self?.finishStart(socketPath) } }
  }

  /// Ends the start with all that no picture needs.
  private func finishStart(_ socketPath: String) {
    state.begin()
    log.info(
      "marqueed \(Release.version): \(backend.name) displays, \(configuration.path ?? "the built-in configuration"), socket \(socketPath)"
    )
    logNotices()
    handlers.configuration.logMediaWarnings()
    configuration.store?.begin(workers.rasterizer)
    service.manager.notify("READY=1", handlers.reports.runningLine)
    service.startWatchdog(displays, system)
  }

  /// Logs why displays are simulated, and all troubles of configuration and programs.
  private func logNotices() {
    if let reason = backend.obstacleText { log.notice("the displays are simulated: \(reason)") }
    if let notice = configuration.store?.notice { log.warning("\(notice)") }
    for notice in configuration.value.notices { log.notice("\(notice)") }
    for warning in configuration.value.languageWarnings { log.warning("\(warning)") }
    for trouble in workers.missingPrograms(usesDDC: configuration.value.usesDDC) + KernelSandbox.current.warnings {
      log.warning("\(trouble)")
    }
  }

  /// Starts the displays of a replay when all is ready for the recorded probes.
  func startReplayedDisplays() {
    displays.handler = { [weak self] in self?.handle($0) }
    displays.start(backend, connectorsWithEDID: state.newest.connectorsWithEDID)
  }

  /// The place of the control socket, unless it is inherited, and of the surfaces' socket beside it.
  private var location: SocketLocation {
    SocketLocation.ofDaemon(
      environment: options.environment.variables, userID: options.environment.userID,
      isService: service.manager.isThere)
  }

  private func listen() throws(DaemonError) -> String {
    var listeners: [ControlListener] = []
    do throws(ListenerError) {
      for descriptor in options.inherited where ControlListener.inheritedNames.contains(descriptor.name) {
        listeners.append(try ControlListener(inherited: descriptor))
      }
      if listeners.isEmpty { listeners.append(try ControlListener(at: location)) }
    } catch {
      throw .socket(error)
    }
    workers.surfaces.policy = accessPolicy()
    let server = ControlServer(
      listeners: listeners, loop: loop, policy: workers.surfaces.policy, version: Release.version,
      handler: self, log: { [log] in log.notice("\($0)") })
    do throws(Errno) {
      try server.start()
    } catch {
      throw .system("the control socket cannot be watched", error)
    }
    self.server = server
    return listeners.first?.path ?? ""
  }

  private func accessPolicy() -> AccessPolicy {
    for warning in configuration.value.unknownNames { log.warning("\(warning)") }
    return AccessPolicy(configuration.value.grants, daemonUserID: options.environment.userID)
  }

  private func handle(_ report: DisplayReport) {
    switch report {
    case .notice(let notice):
      journal.note(.device(notice))
      handlers.reports.handle(report)
    case .played(let frame): handlers.plays.notePlayed(frame)
    case .observed: handlers.events.handle(report)
    case .presented:
      handlers.reports.handle(report)
      system.handle(report)
      handlers.events.handle(report)
    case .screens, .tested, .configured, .turnedOff, .stalled, .refused:
      journal.noteAnswer(report)
      system.handle(report)
      handlers.screens.screensMayHaveChanged()
    }
  }

  private func post(_ event: SceneEvent) {
    handlers.events.post(event)
    handlers.talks.screensMayHaveChanged()
  }

  /// Ends the scenes, turns the displays off, releases the card and closes the sockets. After a handover, scenes and displays stay as they
  /// are.
  func end() -> DaemonError? {
    service.manager.notify("STOPPING=1")
    if service.releasesCards { handlers.reports.forgetStored() }
    handlers.plays.end()
    handlers.reports.audit.end()
    if !service.isHandedOver { system.shutDown() }
    let beginning = MonotonicTime.now
    workers.stop()
    if service.isHandedOver {
      finishKeeping(since: beginning)
      // Immediately, because the release of buffers would remove the pictures.
      _exit(EXIT_SUCCESS)
    }
    displays.stop(milliseconds: 5000)
    finishKeeping(since: beginning)
    return service.error
  }

  /// Writes accepted changes and answers their requests. The limit for the whole end is one second below the unit's `TimeoutStopSec=`.
  private func finishKeeping(since start: MonotonicTime) {
    let passed = min(MonotonicTime.now.nanoseconds(since: start) / 1_000_000, 9_000)
    if !store.end(milliseconds: Int32(clamping: 9_000 - passed)) {
      log.error("the disk is too slow: the newest changes are not kept across a restart")
    }
    server?.stop()
  }
}

/// The handlers of the control socket's requests, one for each subject.
struct RequestHandlers: DisplayHandlers {
  let screens: ScreensHandler
  let pictures: PicturesHandler
  let content: ContentHandler
  let apps: AppsHandler
  let alarms: AlarmsHandler
  let scenes: SessionsHandler
  let events: EventsHandler
  let configuration: ConfigurationHandler
  let plays: PlaysHandler
  let reports: ReportsHandler
  let simulation: SimulationHandler
  let talks: TalksHandler
  let slides: SlidesHandler
}

/// A reference to the daemon for the scene system, which exists before the daemon.
private final class DaemonReference {
  weak var daemon: Daemon?
}
