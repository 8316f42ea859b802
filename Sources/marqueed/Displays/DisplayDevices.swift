import KMSBackend
import Logging
import Presentation

/// The graphics cards, as the backend reports them. If a person started the daemon, an obstacle to showing anything is an error. As a
/// service, the daemon waits.
final class DisplayDevices {
  /// The driver of each open card, by device node.
  private(set) var drivers: [String: String] = [:]
  /// Obstacles to hotplug, for `status`.
  private(set) var degradations: [String] = []
  /// The reason why there is no card; nil if there is one.
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
    if let waiting { return "STATUS=\(waiting)" }
    return "STATUS=" + ["running", configuration.store?.notice].compactMap(\.self).joined(separator: "; ")
  }

  func configurationDidChange() { if waiting == nil { manager.notify(runningLine) } }

  /// Removes the cards from the manager's store, because the next daemon has to open them again.
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
    case .left(let device):
      drivers[device] = nil
      log.info("\(device): another virtual terminal has it; waiting for ours", metadata: ["card": "\(device)"])
    case .released(let device):
      manager.forget(name: StoredCard.name(of: device))
      log.notice("\(device): the service manager's descriptor of the card is unusable and was removed")
    case .degraded(let text):
      degradations.append(text)
      log.warning("\(text)")
    case .eventsUnreadable(let device, let error):
      log.warning(
        "\(error); the daemon tries again, and pictures may stand still until then", metadata: ["card": "\(device)"])
    case .noDevice(let looked): stopOrWait(.noCard(looked))
    case .occupied(let device, let holder): stopOrWait(.occupied(device: device, holder: holder))
    case .noSeat(let reason): stopOrWait(.noSeat(reason))
    case .notPermitted(let device): stopOrWait(.notPermitted(device: device))
    }
  }

  private func stopOrWait(_ error: DaemonError) {
    // The loss of a card does not end the daemon, and neither does a second card that cannot be opened.
    guard !hadDevice, !service.environment.isService else {
      waiting = "waiting: \(error)"
      log.warning("waiting: \(error)")
      manager.notify("STATUS=waiting: \(error)")
      return
    }
    service.giveUp(error)
  }

  /// Stores the cards at the service manager, so that the picture outlives a crash.
  private func storeCards() {
    guard manager.isThere else { return }
    displays.query { actor in
      (actor.withBackend { ($0 as? KMSBackend)?.devices.map { ($0.path, $0.descriptor) } } ?? []) ?? []
    } then: { [manager] cards in
      for (device, descriptor) in cards { manager.store(descriptor, name: StoredCard.name(of: device)) }
    }
  }
}
