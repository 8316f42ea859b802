import EventLoop
import KMSBackend
import Logging
import Presentation

extension Daemon {
  /// What the backend says of devices.
  ///
  /// By hand, what keeps the daemon from showing anything is an error; as a service it waits.
  func handle(_ notice: BackendNotice) {
    switch notice {
    case .opened(let device, let driver):
      devices[device] = driver
      warnings.removeAll()
      log.info("\(device): opened, driver \(driver)")
      storeCards()
    case .lost(let device):
      devices[device] = nil
      manager.forget(name: StoredCard.name(of: device))
      log.warning("\(device): the card is gone; waiting for one")
    case .degraded(let text):
      warnings.append(text)
      log.warning("\(text)")
    case .noDevice(let looked): stopOrWait(.noCard(looked))
    case .occupied(let device, let holder): stopOrWait(.occupied(device: device, holder: holder))
    case .notPermitted(let device): stopOrWait(.notPermitted(device: device))
    }
  }

  private func stopOrWait(_ error: DaemonError) {
    // A second card that cannot be had is no reason to end.
    guard devices.isEmpty, !options.environment.isService else {
      warnings = ["\(error)"]
      log.warning("waiting: \(error)")
      manager.notify("STATUS=waiting: \(error)")
      return
    }
    giveUp(error)
  }

  /// The picture outlives a crash where the service manager keeps the card open.
  private func storeCards() {
    guard manager.isThere else { return }
    let display = display
    let mainThread = loop.mailbox
    let relay = ReportRelay()
    relay.daemon = self
    displayThread.post {
      let cards = display.assumeIsolated { actor in
        actor.withBackend {
          ($0 as? KMSBackend)?.devices.map { StoredDescriptor(device: $0.path, number: $0.descriptor) }
        }
      }
      mainThread.post { MainActor.assumeIsolated { relay.daemon?.store((cards ?? []) ?? []) } }
    }
  }

  private func store(_ cards: [StoredDescriptor]) {
    for card in cards { manager.store(card.number, name: StoredCard.name(of: card.device)) }
  }
}
