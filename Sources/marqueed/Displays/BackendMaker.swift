import ControlServer
import DisplayTypes
import EventLoop
import Glibc
import KMSBackend
import Presentation
import SimulatedBackend

/// Chooses the backend and makes it on the display thread.
struct BackendMaker: Sendable {
  /// plymouth's file while its process runs; `marquee-splash.service` has the same condition.
  private static let splashProcess = "/run/plymouth/pid"

  private enum Kind: Sendable {
    case kms(KMSBackendOptions)
    case simulated(SimulatedSetup)
  }

  private let kind: Kind
  let name: String
  let isSimulated: Bool
  /// The reason why `auto` chose simulated displays.
  private let obstacle: BackendNotice?
  /// Why `auto` chose simulated displays, and the next step; nil if that needs no word.
  var obstacleText: String? {
    switch obstacle {
    case .occupied(let device, let holder):
      """
      \(device) is held by \(holder), and only one program can show pictures on a card. \
      End that program, and start marqueed again.
      """
    case .notPermitted(let device): "no permission to open \(device); its group (usually video) has it"
    case .noDevice, .noSeat, .opened, .lost, .left, .released, .degraded, .eventsUnreadable, nil: nil
    }
  }
  /// The time at which the clock of simulated displays stands still; nil if the clock runs.
  let start: MonotonicTime?

  init(_ options: DaemonOptions) {
    let arguments = options.arguments
    var kms = KMSBackendOptions(
      devices: arguments.devices, driver: arguments.driver, seat: arguments.seatName, forcesLegacy: arguments.legacy)
    kms.manager = arguments.seat
    kms.hasBootSplash = access(Self.splashProcess, F_OK) == 0
    for descriptor in options.inherited {
      guard let device = StoredCard.device(of: descriptor.name) else { continue }
      kms.inherited.append(KMSBackendOptions.InheritedCard(device: device, descriptor: descriptor.number))
    }
    var obstacle: BackendNotice?
    let isReal: Bool
    // A named card is used or reported as an error, never replaced by a simulated one.
    let namesCard = !kms.inherited.isEmpty || !arguments.devices.isEmpty || arguments.driver != nil
    if options.replay != nil || arguments.backend == .simulated {
      isReal = false
    } else {
      let isTried =
        arguments.backend == .auto && !options.environment.isService && !namesCard
        && arguments.seat == .direct
      obstacle = isTried ? KMSBackend.obstacle(kms) : nil
      isReal = obstacle == nil
    }
    self.obstacle = obstacle
    isSimulated = !isReal
    start =
      options.replay?.beginning.time
      ?? (isReal || options.environment[SystemDayClock.variable] != "stopped" ? nil : .now)
    name = isReal ? "kms" : "simulated"
    let connectors = options.replay?.connectors ?? arguments.connectors
    // A panel is added by its first plug. A replay has the recorded connectors only.
    let panel = options.replay == nil ? "eDP-1" : nil
    let setup = connectors.map { SimulatedSetup(connectors: $0, panel: panel) } ?? SimulatedSetup(panel: panel)
    kind = isReal ? .kms(kms) : .simulated(setup)
  }

  /// Call it on the display thread. That thread calls `looked` after each probe of the connectors.
  nonisolated func make(
    connectorsWithEDID: Set<String>, looked: @escaping @Sendable (ProbeFindings) -> Void
  ) -> any DisplayBackend {
    guard let loop = EventLoop.current else { preconditionFailure("a backend is made on the display thread") }
    switch kind {
    case .kms(var options):
      options.connectorsWithEDID = connectorsWithEDID
      let backend = KMSBackend(loop: loop, options: options)
      backend.findingsObserver = looked
      return backend
    case .simulated(var setup):
      setup.connectorsWithEDID = connectorsWithEDID
      let clock = start.map { SimulatedClock(loop: loop, startingAt: $0) }
      let backend = SimulatedBackend(loop: loop, setup: setup, clock: clock)
      backend.findingsObserver = looked
      return backend
    }
  }
}

/// The words of `--backend`.
nonisolated enum BackendChoice: String, CaseIterable {
  case kms, simulated, auto
}
