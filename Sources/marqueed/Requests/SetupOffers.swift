import Content
import ContentModel
import ControlProtocol
import ControlServer
import EventLoop
import Glibc

/// What the web pages have to say on set-up cards: that of the program which came last counts, of those that have a page to tell of if
/// there is one.
final class SetupOffers {
  private struct Offer {
    let responder: ControlResponder
    let call: OfferSetupCall
    var told = OfferSetupReply(shown: false, pairing: false)

    /// A browser has once paired with it.
    var isClaimed: Bool { call.claimed == true }

    /// Where it has a number no other has it; one in another namespace has none here, and is known by its page.
    func isSameProgram(as peer: PeerCredentials, _ call: OfferSetupCall) -> Bool {
      let own = responder.peer
      guard own.processID == peer.processID, own.userID == peer.userID else { return false }
      return own.processID != 0 || (self.call.address == call.address && self.call.page == call.page)
    }
  }

  private let card: SetupCardState
  private let mailbox: Mailbox
  private let log: (String) -> Void
  private var offers: [Offer] = []
  private var willTell = false

  init(_ card: SetupCardState, mailbox: Mailbox, log: @escaping (String) -> Void) {
    self.card = card
    self.mailbox = mailbox
    self.log = log
    card.demandDidChange = { [weak self] in self?.tellLater() }
  }

  /// Takes an offer, which counts until its connection is closed.
  ///
  /// What a program has said before, and says anew, keeps its place: else two that hear of each other would take turns for ever.
  func add(_ call: OfferSetupCall, _ responder: ControlResponder) {
    let own = offers.lastIndex { $0.isSameProgram(as: responder.peer, call) }
    if own == nil, call.claimed != true, let page = call.page, let owner = offers.first(where: \.isClaimed) {
      log(
        "\(page) gets no code on a set-up card: a device has paired with \(owner.call.page ?? "another marquee-remote") of this box; "
          + "\"marquee-remote code\" makes one")
    }
    let place = own.map { $0 + 1 } ?? offers.count
    offers.insert(Offer(responder: responder, call: call), at: place)
    let told = reply(to: place)
    offers[place].told = told
    responder.onGone = { [weak self] in self?.remove(responder) }
    responder.send(told)
    apply()
  }

  /// Whoever makes codes for nobody to see makes none.
  private func reply(to place: Int) -> OfferSetupReply {
    OfferSetupReply(shown: card.demand.isShown, pairing: place == chosen && !isClaimed && card.demand.wantsCode)
  }

  /// The box has somebody who looks after it, whichever of them that has paired with.
  private var isClaimed: Bool { offers.contains(where: \.isClaimed) }

  private var chosen: Int? { offers.lastIndex { $0.call.page != nil } ?? offers.indices.last }

  private func remove(_ responder: ControlResponder) {
    offers.removeAll { $0.responder === responder }
    apply()
  }

  private func apply() {
    let pages = chosen.map { SetupCardInfo.Pages(offers[$0].call) }
    card.pages = isClaimed ? pages?.open : pages
    tellLater()
  }

  /// Scenes are told of what is seen while they move: what follows from it waits until they have come to rest.
  private func tellLater() {
    guard !willTell else { return }
    willTell = true
    mailbox.post { [weak self] in MainActor.assumeIsolated { self?.tell() } }
  }

  private func tell() {
    willTell = false
    // A copy: one that is cut off takes itself out.
    for offer in Array(offers) {
      guard let place = offers.firstIndex(where: { $0.responder === offer.responder }) else { continue }
      let reply = reply(to: place)
      guard reply != offer.told else { continue }
      offers[place].told = reply
      offer.responder.send(reply)
    }
  }
}

nonisolated extension SetupCardInfo.Pages {
  /// What a program says of its pages.
  init(_ call: OfferSetupCall) {
    self.init(address: call.address, page: call.page, code: call.code, link: call.link)
  }
}

/// This machine's name.
enum HostName {
  /// The first part of what it is called at present (gethostname); empty where it has no name.
  static var current: String {
    var text = [CChar](repeating: 0, count: 256)
    guard gethostname(&text, 255) == 0 else { return "" }
    let bytes = text.prefix { $0 != 0 && $0 != CChar(bitPattern: UInt8(ascii: ".")) }
    return String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
