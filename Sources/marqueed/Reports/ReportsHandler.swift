import Composition
import Configuration
import Content
import ControlProtocol
import ControlServer
import DisplayTypes
import Glibc
import KMSBackend
import Presentation
import RasterizerHost
import Scenes

/// Handles the calls for the daemon's status and its reports.
struct ReportsHandler: ReportMethods {
  let status: DaemonStatus
  let journal: JournalWriter
  let media: MediaInspector
  let audit: AuditLog
  let wallSeconds: () -> Int64?

  /// The status of the unit while the daemon runs.
  var runningLine: String { status.devices.runningLine }
  func forgetStored() { status.devices.forgetStored() }

  func handle(_ report: DisplayReport) {
    if case .notice(let notice) = report { status.devices.handle(notice) }
    if case .presented(let requests, let record) = report { status.endings.count(requests.count, record.ending) }
  }

  func handle(_ call: StatusCall, _ responder: ControlResponder) throws(ControlError) {
    media.warn(of: status.configuration.value, for: responder.access) { warnings in
      status.collect { status in
        var status = status
        status.warnings += warnings
        responder.reply(status)
      }
    }
  }

  func handle(_ call: ReportCall, _ responder: ControlResponder) throws(ControlError) {
    makeReport { report in
      do {
        responder.reply(ReportReply(report: String(decoding: try report.text, as: UTF8.self)))
      } catch {
        responder.fail(.failed(message: "the report cannot be written as JSON: \(error)"))
      }
    }
  }

  func handle(_ call: AuditCall, _ responder: ControlResponder) throws(ControlError) {
    responder.reply(AuditReply(calls: try call.since.map(audit.calls(since:)) ?? audit.calls))
  }

  func makeReport(_ completion: @escaping (Report) -> Void) { status.collect { completion(report($0)) } }

  private func report(_ reply: StatusReply) -> Report {
    let (system, journal) = (status.system, journal.journal)
    let beginning = journal.beginning
    let screens = system.screens + [system.standIn].compactMap(\.self)
    return Report(
      marqueed: Release.version, kernel: Self.kernel.release, machine: Self.kernel.machine, backend: status.backendName,
      drivers: status.devices.drivers, nanoseconds: status.reports.content.clock.screens.now.nanoseconds,
      wallSeconds: wallSeconds(), status: reply,
      screens: system.screenInfos.map { screen in
        var screen = screen
        // The probes have them.
        screen.availableModes = []
        return screen
      },
      sessions: system.sessions.map(SessionInfo.init), apps: system.appInfos,
      decisions: screens.compactMap { screen in
        (try? system.find(screen.name)).map {
          DecisionRecord(screen, $0.decision, standIn: status.configuration.value.standIn)
        }
      },
      beginning: Report.Beginning(
        nanoseconds: beginning.time.nanoseconds, wallSeconds: beginning.wallSeconds, dropped: journal.dropped,
        configuration: beginning.configuration, state: JSONValue(beginning.state),
        connectors: beginning.connectors.map(ConnectorRecord.init), talk: beginning.talk,
        darkSessions: beginning.darkSessions.isEmpty ? nil : beginning.darkSessions),
      journal: journal.entries.map(ReportEntry.init),
      audit: audit.calls.map { call in
        var call = call
        // Names of people are private.
        call.user = nil
        return call
      })
  }

  /// From uname(2), without the machine's name in the network, which is private.
  private static var kernel: (release: String, machine: String) {
    var names = utsname()
    guard uname(&names) == 0 else { return ("", "") }
    func text<Characters>(_ characters: Characters) -> String {
      withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return (text(names.release), text(names.machine))
  }
}

/// Collects the reply of `status`.
struct DaemonStatus {
  let system: SceneSystem
  let displays: DisplayThread
  let devices: DisplayDevices
  let workers: DaemonWorkers
  let configuration: CurrentConfiguration
  let reports: ContentReports
  let state: StateStore
  let plays: PlayRecorder
  /// Nil in a replay.
  let power: DisplayPowerControl?
  let endings: EndingCounters
  let backendName: String
  let processID: Int32
  /// On the screens' clock.
  let started: MonotonicTime
  /// Nil until the socket is open.
  let connections: () -> ServerCounters?

  /// Asks the display thread for its counters first.
  func collect(_ completion: @escaping (StatusReply) -> Void) {
    displays.query { actor in
      let devices = actor.withBackend { ($0 as? KMSBackend)?.devices.map { ($0.path, $0.isAtomic) } }
      return DisplayStatus(counters: actor.counters(), devices: (devices ?? []) ?? [], screens: actor.figures())
    } then: {
      completion(reply($0))
    }
  }

  private func reply(_ report: DisplayStatus) -> StatusReply {
    let names = system.screens
    var infos = report.devices.map { device in
      DeviceInfo(
        path: device.path, driver: devices.drivers[device.path] ?? "", interface: device.isAtomic ? "atomic" : "legacy",
        master: true, screens: names.filter { $0.snapshot.device == device.path }.map(\.name))
    }
    if backendName == "simulated" {
      infos = [
        DeviceInfo(
          path: "simulated", driver: "simulated", interface: "simulated", master: true, screens: names.map(\.name))
      ]
    }
    let rasterizer = workers.rasterizer
    let statistics = rasterizer.statistics
    return StatusReply(
      version: Release.version, processID: Int(processID),
      uptimeSeconds: Double(reports.content.clock.screens.now.nanoseconds(since: started)) / 1e9, backend: backendName,
      configurationFile: configuration.path, screens: names.count, devices: infos,
      rasterizer: RasterizerInfo(
        state: rasterizer.isRunning ? .running : .idle, processID: rasterizer.pid.map(Int.init),
        jobs: UInt64(clamping: statistics.requests), restarts: UInt64(clamping: statistics.deaths)),
      counters: counters(report),
      frames: names.map { frames(of: $0.name, report.screens[$0.id]) },
      displayPower: power?.infos ?? [], clockRight: reports.content.clock.isRight,
      sandboxes: workers.sandboxes(ddc: power?.ddcSandbox), warnings: warnings, zone: configuration.value.zone?.value,
      language: configuration.value.language?.value, videos: videos)
  }

  private var videos: VideoCounterInfo {
    let counts = workers.surfaces.feeds.clipCounts.values
    return VideoCounterInfo(
      shown: counts.shown, repeated: counts.repeated, leftOut: counts.skipped, late: counts.late)
  }

  private var warnings: [String] {
    devices.degradations
      + [devices.waiting, state.warning, plays.folder?.warning, reports.clockWarning].compactMap(\.self)
      + (configuration.store?.warnings ?? []) + state.findings
      + workers.missingPrograms(usesDDC: configuration.value.usesDDC) + workers.unitTroubles
      + configuration.value.languageWarnings.map { "\($0)" } + KernelSandbox.current.warnings
  }

  private func counters(_ report: DisplayStatus) -> CounterInfo {
    let (counters, sockets) = (report.counters, connections())
    return CounterInfo(
      flips: counters.flips &+ counters.updates, missed: counters.missed, superseded: endings.superseded,
      discarded: endings.discarded, modesets: counters.modesets, recoveries: counters.stalls,
      readerDeaths: UInt64(clamping: workers.documents.statistics.deaths), events: system.lastEventSequence,
      connections: sockets?.connections ?? 0, requests: sockets?.requests ?? 0, refusals: sockets?.refusals ?? 0,
      droppedReaders: sockets?.droppedReaders ?? 0)
  }

  private func frames(of screen: String, _ figures: ScreenFigures?) -> FramesInfo {
    let counters = figures?.counters ?? PresentationCounters()
    return FramesInfo(
      screen: screen, flips: counters.flips &+ counters.updates, missed: counters.missed, modesets: counters.modesets,
      recoveries: counters.stalls, ageSeconds: figures?.lastFrameAge.map { Double($0) / 1e9 })
  }
}

/// The reply of the display thread for `status`.
nonisolated struct DisplayStatus: Sendable {
  var counters: PresentationCounters
  var devices: [(path: String, isAtomic: Bool)]
  var screens: [ScreenID: ScreenFigures]
}

/// Counts the requested frames that were never shown.
final class EndingCounters {
  /// A newer frame took their place.
  private(set) var superseded: UInt64 = 0
  /// The screen was unplugged, was turned off, or failed.
  private(set) var discarded: UInt64 = 0

  func count(_ requests: Int, _ ending: FlipRecord.Ending) {
    switch ending {
    case .presented: break
    case .superseded: superseded += UInt64(clamping: requests)
    case .discarded: discarded += UInt64(clamping: requests)
    }
  }
}
