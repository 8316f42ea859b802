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
  package let videos: TalkVideos
  /// The present trouble, as a sentence. Pages that were drawn before stay visible.
  package private(set) var trouble: String? {
    didSet { if trouble != oldValue { didChange?(.trouble) } }
  }
  package var didChange: ((Change) -> Void)?
  var slideDidChange: (() -> Void)?

  private let resources: ContentResources
  private var watch: (any MediaWatch)?
  private var reading: RasterTicket?
  private var opening: Opening?
  private var timer: (any DisplayTimer)?
  private var backoff = Backoff(first: 2_000_000_000)
  private var fileTrouble: String?
  private var videosTrouble: String?

  /// The longest wait for a file that is being written, in nanoseconds.
  private static let patience: UInt64 = 10_000_000_000

  package enum Change {
    case trouble
    /// The videos of a slide, or the troubles of their files.
    case videos
    /// The file has changed, and has this number of pages now.
    case pages(Int)
  }

  private struct Opening {
    let completion: (Result<Int, ContentFailure>) -> Void
    /// The end of the wait for a file that is being written.
    let end: MonotonicTime
  }

  /// - Parameter part: the part of each page that is shown.
  package init(_ path: String, part: PagePart = .whole, _ resources: ContentResources) {
    self.path = path
    self.resources = resources
    pages = TalkPages(part, resources.pictures)
    videos = TalkVideos(of: path, part: part, resources)
    timer = resources.clock.screens.makeTimer { [weak self] in self?.tryAgain() }
    pages.didChange = { [weak self] isSeen in
      self?.updateTrouble()
      if isSeen { self?.slideDidChange?() }
    }
    videos.didChange = { [weak self] in self?.didChange?(.videos) }
    pages.didFail = { [weak self] in if $0.isTemporary { self?.retryLater() } }
  }

  package var part: PagePart { pages.part }

  /// Nil until the file was opened.
  package var file: MediaFile? { pages.file }

  /// Opens the file and follows it. Waits if the file is being written; completes once, with the number of pages or the failure.
  package func open(completion: @escaping (Result<Int, ContentFailure>) -> Void) {
    opening = Opening(completion: completion, end: now.advanced(by: Self.patience))
    watch = resources.media.watch([path]) { [weak self] _ in self?.reopen() }
    reopen()
  }

  package func close() {
    watch = nil
    reading?.cancel()
    reading = nil
    timer?.disarm()
    pages.close()
    videos.close()
    opening = nil
    didChange = nil
    slideDidChange = nil
  }

  /// The page for a room, or the last picture if the page cannot be drawn; nil while the page is being made.
  func slide(for room: PictureRoom) -> TalkSlide? {
    if let picture = pages.slide(for: room) { return TalkSlide(picture: picture, isCurrent: true) }
    let isComing = !pages.hasFailed(for: room) && (file != nil || opening != nil || reading != nil)
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
      if videosTrouble != nil, reading == nil { readVideos(of: found) }
      return updateTrouble()
    }
    reading?.cancel()
    reading = resources.documents.countPages(of: found) { [weak self] in self?.counted(found, $0) }
  }

  private func cannotOpen(_ error: MediaTrouble) {
    if case .isBeingWritten = error, let end = opening?.end, end > now {
      timer?.arm(at: end)
      return
    }
    fail(ContentFailure(error.description, retry: .never))
  }

  private func counted(_ found: MediaFile, _ result: Result<Int, RasterError>) {
    switch result {
    case .success(let count):
      (fileTrouble, videosTrouble) = (nil, nil)
      backoff.reset()
      pages.open(found, count: max(1, count))
      if opening == nil { didChange?(.pages(pages.count)) }
      pages.refill()
      updateTrouble()
      slideDidChange?()
      readVideos(of: found)
    case .failure(let error):
      reading = nil
      fail(ContentFailure(error, path: path))
      if error.isTemporary { retryLater() }
    }
  }

  private func readVideos(of found: MediaFile) {
    reading = resources.documents.readVideos(of: found) { [weak self] in self?.read($0) }
  }

  /// Takes the videos of the open file. A deck whose videos cannot be read is shown without them.
  private func read(_ result: Result<PageVideos, RasterError>) {
    reading = nil
    switch result {
    case .success(let named):
      videosTrouble = nil
      videos.setNamed(named.videos, pageCount: pages.count)
    case .failure(let error):
      videos.setNamed([], pageCount: pages.count)
      videosTrouble = "the videos of \(path) cannot be read: \(error)"
      if error.isTemporary { retryLater() }
    }
    updateTrouble()
    if let opening {
      self.opening = nil
      opening.completion(.success(pages.count))
    }
  }

  private func fail(_ failure: ContentFailure) {
    if let opening {
      self.opening = nil
      opening.completion(.failure(failure))
    }
    fileTrouble = failure.message
    updateTrouble()
    slideDidChange?()
  }

  private func retryLater() { timer?.arm(at: now.advanced(by: backoff.next())) }

  private func tryAgain() {
    pages.forgetTemporaryFailures()
    reopen()
    pages.refill()
  }

  private func updateTrouble() {
    let slide = pages.failure.map { "slide \($0.page) of \(path) cannot be drawn: \($0.error)" }
    trouble =
      fileTrouble.map { file == nil ? $0 : "\($0); the talk continues with the pages that were read before" } ?? slide
      ?? videosTrouble
  }
}
