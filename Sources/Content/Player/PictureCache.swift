internal import ContentModel
internal import DisplayTypes
package import Rasterizing

/// Decoded pictures by file and room, shared by all screens and regions. The size is limited in bytes. Pictures that are shown or prepared
/// stay, even if they alone exceed the limit. Of the others, the least recently used picture is removed first.
package final class PictureCache {
  struct Key: Hashable {
    var file: FileVersion
    /// Nil for a picture file.
    var page: Int?
    var part: PagePart
    var room: PictureRoom
  }

  private struct Entry {
    let key: Key
    var picture: CachedPicture
  }

  private final class Order {
    var ticket: RasterTicket?
    var waiting: [(number: Int, completion: (Result<CachedPicture, RasterError>) -> Void)] = []
  }

  /// Enough for a dozen pictures of 1080p, or three of 4K.
  package static let usualCapacity = 96 << 20
  private static let mostPictures = 256

  package private(set) var byteCount = 0
  package private(set) var misses = 0
  private let documents: any DocumentRasterizer
  private let capacity: Int
  /// Ordered by use, the least recently used first.
  private var entries: [Entry] = []
  private var orders: [Key: Order] = [:]
  private var lastNumber = 0

  package init(documents: any DocumentRasterizer, capacity: Int = PictureCache.usualCapacity) {
    self.documents = documents
    self.capacity = capacity
  }

  var count: Int { entries.count }

  /// The picture of a file, or of one of its pages, for a room; returns nil if the completion was already called. Equal requests share a
  /// picture. A patient page is made after all other pages of its document, until another request needs it immediately.
  func picture(
    of file: MediaFile, page: Int? = nil, part: PagePart = .whole, for room: PictureRoom, isPatient: Bool = false,
    completion: @escaping (Result<CachedPicture, RasterError>) -> Void
  ) -> RasterTicket? {
    let key = Key(file: file.version, page: page, part: part, room: room)
    if let index = entries.lastIndex(where: { $0.key == key }) {
      let entry = entries.remove(at: index)
      entries.append(entry)
      completion(.success(entry.picture))
      return nil
    }
    lastNumber += 1
    let number = lastNumber
    let order = orders[key] ?? begin(key, file, isPatient)
    if !isPatient { order.ticket?.hurry() }
    order.waiting.append((number, completion))
    return RasterTicket { [weak self] in self?.leave(key, number) }
  }

  private func begin(_ key: Key, _ file: MediaFile, _ isPatient: Bool) -> Order {
    let order = Order()
    orders[key] = order
    misses += 1
    let done: (Result<RasterImage, RasterError>) -> Void = { [weak self] in self?.ended(key, $0) }
    if let page = key.page {
      order.ticket = documents.draw(
        PageRasterRequest(file: file, page: page, room: key.room, part: key.part, isPatient: isPatient),
        completion: done)
    } else {
      order.ticket = documents.decode(ImageRasterRequest(file: file, room: key.room), completion: done)
    }
    return order
  }

  private func ended(_ key: Key, _ result: Result<RasterImage, RasterError>) {
    guard let order = orders.removeValue(forKey: key) else { return }
    let result = result.map { CachedPicture($0) }
    if case .success(let picture) = result {
      entries.append(Entry(key: key, picture: picture))
      byteCount += picture.image.byteCount
    }
    for (_, completion) in order.waiting { completion(result) }
    trim(to: capacity)
  }

  /// Removes a request, and cancels the work if no other request waits for it.
  private func leave(_ key: Key, _ number: Int) {
    guard let order = orders[key] else { return }
    order.waiting.removeAll { $0.number == number }
    guard order.waiting.isEmpty else { return }
    order.ticket?.cancel()
    orders[key] = nil
  }

  private func trim(to limit: Int) {
    var index = 0
    while index < entries.count, byteCount > limit || entries.count > Self.mostPictures {
      if isKnownUniquelyReferenced(&entries[index].picture) {
        byteCount -= entries[index].picture.image.byteCount
        entries.remove(at: index)
      } else {
        index += 1
      }
    }
  }
}

final class CachedPicture {
  let image: RasterImage

  init(_ image: RasterImage) { self.image = image }
}

nonisolated extension PictureRoom {
  init(_ geometry: OutputGeometry, _ fit: ImageFit) {
    let density = geometry.pixelsPerPoint
    self.init(size: geometry.uprightPixels, pixelAspectRatio: density.vertical / density.horizontal, fit: fit)
  }
}

/// The pages before and after the shown page. They are made ahead if commands turn the pages.
final class PageNeighbours {
  private let sources: ContentSources
  private var shown: PreparedItem?
  private var tickets: [RasterTicket] = []
  /// Held, so that the cache keeps them.
  private var pictures: [CachedPicture] = []

  init(sources: ContentSources) { self.sources = sources }

  /// Makes the neighbours of a page that stays until a command; other items have none.
  func follow(_ moment: TimelineMoment?, _ leaf: PreparedItem?) {
    guard let leaf, let moment, moment.until == nil, case .content(.deck(let deck)) = leaf.content,
      let count = leaf.picture?.image.pageCount
    else { return forget() }
    guard leaf !== shown else { return }
    forget()
    shown = leaf
    for page in [deck.page + 1, deck.page - 1] where (1...count).contains(page) {
      make(page, of: deck, as: leaf.geometry)
    }
  }

  func forget() {
    shown = nil
    for ticket in tickets { ticket.cancel() }
    tickets = []
    pictures = []
  }

  private func make(_ page: Int, of deck: DeckDescription, as geometry: OutputGeometry) {
    // A failure is reported when the page is due.
    guard let file = try? sources.resources.media.open(deck.file) else { return }
    let room = PictureRoom(geometry, .fit)
    let ticket = sources.resources.pictures.picture(of: file, page: page, for: room, isPatient: true) { [weak self] in
      if case .success(let picture) = $0 { self?.pictures.append(picture) }
    }
    if let ticket { tickets.append(ticket) }
  }
}
