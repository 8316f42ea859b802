internal import EventLoop
internal import Glibc
internal import SystemPackage

/// The cards of a seat manager, which gives them only while the daemon's virtual terminal is active. Belongs to the display thread.
final class CardSeat {
  enum Event {
    /// Cards can be opened, or opened again.
    case ready
    /// All cards must be closed now: give each to `close`.
    case leaving
    case opened(String, Result<Int32, Errno>)
    case failed(String)
  }

  private let thread: SeatThread
  private let loop: EventLoop
  private let handler: (Event) -> Void
  private var state = SeatState()
  private var watch: Watch?
  /// Closed cards whose last job has not ended.
  private var closing: [String: (card: KMSCard, watch: Watch?)] = [:]

  init(_ thread: SeatThread, on loop: EventLoop, _ handler: @escaping (Event) -> Void) throws(Errno) {
    self.thread = thread
    self.loop = loop
    self.handler = handler
    watch = try thread.listen(on: loop) { [weak self] in self?.handle($0) }
  }

  /// Asks for a card. The answer is an event. False if the seat is not active, or if the card was asked for before.
  func request(_ device: String) -> Bool {
    guard state.request(device) else { return false }
    thread.open(device)
    return true
  }

  /// Takes a card that was abandoned, and closes it after its last job.
  func close(_ card: KMSCard) {
    let device = card.path
    state.closing(device)
    let watch = try? loop.watch(card.probe.endDescriptor, for: .readable) { [weak self] _ in self?.ended(device) }
    closing[device] = (card, watch)
  }

  /// Gives a card back that could not be opened. Its descriptor is closed already.
  func giveBack(_ device: String) {
    thread.close(device)
    state.givenBack(device)
  }

  /// Closes the seat, after its cards.
  func finish() {
    watch?.cancel()
    closing = [:]
    thread.finish(milliseconds: 1000)
  }

  private func ended(_ device: String) {
    closing.removeValue(forKey: device)?.watch?.cancel()
    thread.close(device)
    perform(state.closed(device))
  }

  private func handle(_ report: SeatReport) {
    switch report {
    case .enabled: perform(state.enabled())
    case .disabled: perform(state.disabled())
    case .opened(let device, let result):
      guard state.opened(device, isOpen: (try? result.get()) != nil) else {
        if case .success(let descriptor) = result { Glibc.close(descriptor) }
        return giveBack(device)
      }
      handler(.opened(device, result))
    case .failed(let reason): handler(.failed(reason))
    }
  }

  private func perform(_ action: SeatState.Action) {
    switch action {
    case .nothing: break
    case .open: handler(.ready)
    case .leave:
      handler(.leaving)
      perform(state.left())
    case .acknowledge(let isEnabled):
      thread.acknowledge()
      if isEnabled { handler(.ready) }
    }
  }
}

/// Whether the seat is active, and the cards that are open on it.
struct SeatState: Sendable {
  enum Action: Hashable, Sendable {
    case nothing
    /// Open the cards that are not open.
    case open
    /// Close all cards, then call `left`.
    case leave
    /// Agree that the seat is disabled. With true, the manager has enabled it again: open the cards.
    case acknowledge(isEnabled: Bool)
  }

  private enum Phase {
    case away
    case active
    /// Cards are closing. The seat may be enabled again before they are closed.
    case leaving(isEnabled: Bool)
  }

  private enum CardPhase {
    case requested, open, closing
  }

  private var phase = Phase.away
  private var cards: [String: CardPhase] = [:]

  mutating func enabled() -> Action {
    switch phase {
    case .away:
      phase = .active
      return .open
    case .active: return .nothing
    case .leaving:
      phase = .leaving(isEnabled: true)
      return .nothing
    }
  }

  mutating func disabled() -> Action {
    switch phase {
    // The manager waits for an answer also if this seat has no card.
    case .away: return .acknowledge(isEnabled: false)
    case .active:
      phase = .leaving(isEnabled: false)
      return .leave
    case .leaving:
      phase = .leaving(isEnabled: false)
      return .nothing
    }
  }

  /// Whether a card can be asked for now.
  mutating func request(_ device: String) -> Bool {
    guard case .active = phase, cards[device] == nil else { return false }
    cards[device] = .requested
    return true
  }

  /// Stores the answer to a request. False if the card has to be given back, because the seat is no longer active, or none was opened.
  mutating func opened(_ device: String, isOpen: Bool) -> Bool {
    guard case .active = phase else { return false }
    cards[device] = isOpen ? .open : nil
    return true
  }

  mutating func closing(_ device: String) { cards[device] = .closing }

  /// A card was not usable. It can be asked for again.
  mutating func givenBack(_ device: String) { cards[device] = nil }

  /// A card is closed, after `closing`.
  mutating func closed(_ device: String) -> Action {
    cards[device] = nil
    switch phase {
    case .away: return .nothing
    case .active: return .open
    case .leaving: return left()
    }
  }

  /// All cards were asked to close. Requests that are still open are answered before the acknowledgement, on the same thread.
  mutating func left() -> Action {
    guard case .leaving(let isEnabled) = phase, !cards.values.contains(.closing) else { return .nothing }
    phase = isEnabled ? .active : .away
    return .acknowledge(isEnabled: isEnabled)
  }
}
