import ControlServer
import EventLoop
import KMSBackend
import Presentation
import SimulatedBackend

/// Chooses the backend and makes it on the display thread.
struct BackendMaker: Sendable {
  private enum Kind: Sendable {
    case kms(KMSBackendOptions)
    case simulated(SimulatedSetup)
  }

  private let kind: Kind
  let name: String
  let isSimulated: Bool
  /// Why the displays are simulated although nobody asked for that.
  let obstacle: BackendNotice?

  init(_ options: DaemonOptions) {
    var kms = KMSBackendOptions(
      devices: options.devices, driver: options.driver, seat: options.seat, forcesLegacy: options.forcesLegacy)
    for descriptor in options.inherited {
      guard let device = StoredCard.device(of: descriptor.name) else { continue }
      kms.inherited.append(KMSBackendOptions.InheritedCard(device: device, descriptor: descriptor.number))
    }
    var obstacle: BackendNotice?
    let isReal: Bool
    switch options.backend {
    case .kms: isReal = true
    case .simulated: isReal = false
    // Who names a card wants that one and no other.
    case .auto
    where options.environment.isService || !kms.inherited.isEmpty || !options.devices.isEmpty
      || options.driver != nil:
      isReal = true
    case .auto:
      obstacle = KMSBackend.obstacle(kms)
      isReal = obstacle == nil
    }
    self.obstacle = obstacle
    isSimulated = !isReal
    name = isReal ? "kms" : "simulated"
    let setup = options.simulatedConnectors.map { SimulatedSetup(connectors: $0) } ?? SimulatedSetup()
    kind = isReal ? .kms(kms) : .simulated(setup)
  }

  /// Call it on the display thread.
  nonisolated func make(connectorsWithEDID: Set<String>) -> any DisplayBackend {
    guard let loop = EventLoop.current else { preconditionFailure("a backend is made on the display thread") }
    switch kind {
    case .kms(var options):
      options.connectorsWithEDID = connectorsWithEDID
      return KMSBackend(loop: loop, options: options)
    case .simulated(var setup):
      setup.connectorsWithEDID = connectorsWithEDID
      return SimulatedBackend(loop: loop, setup: setup)
    }
  }
}
