import Configuration
import Content
import ControlProtocol
import ControlServer
import DisplayTypes
import EventLoop
import Glibc
import KMSBackend
import MonitorPower
import Presentation
import RasterizerHost
import Scenes

extension Daemon {
  /// Answers how the daemon is.
  func status(_ responder: ControlResponder) {
    inspectMedia(for: responder.access) { [weak self] warnings in
      self?.askForStatus { status in
        var status = status
        status.warnings += warnings
        responder.reply(status)
      }
    }
  }

  /// Finds out how the daemon is; the display thread is asked for its counters.
  func askForStatus(_ completion: @escaping (StatusReply) -> Void) {
    askDisplay { actor in
      DisplayStatus(
        counters: actor.counters(),
        devices: (actor.withBackend {
          ($0 as? KMSBackend)?.devices.map { DisplayStatus.Device(path: $0.path, isAtomic: $0.isAtomic) }
        } ?? []) ?? [], screens: actor.figures())
    } then: { [weak self] report in
      if let self { completion(statusReply(report)) }
    }
  }

  func statusReply(_ report: DisplayStatus) -> StatusReply {
    let names = system.screens
    var infos = report.devices.map { device in
      DeviceInfo(
        path: device.path, driver: devices[device.path] ?? "", interface: device.isAtomic ? "atomic" : "legacy",
        master: true, screens: names.filter { $0.snapshot.device == device.path }.map(\.name))
    }
    if backendName == "simulated" {
      infos = [
        DeviceInfo(
          path: "simulated", driver: "simulated", interface: "simulated", master: true, screens: names.map(\.name))
      ]
    }
    let statistics = rasterizer.statistics
    return StatusReply(
      version: Release.version, processID: Int(options.environment.processID),
      uptimeSeconds: Double(dayClock.screens.now.nanoseconds(since: started)) / 1e9, backend: backendName,
      configurationFile: configurationPath, screens: names.count, devices: infos,
      rasterizer: RasterizerInfo(
        state: rasterizer.isRunning ? .running : .idle, processID: rasterizer.pid.map(Int.init),
        jobs: UInt64(clamping: statistics.requests), restarts: UInt64(clamping: statistics.deaths)),
      counters: counters(report),
      frames: names.map { FramesInfo($0.name, report.screens[$0.id]) },
      displayPower: powerControl?.infos ?? [], clockRight: content.clock.isRight,
      sandboxes: Self.sandboxes([
        ("marquee-rasterizer", rasterizer.sandbox), ("marquee-pictures", documents.sandboxes.pictures),
        ("marquee-pages", documents.sandboxes.pages), ("marquee-ddc", powerControl?.ddcSandbox),
      ]),
      warnings: degradations
        + [waiting, stateStore.warning, playRecorder.folder?.warning, clockWarning].compactMap { $0 }
        + (configurationStore?.warnings ?? []) + store.findings + missingPrograms + (workerUnits?.troubles ?? [])
        + KernelSandbox.current.warnings)
  }

  /// The workers that have reported a sandbox that is not full.
  static func sandboxes(_ reports: [(worker: String, report: SandboxReport?)]) -> [SandboxInfo] {
    reports.compactMap { worker, report in
      guard let report, report != .full else { return nil }
      return SandboxInfo(
        worker: worker, files: report.files == 0, calls: report.calls == 0, reasons: report.reasons)
    }
  }

  /// What cannot be shown, where a program is not there.
  var missingPrograms: [String] {
    Self.missingPrograms(
      text: rasterizer.settings, documents: documents.settings,
      ddc: configuration.usesDDC && options.replay == nil ? options.ddcProgram : nil)
  }

  /// `ddc` is the program for DDC/CI where a rule wants it.
  static func missingPrograms(
    text: RasterizerSettings, documents: DocumentPoolSettings, ddc: DDCProgram?
  ) -> [String] {
    [("texts and screenshots", text), ("images", documents.pictures), ("decks", documents.pages)].compactMap {
      (what, program) in program.obstacle.map { "\(what): \($0)" }
    } + [ddc?.obstacle.map { "the power of displays by DDC/CI (ddc: true): \($0)" }].compactMap { $0 }
  }

  private func counters(_ report: DisplayStatus) -> CounterInfo {
    var info = CounterInfo()
    info.flips = report.counters.flips &+ report.counters.updates
    info.missed = report.counters.missed
    info.modesets = report.counters.modesets
    info.recoveries = report.counters.stalls
    info.superseded = endings.superseded
    info.discarded = endings.discarded
    info.readerDeaths = UInt64(clamping: documents.statistics.deaths)
    info.events = system.lastEventSequence
    if let counters = server?.counters {
      info.connections = counters.connections
      info.requests = counters.requests
      info.refusals = counters.refusals
      info.droppedReaders = counters.droppedReaders
    }
    return info
  }
}

nonisolated extension FramesInfo {
  fileprivate init(_ screen: String, _ figures: ScreenFigures?) {
    let counters = figures?.counters ?? PresentationCounters()
    self.init(
      screen: screen, flips: counters.flips &+ counters.updates, missed: counters.missed, modesets: counters.modesets,
      recoveries: counters.stalls, ageSeconds: figures?.lastFrameAge.map { Double($0) / 1e9 })
  }
}

/// What the display thread says of itself for `status`.
nonisolated struct DisplayStatus: Sendable {
  struct Device: Sendable {
    var path: String
    var isAtomic: Bool
  }

  var counters: PresentationCounters
  var devices: [Device]
  var screens: [ScreenID: ScreenFigures]
}

extension Daemon {
  /// Answers with a report.
  func report(_ responder: ControlResponder) {
    askForReport { report in
      do {
        responder.reply(ReportReply(report: String(decoding: try report.text, as: UTF8.self)))
      } catch {
        responder.fail(.failed(message: "the report cannot be written as JSON: \(error)"))
      }
    }
  }

  /// Makes a report; the display thread is asked for its counters.
  func askForReport(_ completion: @escaping (Report) -> Void) {
    askForStatus { [weak self] in if let self { completion(makeReport($0)) } }
  }

  private func makeReport(_ status: StatusReply) -> Report {
    let beginning = journal.beginning
    let screens = system.screens + [system.standIn].compactMap(\.self)
    return Report(
      marqueed: Release.version, kernel: Self.kernel.release, machine: Self.kernel.machine, backend: backendName,
      drivers: devices, nanoseconds: dayClock.screens.now.nanoseconds, wallSeconds: wallSeconds, status: status,
      screens: screenInfos.map { screen in
        var screen = screen
        // The looks have them.
        screen.availableModes = []
        return screen
      },
      sessions: system.sessions.map(SessionInfo.init), apps: system.appInfos,
      decisions: screens.compactMap { screen in
        (try? system.find(screen.name)).map {
          DecisionRecord(screen, $0.decision, standIn: configuration.standIn)
        }
      },
      beginning: Report.Beginning(
        nanoseconds: beginning.time.nanoseconds, wallSeconds: beginning.wallSeconds, dropped: journal.dropped,
        configuration: ReportConfiguration(beginning.configuration), state: JSONValue(beginning.state),
        connectors: beginning.connectors.map(ConnectorRecord.init), talk: beginning.talk,
        darkSessions: beginning.darkSessions.isEmpty ? nil : beginning.darkSessions),
      journal: journal.entries.map(ReportEntry.init))
  }

  /// What the kernel says of itself (uname(2)); the machine's name in the network is nobody's business.
  private static var kernel: (release: String, machine: String) {
    var names = utsname()
    guard uname(&names) == 0 else { return ("", "") }
    func text<Characters>(_ characters: Characters) -> String {
      withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return (text(names.release), text(names.machine))
  }
}

extension Daemon {
  /// Keeps what may be asked for in a report.
  func note(_ what: JournalEntry.What, at time: MonotonicTime? = nil) {
    let time = time ?? dayClock.screens.now
    if journal.isFull { journal.begin(at: time, wallSeconds: wallSeconds, state: keptState) }
    journal.add(what, at: time)
  }

  /// Keeps what the device answered.
  func noteAnswer(_ report: DisplayReport) {
    let now = dayClock.screens.now
    if let answer = journal.answer(report, at: now) { note(.answered(answer), at: now) }
  }

  /// Seconds since 1970; nil while nobody vouches for the clock.
  var wallSeconds: Int64? {
    guard let origin = options.replay else { return WallClock.seconds }
    let passed = dayClock.screens.now.nanoseconds(since: origin.beginning.time) / 1_000_000_000
    return origin.beginning.wallSeconds.map { $0 &+ Int64(clamping: passed) }
  }
}
