internal import DisplayTypes
internal import Presentation
package import Rasterizing
package import Scenes

/// The document of a talk. It is opened once and followed when it changes; its pages are made ahead and held. The file stays open, so that
/// a talk continues after the file is deleted. The pages around the speaker's page are made for each room, even while the audience is held
/// at another page.
package final class TalkDeck {
  package let path: String
  let pages: TalkPages
  /// The present trouble, as a sentence. Pages that were drawn before stay visible.
  package private(set) var trouble: String? {
    didSet { if trouble != oldValue { troubleDidChange?() } }
  }
  package var troubleDidChange: (() -> Void)?
  /// Called with the number of pages after the file has changed.
  package var pagesDidChange: ((Int) -> Void)?
  var slideDidChange: (() -> Void)?

  private let resources: ContentResources
  private var watch: (any MediaWatch)?
  private var counting: RasterTicket?
  private var opening: ((Result<Int, ContentFailure>) -> Void)?
  private var openingEnd: MonotonicTime?
  private var timer: (any DisplayTimer)?
  private var backoff = Backoff(first: 2_000_000_000)
  private var fileTrouble: String?

  /// The longest wait for a file that is being written, in nanoseconds.
  private static let patience: UInt64 = 10_000_000_000

  /// - Parameter part: the part of each page that is shown.
  package init(_ path: String, part: PagePart = .whole, _ resources: ContentResources) {
    self.path = path
    self.resources = resources
    pages = TalkPages(part, resources.pictures)
    timer = resources.clock.screens.makeTimer { [weak self] in self?.tryAgain() }
    pages.didChange = { [weak self] isSeen in
      self?.updateTrouble()
      if isSeen { self?.slideDidChange?() }
    }
    pages.didFail = { [weak self] in if $0.isTemporary { self?.retryLater() } }
  }

  package var part: PagePart { pages.part }

  /// Nil until the file was opened.
  package var file: MediaFile? { pages.file }

  /// Opens the file and follows it. Waits if the file is being written; completes once, with the number of pages or the failure.
  package func open(completion: @escaping (Result<Int, ContentFailure>) -> Void) {
    opening = completion
    openingEnd = now.advanced(by: Self.patience)
    watch = resources.media.watch([path]) { [weak self] _ in self?.reopen() }
    reopen()
  }

  package func close() {
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

  /// The page for a room, or the last picture if the page cannot be drawn; nil while the page is being made.
  func slide(for room: PictureRoom) -> TalkSlide? {
    if let picture = pages.slide(for: room) { return TalkSlide(picture: picture, isCurrent: true) }
    let isComing = !pages.hasFailed(for: room) && (file != nil || opening != nil || counting != nil)
    return isComing ? nil : TalkSlide(picture: pages.last, isCurrent: false)
  }

  private var now: MonotonicTime { resources.clock.screens.now }

  private func reopen() {
    let found: MediaFile
    do throws(MediaTrouble) {
      found = try resources.media.open(path)
    } catch {
      return cannotOpen(error)
    }
    guard found.version != file?.version else {
      fileTrouble = nil
      return updateTrouble()
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
      updateTrouble()
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
    updateTrouble()
    slideDidChange?()
  }

  private func retryLater() { timer?.arm(at: now.advanced(by: backoff.next())) }

  private func tryAgain() {
    if let openingEnd, openingEnd <= now { self.openingEnd = nil }
    pages.forgetTemporaryFailures()
    reopen()
    pages.refill()
  }

  private func updateTrouble() {
    let slide = pages.failure.map { "slide \($0.page) of \(path) cannot be drawn: \($0.error)" }
    trouble =
      fileTrouble.map { file == nil ? $0 : "\($0); the talk continues with the pages that were read before" } ?? slide
  }
}
