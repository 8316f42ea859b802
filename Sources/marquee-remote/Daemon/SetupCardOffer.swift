internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import EventLoop
internal import Glibc
internal import Synchronization

/// Sends the daemon the texts of its set-up cards while the server runs. Its thread sleeps until one of these changes: the demand of the
/// daemon, the addresses of the machine, or the pairing. It also wakes if a code must be renewed.
final class SetupCardOffer: Sendable {
  /// Seconds between two checks without a notification. They notice space on the disk, and new addresses if the system does not notify.
  private static let pause = 15.0

  private let access: RemoteAccess
  private let site: SiteIdentity
  private let wakeEvent: WakeEvent?
  private let sleep: @Sendable (inout [pollfd], Int32) -> Int32
  private let addresses = AddressWatch()
  private let plan = Mutex(SetupCardPlan())
  /// The pauses after refusals. Each refusal is a line in the daemon's log, so there must be few.
  private let refusals = Mutex(Backoff(first: 15_000_000_000, longest: 600_000_000_000))

  /// Makes an offer that checks again after each signal of `wakeEvent`.
  init(access: RemoteAccess, site: SiteIdentity, wakeEvent: WakeEvent?, clock: RemoteAccess.AccessClock) {
    self.access = access
    self.site = site
    self.wakeEvent = wakeEvent
    sleep = clock.sleep
  }

  /// Sends the texts and their changes while `shouldContinue` is true.
  func follow(_ connect: DaemonFollower.Connect, shouldContinue: () -> Bool) throws(ClientError) {
    do throws(ClientError) {
      try offer(connect, shouldContinue)
    } catch {
      switch error {
      case .refused, .failed: try waitAfterRefusal(connect, shouldContinue)
      case .noDaemon, .lost, .timedOut, .invalidReply: throw error
      }
    }
  }

  /// Waits until the daemon reloads its configuration or restarts, or the pause is over.
  private func waitAfterRefusal(_ connect: DaemonFollower.Connect, _ shouldContinue: () -> Bool) throws(ClientError) {
    let client = try connect()
    let end = access.now + Double(refusals.withLock { $0.next() }) / 1e9
    while shouldContinue(), access.now < end, !wait(for: client.descriptor, until: end) {}
  }

  /// Sends each change on a new connection. The previous connection stays until the daemon has replied, so the card always has texts.
  private func offer(_ connect: DaemonFollower.Connect, _ shouldContinue: () -> Bool) throws(ClientError) {
    defer { plan.withLock { $0.end(revoke: access.revoke) } }
    var reply = OfferSetupReply(shown: false, pairing: false)
    var latest: (call: OfferSetupCall, offer: SetupOffer)?
    while shouldContinue() {
      if let offer = latest?.offer {
        guard let next = try newest(of: offer, reply) else { return }
        reply = next
      }
      let call = call(reply)
      guard let latest, call == latest.call else {
        let next = try connect().offerSetup(call)
        guard let first = try next.next(timeoutSeconds: 30) else { return }
        latest = (call, next)
        reply = first
        refusals.withLock { $0.reset() }
        continue
      }
      let retry = access.hasCardTrouble ? access.now + SetupCardOffer.pause : nil
      _ = wait(for: latest.offer.descriptor, until: plan.withLock { $0.renewsAt } ?? retry)
    }
  }

  /// Returns the newest reply so far, or nil if the stream has ended.
  private func newest(of offer: SetupOffer, _ reply: OfferSetupReply) throws(ClientError) -> OfferSetupReply? {
    var newest = reply
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

  private func call(_ reply: OfferSetupReply) -> OfferSetupCall {
    let moment = SetupCardPlan.Moment(
      address: site.networkAddress(), page: site.page, isClaimed: access.isClaimed, now: access.now)
    return plan.withLock { $0.call(reply, moment, make: access.makeCardCode, revoke: access.revoke) }
  }

  /// Sleeps until something may have changed. Returns whether the daemon sent a message or has ended.
  private func wait(for daemon: Int32, until time: Double?) -> Bool {
    var seconds = time.map { max(0, $0 - access.now) }
    if addresses == nil { seconds = min(seconds ?? SetupCardOffer.pause, SetupCardOffer.pause) }
    // poll(2) ignores negative descriptors.
    var entries = [daemon, wakeEvent?.descriptor ?? -1, addresses?.descriptor ?? -1].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let milliseconds = seconds.map { Int32(min(($0 * 1000).rounded(.up), 1e9)) } ?? -1
    guard sleep(&entries, milliseconds) > 0 else { return false }
    wakeEvent?.reset()
    addresses?.clear()
    return entries.first?.revents != 0
  }
}

/// The texts of set-up cards as a value. Times are seconds of a monotonic clock. A code exists only while a visible card shows it and no
/// browser has paired for control yet.
struct SetupCardPlan {
  /// The age at which a code on a card is replaced, in seconds. A person who reads it just before that has two minutes to use it.
  static let renewal = PairingCodes.lifetime - 120

  /// The inputs of a decision.
  struct Moment {
    /// The machine's network address; nil while it has none.
    var address: String?
    /// The address of the pages for browsers of other machines; nil if other machines cannot reach the pages.
    var page: String?
    /// Whether a browser has ever paired for control.
    var isClaimed: Bool
    var now: Double
  }

  /// The code on cards, after the previous one, which is still valid.
  private var codes: [(text: String, madeAt: Double)] = []

  /// The time at which the code on cards is replaced; nil while there is none.
  var renewsAt: Double? { codes.last.map { $0.madeAt + SetupCardPlan.renewal } }

  /// Returns the call to send after the daemon's last reply.
  mutating func call(
    _ reply: OfferSetupReply, _ moment: Moment, make: () -> String?, revoke: (String) -> Void
  ) -> OfferSetupCall {
    guard reply.shown, reply.pairing, !moment.isClaimed, let page = moment.page else {
      end(revoke: revoke)
      return OfferSetupCall(address: moment.address, page: moment.page, claimed: moment.isClaimed ? true : nil)
    }
    if renewsAt ?? moment.now <= moment.now {
      guard let made = make() else {
        end(revoke: revoke)
        return OfferSetupCall(address: moment.address, page: page)
      }
      codes = codes.suffix(1) + [(made, moment.now)]
    }
    let text = codes.last?.text
    return OfferSetupCall(
      address: moment.address, page: page, code: text.map(PairingCode.formatted),
      link: text.map { SiteIdentity.screensLink($0, at: page) })
  }

  /// Withdraws the shown codes, because no card shows a code any more.
  mutating func end(revoke: (String) -> Void) {
    for code in codes { revoke(code.text) }
    codes = []
  }
}
