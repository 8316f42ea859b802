/// What is said on a CEC line to bring one display to a power state, and to hear of it: one thing after the other.
///
/// Pure: what came of each step goes in, what comes next comes out.
public struct CECTalk {
  /// What is to be done.
  public enum Action: Hashable, Sendable {
    /// Nothing: something is waited for.
    case wait
    /// Have the kernel claim an address; `addressed` says when it has one.
    case claim
    /// Send this, and say what came of it. With `reply` that operation code is waited for; 0 is a refusal.
    case send(CECMessage, reply: UInt8?)
    /// Call `timePassed` then.
    case pause(nanoseconds: UInt64)
    /// It is over.
    case finish(PowerAnswer)
  }

  private enum Step: Hashable {
    case new
    /// The kernel claims an address.
    case claiming
    /// `<Image View On>` from a device without an address: the display may have pulled its plug in standby.
    case waking
    /// `<Request Active Source>`, before `<Standby>`: somebody may watch another input.
    case inquiring
    /// `<Standby>` or `<Image View On>`
    case asking
    /// `<Active Source>`
    case showing
    /// `<Give Device Power Status>`
    case reading
    /// Before what comes next is tried.
    case pausing(next: Next)
    case over
  }

  private enum Next: Hashable {
    case inquire, ask, show, read
  }

  /// What is wished for.
  public let wish: PowerWish
  /// What the display told last.
  public private(set) var told: PowerAnswer?
  private var step = Step.new
  private var address: CECAddress
  private var claims = 0
  private var losses = 0
  private var absences = 0
  private var refusals = 0
  private var silences = 0
  private var readings = 0

  /// How often something is tried again that the line, or the display, does not take; a display that is to start is given as many tries
  /// as it is asked for its power.
  static let mostAttempts = 3
  /// How often a display is asked until it is where it should be: a TV takes ten seconds and more to start.
  static let mostReadings = 20
  /// A display that is to start and tells that it has not is told again after so many readings.
  static let readingsBetweenWakes = 4
  /// For the address: the display may have to put its plug back first.
  static let patience: UInt64 = 10_000_000_000
  static let pauseBetween: UInt64 = 1_000_000_000

  /// Begins; nothing is sent before `begin`.
  public init(_ wish: PowerWish, address: CECAddress) {
    self.wish = wish
    self.address = address
  }

  /// Whether it waits for the result of a message.
  public var awaitsResult: Bool {
    switch step {
    case .waking, .inquiring, .asking, .showing, .reading: true
    case .new, .claiming, .pausing, .over: false
    }
  }

  /// The first step.
  public mutating func begin() -> Action {
    guard step == .new else { return .wait }
    return address.device == nil ? claim() : tell()
  }

  /// The kernel has taken the wish for an address, which comes when it comes.
  public mutating func claimed() -> Action {
    guard step == .claiming else { return .wait }
    if address.device != nil { return tell() }
    guard wish == .on, address.place == nil else { return .pause(nanoseconds: Self.patience) }
    step = .waking
    return .send(.imageViewOn(from: CECMessage.unregistered), reply: nil)
  }

  /// The adapter has another place or address, or none any more.
  public mutating func addressed(_ address: CECAddress) -> Action {
    self.address = address
    guard step == .claiming, address.device != nil else { return .wait }
    return tell()
  }

  /// What came of the message that was sent last.
  public mutating func came(_ result: CECResult) -> Action {
    switch step {
    case .new, .claiming, .pausing, .over: return .wait
    case .waking:
      // Nobody may answer yet; with an address it is said again.
      step = .claiming
      return address.device == nil ? .pause(nanoseconds: Self.patience) : ask()
    case .inquiring:
      switch result {
      case .sent: return .wait
      case .reply(let message):
        return message.activePlace.map { $0 != address.place } == true ? finish(.otherInput) : ask()
      // Nobody is shown, or whoever is does not say so.
      case .noReply, .refused, .notAcknowledged: return ask()
      case .lost: return lost(.inquire)
      }
    case .asking:
      switch result {
      case .sent: return .wait
      case .noReply, .reply: return wish == .on ? show() : pause(before: .read)
      case .refused:
        // One that starts may say that it cannot now.
        refusals += 1
        return wish == .on && refusals < Self.mostAttempts ? pause(before: .ask) : finish(.refused)
      case .notAcknowledged:
        absences += 1
        return absences < mostTries ? pause(before: .ask) : finish(.noAnswer)
      case .lost: return lost(.ask)
      }
    case .showing:
      switch result {
      // Nobody acknowledges what is said to all: the kernel tells of one that objects.
      case .sent, .noReply, .reply, .notAcknowledged, .refused: return told == .on ? finish(.on) : pause(before: .read)
      case .lost: return lost(.show)
      }
    case .reading: return read(result)
    }
  }

  /// The pause is over, or what was waited for took too long.
  public mutating func timePassed() -> Action {
    switch step {
    case .new, .over: return .wait
    case .claiming: return claims < mostClaims ? claim() : finish(.noAddress)
    case .pausing(.inquire): return inquire()
    case .pausing(.ask): return ask()
    case .pausing(.show): return show()
    case .pausing(.read): return reading()
    case .waking, .inquiring, .asking, .showing, .reading: return came(.lost)
    }
  }

  private var mostTries: Int { wish == .on ? Self.mostReadings : Self.mostAttempts }
  /// A display that starts may take its plug away and put it back, and the address with it.
  private var mostClaims: Int { wish == .on ? Self.mostAttempts : 1 }

  private mutating func read(_ result: CECResult) -> Action {
    switch result {
    case .sent: return .wait
    case .reply(let message):
      guard let status = message.powerStatus else { return unheard() }
      let wasOn = told == .on
      told = status
      guard status.rawValue == wish.rawValue else { return readAgain() }
      // One that has just started may have chosen an input of its own.
      return wish == .on && readings > 1 && !wasOn ? show() : finish(status)
    case .noReply: return unheard()
    // Some do not tell their power; one that starts may say that it cannot now.
    case .refused: return wish == .on ? unheard() : finish(.silent)
    case .notAcknowledged:
      absences += 1
      guard absences < mostTries else {
        // In standby some listen no more.
        return finish(wish == .standby ? .silent : .noAnswer)
      }
      return readAgain(otherwise: wish == .standby ? .silent : .noAnswer)
    case .lost: return lost(.read)
    }
  }

  private mutating func unheard() -> Action {
    silences += 1
    return silences < mostTries ? readAgain() : finish(told ?? .silent)
  }

  private mutating func readAgain(otherwise answer: PowerAnswer = .silent) -> Action {
    guard readings < Self.mostReadings else { return finish(told ?? answer) }
    let isDue = wish == .on && readings.isMultiple(of: Self.readingsBetweenWakes)
    return pause(before: isDue ? .ask : .read)
  }

  private mutating func claim() -> Action {
    claims += 1
    step = .claiming
    return .claim
  }

  /// The address is gone, and the display with it: one that starts may come back.
  private mutating func claimAgain() -> Action { claims < mostClaims ? claim() : finish(told ?? .noAddress) }

  /// The first that is said with an address.
  private mutating func tell() -> Action { wish == .standby ? inquire() : ask() }

  private mutating func inquire() -> Action {
    guard let device = address.device else { return claimAgain() }
    step = .inquiring
    return .send(.requestActiveSource(from: device), reply: CECMessage.activeSource)
  }

  private mutating func ask() -> Action {
    guard let device = address.device else { return claimAgain() }
    step = .asking
    return .send(wish == .on ? .imageViewOn(from: device) : .standby(from: device), reply: 0)
  }

  private mutating func show() -> Action {
    guard let device = address.device else { return claimAgain() }
    guard let place = address.place else { return told == .on ? finish(.on) : pause(before: .read) }
    step = .showing
    return .send(.activeSource(from: device, place: place), reply: nil)
  }

  private mutating func reading() -> Action {
    guard let device = address.device else { return wish == .on ? claimAgain() : finish(told ?? .silent) }
    readings += 1
    step = .reading
    return .send(.givePowerStatus(from: device), reply: CECMessage.reportPowerStatus)
  }

  private mutating func pause(before next: Next) -> Action {
    step = .pausing(next: next)
    return .pause(nanoseconds: Self.pauseBetween)
  }

  private mutating func lost(_ next: Next) -> Action {
    losses += 1
    return losses < mostTries ? pause(before: next) : finish(.busy)
  }

  private mutating func finish(_ answer: PowerAnswer) -> Action {
    step = .over
    told = answer
    return .finish(answer)
  }
}
