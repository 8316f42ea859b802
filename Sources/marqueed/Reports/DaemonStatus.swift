import Content
import ControlProtocol
import ControlServer
import DisplayTypes
import KMSBackend
import Presentation
import RasterizerHost
import Scenes

/// How the daemon is, for `status`.
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

  /// Finds out how the daemon is; the display thread is asked for its counters.
  func ask(_ completion: @escaping (StatusReply) -> Void) {
    displays.ask { actor in
      DisplayStatus(
        counters: actor.counters(),
        devices: (actor.withBackend {
          ($0 as? KMSBackend)?.devices.map { DisplayStatus.Device(path: $0.path, isAtomic: $0.isAtomic) }
        } ?? []) ?? [], screens: actor.figures())
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
      frames: names.map { FramesInfo($0.name, report.screens[$0.id]) },
      displayPower: power?.infos ?? [], clockRight: reports.content.clock.isRight,
      sandboxes: workers.sandboxes(ddc: power?.ddcSandbox), warnings: warnings)
  }

  private var warnings: [String] {
    devices.degradations
      + [devices.waiting, state.warning, plays.folder?.warning, reports.clockWarning].compactMap(\.self)
      + (configuration.store?.warnings ?? []) + state.findings
      + workers.missingPrograms(usesDDC: configuration.value.usesDDC) + workers.unitTroubles
      + KernelSandbox.current.warnings
  }

  private func counters(_ report: DisplayStatus) -> CounterInfo {
    var info = CounterInfo()
    info.flips = report.counters.flips &+ report.counters.updates
    info.missed = report.counters.missed
    info.modesets = report.counters.modesets
    info.recoveries = report.counters.stalls
    info.superseded = endings.superseded
    info.discarded = endings.discarded
    info.readerDeaths = UInt64(clamping: workers.documents.statistics.deaths)
    info.events = system.lastEventSequence
    if let counters = connections() {
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

/// How many frames that somebody asked for were never shown.
final class EndingCounters {
  /// A newer frame took their place.
  private(set) var superseded: UInt64 = 0
  /// The screen went, was turned off, or failed.
  private(set) var discarded: UInt64 = 0

  func count(_ requests: Int, _ ending: FlipRecord.Ending) {
    switch ending {
    case .presented: break
    case .superseded: superseded += UInt64(clamping: requests)
    case .discarded: discarded += UInt64(clamping: requests)
    }
  }
}
