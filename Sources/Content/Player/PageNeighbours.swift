internal import DisplayTypes
internal import Rasterizing
internal import Timeline

/// The pages before and after the one that is shown, made ahead where commands turn them.
final class PageNeighbours {
  private let board: PlayBoard
  private var shown: Leaf?
  private var tickets: [RasterTicket] = []
  /// Held, so that they stay in the cache.
  private var pictures: [Picture] = []

  init(board: PlayBoard) {
    self.board = board
  }

  /// Makes the neighbours of a page that stays; of anything else there are none.
  func follow(_ moment: PlayMoment?, _ leaf: Leaf?) {
    guard let leaf, let moment, moment.until == nil, case .page(let deck, let number) = leaf.content,
      let count = leaf.picture?.image.pageCount
    else { return forget() }
    guard leaf !== shown else { return }
    forget()
    shown = leaf
    for page in [number + 1, number - 1] where page >= 1 && page <= count { make(page, of: deck, as: leaf.geometry) }
  }

  /// They are not needed any more.
  func forget() {
    shown = nil
    for ticket in tickets { ticket.cancel() }
    tickets = []
    pictures = []
  }

  private func make(_ page: Int, of deck: DeckDescription, as geometry: OutputGeometry) {
    // Whatever is wrong with it is told when it is wanted.
    guard let file = try? board.resources.media.open(deck.file) else { return }
    let room = PictureRoom(geometry, .fit)
    let ticket = board.resources.pictures.picture(of: file, page: page, for: room, isPatient: true) { [weak self] in
      if case .success(let picture) = $0 { self?.pictures.append(picture) }
    }
    if let ticket { tickets.append(ticket) }
  }
}
