internal import ControlClient
internal import ControlProtocol
internal import Foundation
internal import RemoteGate
internal import Synchronization

/// Tells the daemon what its set-up cards say of these pages, as long as it is there.
final class SetupCards: Sendable {
  /// Seconds between two looks at the machine's address and at who has paired, while a card is seen, and while none is.
  private static let pauses = (shown: 1.0, hidden: 15.0)

  /// So many of the longer pauses are between two refusals.
  private static let patience = 40

  private let desk: FrontDesk
  private let entrance: Entrance
  private let socket: String?
  private let plan = Mutex(SetupPlan())

  init(desk: FrontDesk, entrance: Entrance, socket: String?) {
    self.desk = desk
    self.entrance = entrance
    self.socket = socket
  }

  /// Says what is to be said, and what has changed, as long as `goesOn` says so.
  func follow(_ client: ControlClient, goesOn: () -> Bool) throws(ClientError) {
    do throws(ClientError) {
      try offer(client, goesOn)
    } catch {
      switch error {
      case .refused, .failed:
        // The daemon's word until its configuration is another, and each refusal is a line in its log.
        for _ in 0..<SetupCards.patience where goesOn() { Thread.sleep(forTimeInterval: SetupCards.pauses.hidden) }
      case .noDaemon, .lost, .timedOut, .invalidReply: throw error
      }
    }
  }

  /// Each change takes a connection of its own, and the former stays until the daemon has answered: the card is never without.
  private func offer(_ client: ControlClient, _ goesOn: () -> Bool) throws(ClientError) {
    defer { plan.withLock { $0.end(revoke: desk.revoke) } }
    var demand = OfferSetupReply(shown: false, pairing: false)
    var said = call(demand)
    var offer = try client.offerSetup(said)
    guard let first = try offer.next(timeoutSeconds: 30) else { return }
    demand = first
    while goesOn() {
      let call = call(demand)
      if call != said {
        let next = try connect().offerSetup(call)
        guard let reply = try next.next(timeoutSeconds: 30) else { return }
        (offer, said, demand) = (next, call, reply)
        continue
      }
      do throws(ClientError) {
        let pause = demand.shown ? SetupCards.pauses.shown : SetupCards.pauses.hidden
        guard let reply = try offer.next(timeoutSeconds: pause) else { return }
        demand = reply
      } catch .timedOut {
        continue
      }
    }
  }

  private func call(_ demand: OfferSetupReply) -> OfferSetupCall {
    let moment = SetupPlan.Moment(
      address: entrance.phoneAddress, page: entrance.page, isClaimed: desk.isClaimed, now: desk.now)
    return plan.withLock { $0.call(demand, moment, make: { desk.makeCode(.control) }, revoke: desk.revoke) }
  }

  private func connect() throws(ClientError) -> ControlClient {
    if let socket { try ControlClient(path: socket) } else { try ControlClient() }
  }
}
