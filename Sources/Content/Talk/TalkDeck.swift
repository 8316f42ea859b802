internal import DisplayTypes
internal import Presentation
public import Rasterizing
public import Scenes

/// The document of a talk: opened once, followed when it changes, its pages made ahead of their time and held.
///
/// Its file stays open, so that a talk goes on where that is deleted. Those who show it say for which rooms; the pages around the
/// speaker's are made for each, also where the audience is held at another.
public final class TalkDeck {
  /// The file's path.
  public let path: String
  /// What of each page is shown.
  public let part: PagePart
  /// What is wrong at present, as a sentence; nil where all is well.
  ///
  /// What was drawn before stays.
  public private(set) var trouble: String? {
    didSet { if trouble != oldValue { troubleDidChange?() } }
  }
  /// There is other trouble, or none any more.
  public var troubleDidChange: (() -> Void)?
  /// The file is another one, of so many pages.
  public var pagesDidChange: ((Int) -> Void)?
  /// A page that is to be seen has come, or cannot be drawn.
  var slideDidChange: (() -> Void)?
  /// The file as it is shown; nil before it could be opened.
  public private(set) var file: MediaFile?
  /// What was shown last, on whichever screen.
  private(set) var last: CachedPicture?

  private struct Key: Hashable {
    var page: Int
    var room: PictureRoom
  }

  private let resources: ContentResources
  private var count = 0
  private var page = 1
  private var shownPage = 1
  private var rooms: [ObjectIdentifier: PictureRoom] = [:]
  private var held: [Key: CachedPicture] = [:]
  private var orders: [Key: RasterTicket] = [:]
  private var failures: [Key: RasterError] = [:]
  private var watch: (any MediaWatch)?
  private var counting: RasterTicket?
  private var opening: ((Result<Int, ContentFailure>) -> Void)?
  private var openingEnd: MonotonicTime?
  private var timer: (any DisplayTimer)?
  private var backoff = Backoff(first: 2_000_000_000)
  /// What is wrong with the file itself.
  private var fileTrouble: String?

  /// How long a file that somebody is writing is waited for, in nanoseconds.
  private static let patience: UInt64 = 10_000_000_000

  /// Looks at nothing yet; of each page a part is shown.
  public init(_ path: String, part: PagePart = .whole, _ resources: ContentResources) {
    self.path = path
    self.part = part
    self.resources = resources
    timer = resources.clock.screens.makeTimer { [weak self] in self?.tryAgain() }
  }

  /// Opens the file, and follows it from now on; answered once, with the number of its pages, or with what is wrong.
  ///
  /// One that somebody is just writing is waited for.
  public func open(completion: @escaping (Result<Int, ContentFailure>) -> Void) {
    opening = completion
    openingEnd = now.advanced(by: Self.patience)
    watch = resources.media.watch([path]) { [weak self] _ in self?.look() }
    look()
  }

  /// The speaker is at one page, and the audience sees one.
  public func follow(page: Int, shownPage: Int) {
    self.page = page
    self.shownPage = shownPage
    refill()
  }

  /// Ends: nothing is made, held or looked after any more.
  public func close() {
    watch = nil
    counting?.cancel()
    counting = nil
    timer?.disarm()
    for ticket in orders.values { ticket.cancel() }
    orders = [:]
    held = [:]
    failures = [:]
    last = nil
    file = nil
    opening = nil
    troubleDidChange = nil
    pagesDidChange = nil
    slideDidChange = nil
  }

  /// Makes pages for a room, in place of another of the same one.
  func use(_ room: PictureRoom, for user: ObjectIdentifier) {
    guard rooms[user] != room else { return }
    rooms[user] = room
    refill()
  }

  /// Makes none for it any more.
  func leave(_ user: ObjectIdentifier) {
    guard rooms.removeValue(forKey: user) != nil else { return }
    refill()
  }

  /// Makes none for others than these any more.
  func keepRooms(of users: Set<ObjectIdentifier>) {
    rooms = rooms.filter { users.contains($0.key) }
  }

  /// What is to be seen in a room: the page itself, or, where that cannot be, what was shown last; nil while it is being made.
  func slide(for room: PictureRoom) -> TalkSlide? {
    let key = Key(page: shownPage, room: room)
    if let picture = held[key] {
      last = picture
      return TalkSlide(picture: picture, isCurrent: true)
    }
    if failures[key] == nil, file != nil || opening != nil || counting != nil { return nil }
    return TalkSlide(picture: last, isCurrent: false)
  }

  private var now: MonotonicTime { resources.clock.screens.now }

  // MARK: The file

  private func look() {
    let found: MediaFile
    do throws(MediaTrouble) {
      found = try resources.media.open(path)
    } catch {
      return cannotOpen(error)
    }
    guard found.version != file?.version else {
      fileTrouble = nil
      return sayTrouble()
    }
    counting?.cancel()
    counting = resources.documents.countPages(of: found) { [weak self] in self?.counted(found, $0) }
  }

  private func cannotOpen(_ error: MediaTrouble) {
    if case .isBeingWritten = error, opening != nil, let openingEnd, openingEnd > now {
      timer?.arm(at: openingEnd)
      return
    }
    fail(ContentFailure(error.description, retry: .never))
  }

  private func counted(_ found: MediaFile, _ result: Result<Int, RasterError>) {
    counting = nil
    switch result {
    case .success(let count):
      file = found
      self.count = max(1, count)
      fileTrouble = nil
      backoff.reset()
      for ticket in orders.values { ticket.cancel() }
      orders = [:]
      held = [:]
      failures = [:]
      if let opening {
        self.opening = nil
        opening(.success(self.count))
      } else {
        pagesDidChange?(self.count)
      }
      refill()
      sayTrouble()
      slideDidChange?()
    case .failure(let error):
      fail(ContentFailure(error, path: path))
      if error.isTemporary { retryLater() }
    }
  }

  private func fail(_ failure: ContentFailure) {
    if let opening {
      self.opening = nil
      opening(.failure(failure))
    }
    fileTrouble = failure.message
    sayTrouble()
    slideDidChange?()
  }

  private func retryLater() {
    timer?.arm(at: now.advanced(by: backoff.next()))
  }

  private func tryAgain() {
    if let openingEnd, openingEnd <= now { self.openingEnd = nil }
    failures = failures.filter { !$0.value.isTemporary }
    look()
    refill()
  }

  // MARK: The pages

  /// Makes what is missing: the slide that is seen goes first, then the speaker's, the next one, and the one before.
  private func refill() {
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
    sayTrouble()
  }

  private func order(_ key: Key, of file: MediaFile) {
    let ticket = resources.pictures.picture(of: file, page: key.page, part: part, for: key.room) { [weak self] in
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
      if error.isTemporary { retryLater() }
    }
    guard key.page == shownPage else { return }
    sayTrouble()
    slideDidChange?()
  }

  private func sayTrouble() {
    let failed = failures.first { $0.key.page == shownPage }
    let slide = failed.map { "slide \($0.key.page) of \(path) cannot be drawn: \($0.value)" }
    trouble = fileTrouble.map { file == nil ? $0 : "\($0); the talk goes on with what was read before" } ?? slide
  }
}
