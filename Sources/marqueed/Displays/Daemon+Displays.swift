import Content
import DisplayTypes
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

extension Daemon {
  /// Tells the display thread what to do.
  func command(_ command: DisplayCommand) {
    traffic &+= 1
    journal.asked(command, at: dayClock.screens.now)
    let display = display
    displayThread.post { display.assumeIsolated { $0.handle(command) } }
  }

  /// Asks the display thread something; the answer comes in a later turn, and never where that thread has ended or hangs.
  func askDisplay<Answer: Sendable>(
    _ question: @escaping @Sendable (isolated DisplayActor) -> Answer, then completion: @escaping (Answer) -> Void
  ) {
    let display = display
    let mainThread = loop.mailbox
    let relay = AnswerRelay(completion)
    displayThread.post {
      let answer = display.assumeIsolated { question($0) }
      mainThread.post { MainActor.assumeIsolated { relay.complete(answer) } }
    }
  }
}

/// How many frames that somebody asked for were never shown.
struct EndingCounters {
  /// A newer frame took their place.
  private(set) var superseded: UInt64 = 0
  /// The screen went, was turned off, or failed.
  private(set) var discarded: UInt64 = 0

  mutating func count(_ requests: Int, _ ending: FlipRecord.Ending) {
    switch ending {
    case .presented: break
    case .superseded: superseded += UInt64(clamping: requests)
    case .discarded: discarded += UInt64(clamping: requests)
    }
  }
}

/// The screens whose every frame is looked at, since somebody waits for one of them, and the newest frame of each.
struct ObservedFrames {
  private var observed: Set<ScreenID> = []
  private var newest: [ScreenID: FlipRecord] = [:]

  subscript(screen: ScreenID) -> FlipRecord? { newest[screen] }

  /// A frame was shown.
  mutating func add(_ record: FlipRecord) {
    if observed.contains(record.screen) { newest[record.screen] = record }
  }

  /// Looks at exactly these screens from now on; returns what the display thread has to be told.
  mutating func observe(_ screens: Set<ScreenID>) -> [DisplayCommand] {
    let begins = screens.subtracting(observed)
    let ends = observed.subtracting(screens)
    observed = screens
    for screen in ends { newest[screen] = nil }
    return begins.map { .observe($0, true) } + ends.map { .observe($0, false) }
  }
}
