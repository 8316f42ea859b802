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
    case ask, show, read
  }

  /// What is wished for.
  public let wish: PowerWish
  /// What the display told last.
  public private(set) var told: PowerAnswer?
  private var step = Step.new
  private var address: CECAddress
  private var attempts = 0
  private var readings = 0
  private var silences = 0

  /// How often a message is sent on a line that is not free, and a display asked that keeps silent.
  static let mostAttempts = 3
  /// How often a display is asked until it is where it should be: a TV takes ten seconds and more to start.
  static let mostReadings = 20
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
    case .waking, .asking, .showing, .reading: true
    case .new, .claiming, .pausing, .over: false
    }
  }

  /// The first step.
  public mutating func begin() -> Action {
    guard step == .new else { return .wait }
    guard address.device == nil else { return ask() }
    step = .claiming
    return .claim
  }

  /// The kernel has taken the wish for an address, which comes when it comes.
  public mutating func claimed() -> Action {
    guard step == .claiming else { return .wait }
    if address.device != nil { return ask() }
    guard wish == .on, address.place == nil else { return .pause(nanoseconds: Self.patience) }
    step = .waking
    return .send(.imageViewOn(from: CECMessage.unregistered), reply: nil)
  }

  /// The adapter has another place or address, or none any more.
  public mutating func addressed(_ address: CECAddress) -> Action {
    self.address = address
    guard step == .claiming, address.device != nil else { return .wait }
    return ask()
  }

  /// What came of the message that was sent last.
  public mutating func came(_ result: CECResult) -> Action {
    switch step {
    case .new, .claiming, .pausing, .over: return .wait
    case .waking:
      // Nobody may answer yet; with an address it is said again.
      step = .claiming
      return address.device == nil ? .pause(nanoseconds: Self.patience) : ask()
    case .asking:
      switch result {
      case .sent: return .wait
      case .noReply, .reply: return wish == .on ? show() : pause(before: .read)
      case .refused: return finish(.refused)
      case .notAcknowledged: return again(.ask, orFinish: .noAnswer)
      case .lost: return again(.ask)
      }
    case .showing:
      switch result {
      // Nobody acknowledges what is said to all: the kernel tells of one that objects.
      case .sent, .noReply, .reply, .notAcknowledged: return pause(before: .read)
      case .refused: return finish(.refused)
      case .lost: return again(.show)
      }
    case .reading: return read(result)
    }
  }

  /// The pause is over, or what was waited for took too long.
  public mutating func timePassed() -> Action {
    switch step {
    case .new, .over: return .wait
    case .claiming: return finish(.noAnswer)
    case .pausing(.ask): return ask()
    case .pausing(.show): return show()
    case .pausing(.read): return reading()
    case .waking, .asking, .showing, .reading: return came(.lost)
    }
  }

  private mutating func read(_ result: CECResult) -> Action {
    switch result {
    case .sent: return .wait
    case .reply(let message):
      guard let status = message.powerStatus else { return unheard() }
      told = status
      if status.rawValue == wish.rawValue || readings >= Self.mostReadings { return finish(status) }
      return pause(before: .read)
    case .noReply: return unheard()
    case .refused: return finish(.silent)
    case .notAcknowledged:
      // In standby some listen no more; one that is to start may not listen yet.
      silences += 1
      return silences < (wish == .on ? Self.mostReadings : Self.mostAttempts) ? pause(before: .read) : finish(.noAnswer)
    case .lost: return again(.read)
    }
  }

  private mutating func unheard() -> Action {
    silences += 1
    return silences < Self.mostAttempts ? pause(before: .read) : finish(.silent)
  }

  private mutating func ask() -> Action {
    guard let device = address.device else { return finish(.noAnswer) }
    step = .asking
    return .send(wish == .on ? .imageViewOn(from: device) : .standby(from: device), reply: 0)
  }

  private mutating func show() -> Action {
    guard let device = address.device else { return finish(.noAnswer) }
    guard let place = address.place else { return pause(before: .read) }
    step = .showing
    return .send(.activeSource(from: device, place: place), reply: nil)
  }

  private mutating func reading() -> Action {
    guard let device = address.device else { return finish(told ?? .silent) }
    readings += 1
    step = .reading
    return .send(.givePowerStatus(from: device), reply: CECMessage.reportPowerStatus)
  }

  private mutating func pause(before next: Next) -> Action {
    step = .pausing(next: next)
    return .pause(nanoseconds: Self.pauseBetween)
  }

  private mutating func again(_ next: Next, orFinish answer: PowerAnswer = .busy) -> Action {
    attempts += 1
    return attempts < Self.mostAttempts ? pause(before: next) : finish(answer)
  }

  private mutating func finish(_ answer: PowerAnswer) -> Action {
    step = .over
    told = answer
    return .finish(answer)
  }
}
