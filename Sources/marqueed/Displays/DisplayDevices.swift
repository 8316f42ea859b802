import KMSBackend
import Logging
import Presentation

/// The graphics cards, as the backend reports them.
///
/// By hand, an obstacle that keeps the daemon from showing anything is an error. As a service it waits.
final class DisplayDevices {
  /// The drivers of the open cards, by their nodes.
  private(set) var drivers: [String: String] = [:]
  /// The obstacles of hotplug, for `status`.
  private(set) var degradations: [String] = []
  /// The reason for which there is no card; nil while there is one.
  private(set) var waiting: String?
  private var hadDevice = false
  private let service: DaemonService
  private let displays: DisplayThread
  private let configuration: CurrentConfiguration
  private let log = Logger(label: "marqueed")

  init(service: DaemonService, displays: DisplayThread, configuration: CurrentConfiguration) {
    self.service = service
    self.displays = displays
    self.configuration = configuration
  }

  private var manager: ServiceManager { service.manager }

  var runningLine: String {
    "STATUS=" + ["running", configuration.store?.notice].compactMap(\.self).joined(separator: "; ")
  }

  func configurationDidChange() { if waiting == nil { manager.notify(runningLine) } }

  /// The daemon gives up: the next one has to open the cards again.
  func forgetStored() { for device in drivers.keys { manager.forget(name: StoredCard.name(of: device)) } }

  func handle(_ notice: BackendNotice) {
    switch notice {
    case .opened(let device, let driver):
      drivers[device] = driver
      hadDevice = true
      waiting = nil
      manager.notify(runningLine)
      log.info("\(device): opened, driver \(driver)", metadata: ["card": "\(device)"])
      storeCards()
    case .lost(let device):
      drivers[device] = nil
      manager.forget(name: StoredCard.name(of: device))
      log.warning("\(device): the card is gone; waiting for one", metadata: ["card": "\(device)"])
    case .released(let device):
      manager.forget(name: StoredCard.name(of: device))
      log.notice("\(device): what the service manager kept of it is of no use any more, and is given back")
    case .degraded(let text):
      degradations.append(text)
      log.warning("\(text)")
    case .eventsUnreadable(let device, let error):
      log.warning("\(error); it is tried again, and pictures may stand until then", metadata: ["card": "\(device)"])
    case .noDevice(let looked): stopOrWait(.noCard(looked))
    case .occupied(let device, let holder): stopOrWait(.occupied(device: device, holder: holder))
    case .notPermitted(let device): stopOrWait(.notPermitted(device: device))
    }
  }

  private func stopOrWait(_ error: DaemonError) {
    // The loss of a card, and a second card that cannot be opened, are no reasons to end.
    guard !hadDevice, !service.environment.isService else {
      waiting = "waiting: \(error)"
      log.warning("waiting: \(error)")
      manager.notify("STATUS=waiting: \(error)")
      return
    }
    service.giveUp(error)
  }

  /// The picture outlives a crash if the service manager keeps the card open.
  private func storeCards() {
    guard manager.isThere else { return }
    displays.query { actor in
      (actor.withBackend { ($0 as? KMSBackend)?.devices.map { ($0.path, $0.descriptor) } } ?? []) ?? []
    } then: { [manager] cards in
      for (device, descriptor) in cards { manager.store(descriptor, name: StoredCard.name(of: device)) }
    }
  }
}
