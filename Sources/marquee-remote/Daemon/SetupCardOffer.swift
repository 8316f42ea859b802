internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import Glibc
internal import Synchronization

/// Tells the daemon what its set-up cards say of these pages, as long as it is there.
///
/// It sleeps until something has changed: what the daemon asks for, the machine's addresses, or that somebody has paired; or until a code
/// has to be renewed.
final class SetupCardOffer: Sendable {
  /// Seconds between two looks at what the system does not tell of: whether there is room on the disk again, and in places addresses.
  private static let pause = 15.0

  private let access: RemoteAccess
  private let entrance: SiteIdentity
  private let waker: Waker
  private let sleep: @Sendable (inout [pollfd], Int32) -> Int32
  private let addresses = AddressWatch()
  private let plan = Mutex(SetupCardPlan())
  /// The pauses before a daemon that has refused is asked again: each refusal is a line in its log.
  private let refusals = Mutex(Backoff(first: 15_000_000_000, longest: 600_000_000_000))

  /// Looks anew whenever the waker is called.
  init(access: RemoteAccess, entrance: SiteIdentity, waker: Waker, clock: RemoteAccess.Clock) {
    self.access = access
    self.entrance = entrance
    self.waker = waker
    sleep = clock.sleep
  }

  /// Says what is to be said, and what has changed, as long as `goesOn` says so.
  func follow(_ connect: DaemonFollower.Connect, goesOn: () -> Bool) throws(ClientError) {
    do throws(ClientError) {
      try offer(connect, goesOn)
    } catch {
      switch error {
      case .refused, .failed: try waitForAnother(connect, goesOn)
      case .noDaemon, .lost, .timedOut, .invalidReply: throw error
      }
    }
  }

  /// It is this daemon's word until it has another configuration, or is another daemon, which is heard at once.
  private func waitForAnother(_ connect: DaemonFollower.Connect, _ goesOn: () -> Bool) throws(ClientError) {
    let client = try connect()
    let end = access.now + Double(refusals.withLock { $0.next() }) / 1e9
    while goesOn(), access.now < end, !wait(for: client.descriptor, until: end) {}
  }

  /// Each change takes a connection of its own, and the former stays until the daemon has answered: the card is never without.
  private func offer(_ connect: DaemonFollower.Connect, _ goesOn: () -> Bool) throws(ClientError) {
    defer { plan.withLock { $0.end(revoke: access.revoke) } }
    var demand = OfferSetupReply(shown: false, pairing: false)
    var latest: (said: OfferSetupCall, offer: SetupOffer)?
    while goesOn() {
      if let offer = latest?.offer {
        guard let news = try newest(of: offer, demand) else { return }
        demand = news
      }
      let call = call(demand)
      guard let latest, call == latest.said else {
        let next = try connect().offerSetup(call)
        guard let reply = try next.next(timeoutSeconds: 30) else { return }
        latest = (call, next)
        demand = reply
        refusals.withLock { $0.reset() }
        continue
      }
      let retry = access.hasCardTrouble ? access.now + SetupCardOffer.pause : nil
      _ = wait(for: latest.offer.descriptor, until: plan.withLock { $0.renewsAt } ?? retry)
    }
  }

  /// The last of what has come by now; nil where there is no more.
  private func newest(of offer: SetupOffer, _ demand: OfferSetupReply) throws(ClientError) -> OfferSetupReply? {
    var newest = demand
    while true {
      do throws(ClientError) {
        guard let reply = try offer.next(timeoutSeconds: 0) else { return nil }
        newest = reply
      } catch {
        guard case .timedOut = error else { throw error }
        return newest
      }
    }
  }

  private func call(_ demand: OfferSetupReply) -> OfferSetupCall {
    let moment = SetupCardPlan.Moment(
      address: entrance.networkAddress, page: entrance.page, isClaimed: access.isClaimed, now: access.now)
    return plan.withLock { $0.call(demand, moment, make: access.makeCardCode, revoke: access.revoke) }
  }

  /// Sleeps until something may be otherwise; whether the daemon has said something, or is gone.
  private func wait(for daemon: Int32, until time: Double?) -> Bool {
    var seconds = time.map { max(0, $0 - access.now) }
    if addresses == nil { seconds = min(seconds ?? SetupCardOffer.pause, SetupCardOffer.pause) }
    // Descriptors below zero are passed over.
    var entries = [daemon, waker.descriptor, addresses?.descriptor ?? -1].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let milliseconds = seconds.map { Int32(min(($0 * 1000).rounded(.up), 1e9)) } ?? -1
    guard sleep(&entries, milliseconds) > 0 else { return false }
    waker.clear()
    addresses?.clear()
    return entries.first?.revents != 0
  }
}

/// What set-up cards are to say: a value, whose times are seconds of a clock that only goes forward.
///
/// A code is there only while a card is seen that shows one, and only until the first browser has paired for control.
struct SetupCardPlan {
  /// How old a code on a card gets; whoever reads it then has two minutes left to use it.
  static let renewal = PairingCodes.lifetime - 120

  /// What is known at a moment.
  struct Moment {
    /// The machine's network address; nil while it has none.
    var address: String?
    /// The address at which browsers of other machines find the pages; nil where they do not.
    var page: String?
    /// Whether a browser has ever paired for control.
    var isClaimed: Bool
    var now: Double
  }

  private var code: (text: String, made: Double)?
  /// All that can be used still.
  private var codes: [String] = []

  /// When the code on cards is to be another one; nil while there is none.
  var renewsAt: Double? { code.map { $0.made + SetupCardPlan.renewal } }

  /// What is to be said at a moment, with what the daemon has answered last.
  mutating func call(
    _ demand: OfferSetupReply, _ moment: Moment, make: () -> String?, revoke: (String) -> Void
  ) -> OfferSetupCall {
    guard demand.shown, demand.pairing, !moment.isClaimed, let page = moment.page else {
      end(revoke: revoke)
      return OfferSetupCall(address: moment.address, page: moment.page, claimed: moment.isClaimed ? true : nil)
    }
    let text: String
    if let code, moment.now < code.made + SetupCardPlan.renewal {
      text = code.text
    } else {
      guard let made = make() else {
        end(revoke: revoke)
        return OfferSetupCall(address: moment.address, page: page)
      }
      text = made
      code = (text, moment.now)
      codes = codes.suffix(1) + [text]
    }
    return OfferSetupCall(
      address: moment.address, page: page, code: PairingCode.written(text),
      link: SiteIdentity.screensLink(text, at: page))
  }

  /// Nobody sees a code any more: those that were shown are of no more use.
  mutating func end(revoke: (String) -> Void) {
    for code in codes { revoke(code) }
    codes = []
    code = nil
  }
}

/// Wakes a thread that waits in poll(2).
final class Waker: Sendable {
  /// Readable once somebody has called.
  let descriptor: Int32
  private let other: Int32

  /// Without descriptors, where there are no more, nobody is woken.
  init() {
    var ends: [Int32] = [-1, -1]
    if unsafe pipe(&ends) != 0 { ends = [-1, -1] }
    for end in ends where end >= 0 {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (descriptor, other) = (ends[0], ends[1])
  }

  deinit {
    for end in [descriptor, other] where end >= 0 { close(end) }
  }

  /// Wakes it; calls before it has been seen count as one.
  func wake() {
    var byte: UInt8 = 1
    _ = unsafe write(other, &byte, 1)
  }

  /// It is awake.
  func clear() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while unsafe read(descriptor, &bytes, bytes.count) > 0 {}
  }
}
