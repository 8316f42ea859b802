import Content
import ControlProtocol
import ControlServer
import DisplayTypes

/// What the web pages have to say on set-up cards; the newest counts.
final class SetupOffers {
  private struct Offer {
    let responder: ControlResponder
    let pages: SetupNote.Pages
  }

  private let board: SetupBoard
  private var offers: [Offer] = []

  init(_ board: SetupBoard) {
    self.board = board
    board.demandDidChange = { [weak self] _ in self?.tell() }
  }

  /// Whether a code is there, which whoever sees a screen may read.
  var hasCode: Bool { board.pages?.code != nil }

  /// Takes an offer, which counts until its connection is closed.
  func add(_ call: OfferSetupCall, _ responder: ControlResponder) {
    let pages = SetupNote.Pages(address: call.address, page: call.page, code: call.code, link: call.link)
    offers.append(Offer(responder: responder, pages: pages))
    responder.onGone = { [weak self] in self?.remove(responder) }
    responder.send(reply)
    apply()
  }

  private var reply: OfferSetupReply {
    OfferSetupReply(shown: board.demand.isShown, pairing: board.demand.wantsCode)
  }

  private func remove(_ responder: ControlResponder) {
    offers.removeAll { $0.responder === responder }
    apply()
  }

  private func apply() {
    board.pages = offers.last?.pages
  }

  private func tell() {
    // A copy: one that is cut off takes itself out.
    for offer in Array(offers) { offer.responder.send(reply) }
  }
}
