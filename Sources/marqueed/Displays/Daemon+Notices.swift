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
      hadDevice = true
      waiting = nil
      manager.notify("STATUS=\(runningText)")
      log.info("\(device): opened, driver \(driver)", metadata: ["card": "\(device)"])
      storeCards()
    case .lost(let device):
      devices[device] = nil
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
    case .noDevice, .occupied, .notPermitted:
      if let error = DaemonError(notice) { stopOrWait(error) }
    }
  }

  private func stopOrWait(_ error: DaemonError) {
    // A second card that cannot be had is no reason to end, nor is one that was pulled out: it may be put back.
    guard !hadDevice, !options.environment.isService else {
      waiting = "waiting: \(error)"
      log.warning("waiting: \(error)")
      manager.notify("STATUS=waiting: \(error)")
      return
    }
    giveUp(error)
  }

  /// The picture outlives a crash where the service manager keeps the card open.
  private func storeCards() {
    guard manager.isThere else { return }
    askDisplay { actor in
      (actor.withBackend {
        ($0 as? KMSBackend)?.devices.map { StoredDescriptor(device: $0.path, number: $0.descriptor) }
      } ?? []) ?? []
    } then: { [weak self] cards in
      for card in cards { self?.manager.store(card.number, name: StoredCard.name(of: card.device)) }
    }
  }
}
