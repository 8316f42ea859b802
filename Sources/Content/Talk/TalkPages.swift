internal import DisplayTypes
internal import Rasterizing

/// The pages of a talk's document. The visible page, the speaker's page and its neighbours are made ahead for each room, and held.
final class TalkPages {
  let part: PagePart
  /// Nil until the document was opened.
  private(set) var file: MediaFile?
  private(set) var count = 0
  private(set) var last: CachedPicture?
  /// Called when a page is ready, cannot be drawn, or is no longer needed.
  var didChange: ((_ isSeen: Bool) -> Void)?
  var didFail: ((RasterError) -> Void)?

  private struct Key: Hashable {
    var page: Int
    var room: PictureRoom
  }

  private let pictures: PictureCache
  private var page = 1
  private var shownPage = 1
  private var rooms: [ObjectIdentifier: PictureRoom] = [:]
  private var held: [Key: CachedPicture] = [:]
  private var orders: [Key: RasterTicket] = [:]
  private var failures: [Key: RasterError] = [:]

  init(_ part: PagePart, _ pictures: PictureCache) {
    self.part = part
    self.pictures = pictures
  }

  func open(_ file: MediaFile, count: Int) {
    forget()
    self.file = file
    self.count = count
  }

  func close() {
    forget()
    last = nil
    file = nil
  }

  private func forget() {
    for ticket in orders.values { ticket.cancel() }
    orders = [:]
    held = [:]
    failures = [:]
  }

  func follow(page: Int, shownPage: Int) {
    self.page = page
    self.shownPage = shownPage
    refill()
  }

  /// Makes pages for a room, which replaces the user's former room.
  func use(_ room: PictureRoom, for user: ObjectIdentifier) {
    guard rooms[user] != room else { return }
    rooms[user] = room
    refill()
  }

  func leave(_ user: ObjectIdentifier) {
    guard rooms.removeValue(forKey: user) != nil else { return }
    refill()
  }

  /// Forgets the rooms of all other users.
  func keepRooms(of users: Set<ObjectIdentifier>) { rooms = rooms.filter { users.contains($0.key) } }

  /// The due page for a room; nil if it is not ready.
  func slide(for room: PictureRoom) -> CachedPicture? {
    let picture = held[Key(page: shownPage, room: room)]
    if let picture { last = picture }
    return picture
  }

  func hasFailed(for room: PictureRoom) -> Bool { failures[Key(page: shownPage, room: room)] != nil }

  var failure: (page: Int, error: RasterError)? {
    failures.first { $0.key.page == shownPage }.map { ($0.key.page, $0.value) }
  }

  /// Forgets failures that may have passed, so that their pages are tried again.
  func forgetTemporaryFailures() { failures = failures.filter { !$0.value.isTemporary } }

  /// Makes the missing pages in this order: the visible page, the speaker's page, the next page, and the previous page.
  func refill() {
    guard let file else { return }
    let numbers = [shownPage, page, page + 1, page - 1].filter { (1...count).contains($0) }
    let rooms = Set(rooms.values)
    let wanted = numbers.flatMap { number in rooms.map { Key(page: number, room: $0) } }
    held = held.filter { wanted.contains($0.key) }
    failures = failures.filter { wanted.contains($0.key) }
    for (key, ticket) in orders where !wanted.contains(key) {
      ticket.cancel()
      orders[key] = nil
    }
    for key in wanted where held[key] == nil && orders[key] == nil && failures[key] == nil { order(key, of: file) }
    didChange?(false)
  }

  private func order(_ key: Key, of file: MediaFile) {
    let ticket = pictures.picture(of: file, page: key.page, part: part, for: key.room) { [weak self] in
      self?.made(key, $0)
    }
    if let ticket { orders[key] = ticket }
  }

  private func made(_ key: Key, _ result: Result<CachedPicture, RasterError>) {
    orders[key] = nil
    switch result {
    case .success(let picture): held[key] = picture
    case .failure(let error):
      failures[key] = error
      didFail?(error)
    }
    if key.page == shownPage { didChange?(true) }
  }
}
