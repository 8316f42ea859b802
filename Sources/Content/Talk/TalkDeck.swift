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
  /// Its pages.
  let pages: TalkPages
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

  private let resources: ContentResources
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
    self.resources = resources
    pages = TalkPages(part, resources.pictures)
    timer = resources.clock.screens.makeTimer { [weak self] in self?.tryAgain() }
    pages.didChange = { [weak self] isSeen in
      self?.sayTrouble()
      if isSeen { self?.slideDidChange?() }
    }
    pages.didFail = { [weak self] in if $0.isTemporary { self?.retryLater() } }
  }

  /// What of each page is shown.
  public var part: PagePart { pages.part }

  /// The file as it is shown; nil before it could be opened.
  public var file: MediaFile? { pages.file }

  /// Opens the file, and follows it from now on; answered once, with the number of its pages, or with what is wrong.
  ///
  /// One that somebody is just writing is waited for.
  public func open(completion: @escaping (Result<Int, ContentFailure>) -> Void) {
    opening = completion
    openingEnd = now.advanced(by: Self.patience)
    watch = resources.media.watch([path]) { [weak self] _ in self?.look() }
    look()
  }

  /// Ends: nothing is made, held or looked after any more.
  public func close() {
    watch = nil
    counting?.cancel()
    counting = nil
    timer?.disarm()
    pages.close()
    opening = nil
    troubleDidChange = nil
    pagesDidChange = nil
    slideDidChange = nil
  }

  /// What is to be seen in a room: the page itself, or, where that cannot be, what was shown last; nil while it is being made.
  func slide(for room: PictureRoom) -> TalkSlide? {
    if let picture = pages.slide(for: room) { return TalkSlide(picture: picture, isCurrent: true) }
    let isComing = !pages.hasFailed(for: room) && (file != nil || opening != nil || counting != nil)
    return isComing ? nil : TalkSlide(picture: pages.last, isCurrent: false)
  }

  private var now: MonotonicTime { resources.clock.screens.now }

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
      fileTrouble = nil
      backoff.reset()
      pages.open(found, count: max(1, count))
      if let opening {
        self.opening = nil
        opening(.success(pages.count))
      } else {
        pagesDidChange?(pages.count)
      }
      pages.refill()
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
    pages.forgetTemporaryFailures()
    look()
    pages.refill()
  }

  private func sayTrouble() {
    let slide = pages.failure.map { "slide \($0.page) of \(path) cannot be drawn: \($0.error)" }
    trouble = fileTrouble.map { file == nil ? $0 : "\($0); the talk goes on with what was read before" } ?? slide
  }
}
