internal import DisplayTypes
internal import Presentation
internal import Rasterizing
internal import Scenes

/// The files and texts of a content that cannot be shown at present.
///
/// Each is reported once, and tried again if that may help.
final class ContentTroubles {
  /// Gets what cannot be played, a sentence each, once.
  var report: ((String) -> Void)?
  /// Called when these files, and texts, are tried again because the reason of their failure may have gone.
  var didForget: ((_ paths: Set<String>) -> Void)?
  /// Whether a player makes an item just now; a change would make it start again.
  var isMaking: () -> Bool = { false }
  /// Why files and folders cannot be played, by their path.
  private(set) var files: [String: String] = [:]
  /// Files that somebody is writing.
  private(set) lazy var unfinished = UnfinishedFiles(clock: clock) { [weak self] path, failure in
    self?.reportOnce(path, failure, of: nil)
  }
  private lazy var retry = ContentRetry(clock: clock) { [weak self] in
    self?.isMaking() == true
  } tryAgain: { [weak self] in
    self?.tryAgain()
  }
  private let resources: ContentResources
  private let session: String
  /// The last report about each file or folder, until another version of it is shown.
  private var reportedFiles: [String: Refusal] = [:]
  private var reportedTexts: Set<String> = []
  /// Files that failed for a reason that may go by itself.
  private var temporary: Set<String> = []
  /// Why texts could not be drawn, and when they may be, until they are tried again.
  private var undrawn: [String: ContentFailure.Retry] = [:]
  /// When a text failed last, by the reason.
  private var textFailures: [String: MonotonicTime] = [:]
  /// What opening files has told for reports: why it failed, or that it did not; until they change.
  private var opened: [String: String?] = [:]

  private struct Refusal: Equatable {
    var message: String
    /// Nil if the file could not be opened.
    var version: FileVersion?
  }

  /// The end of the sentence about a file that stays out until it changes.
  private static let untilMended = "; it is not shown until that is mended"
  /// The end of the sentence about a file or text that is tried again by itself.
  private static let untilTriedAgain = "; it is tried again"

  init(_ resources: ContentResources, session: String) {
    self.resources = resources
    self.session = session
  }

  private var clock: any DisplayClock { resources.clock.screens }

  /// Why texts cannot be drawn, in the order of the sentences.
  var texts: [String] { undrawn.keys.sorted() }

  /// All that was found out by trying: files and folders in the order of their names, then texts.
  var all: [String] { files.sorted { $0.key < $1.key }.map(\.value) + texts }

  /// Whether a file may be playable later although nobody changes it.
  var isTemporary: Bool { !temporary.isEmpty }

  /// A file cannot be played; reported once for each version.
  ///
  /// A change may be reported after its file was opened, and a mount reports all paths as changed: neither is a new trouble.
  func add(_ path: String, _ failure: ContentFailure, of version: FileVersion? = nil) {
    files[path] = failure.message
    if !unfinished.keep(failure, of: path) { reportOnce(path, failure, of: version) }
    if failure.retry != .never { temporary.insert(path) }
    retry.failed(failure.retry)
  }

  /// A file or folder can be shown; nil is the version of a folder.
  func didShow(_ path: String, _ version: FileVersion? = nil) {
    if version == nil || reportedFiles[path]?.version != version { reportedFiles[path] = nil }
  }

  /// A text cannot be drawn; reported once as long as that goes on.
  func add(_ failure: ContentFailure) {
    let reason = failure.message
    if failure.retry != .never, let last = textFailures[reason],
      clock.now.nanoseconds(since: last) >= ContentRetry.peace
    {
      reportedTexts.remove(reason)
    }
    textFailures[reason] = clock.now
    undrawn[reason] = failure.retry
    if reportedTexts.insert(reason).inserted { report(failure) }
    retry.failed(failure.retry)
  }

  /// Why a file cannot be opened: each is opened once until it changes, since that may take long.
  func whyNotOpened(_ file: String) -> String? {
    if let known = opened[file] { return known }
    var reason: String?
    do throws(MediaTrouble) {
      _ = try resources.media.open(file)
    } catch {
      reason = error.description
    }
    opened[file] = .some(reason)
    return reason
  }

  /// These files are others than they were.
  func filesDidChange(_ paths: Set<String>) {
    for path in paths {
      files[path] = nil
      temporary.remove(path)
      unfinished.didChange(path)
      opened[path] = nil
    }
    retry.reset()
  }

  /// Texts may be others than those that could not be drawn.
  func forgetTexts() { undrawn = [:] }

  /// What could not be played for a reason that may have gone may be tried again.
  func forgetTemporary() {
    for path in temporary { files[path] = nil }
    temporary = []
    undrawn = undrawn.filter { $0.value == .never }
    // What failed may have been mended where nobody tells of it, as on the network.
    opened = opened.filter { $0.value == nil }
    retry.disarm()
  }

  /// Nothing is reported or tried any more.
  func close() {
    retry.disarm()
    unfinished.close()
    report = nil
    didForget = nil
  }

  private func tryAgain() {
    let paths = temporary
    forgetTemporary()
    didForget?(paths)
  }

  private func reportOnce(_ path: String, _ failure: ContentFailure, of version: FileVersion?) {
    let refusal = Refusal(message: failure.message, version: version)
    guard reportedFiles.updateValue(refusal, forKey: path) != refusal else { return }
    report(failure)
  }

  private func report(_ failure: ContentFailure) {
    report?("\(failure.message)\(failure.retry == .never ? Self.untilMended : Self.untilTriedAgain)")
    resources.plays?.skipped(failure.message, session: session)
  }
}

/// Tries again what failed, after pauses that grow with each failure.
final class ContentRetry {
  private let clock: any DisplayClock
  private let isBusy: () -> Bool
  private let tryAgain: () -> Void
  private var backoff = Backoff(first: 5_000_000_000, longest: 300_000_000_000)
  private var lastFailure: MonotonicTime?
  private var timer: (any DisplayTimer)?
  /// When the timer fires; nil where nothing is to be tried again.
  private var time: MonotonicTime?

  /// What fails after so long without a failure is a new trouble, which is reported, and tried again soon; nanoseconds.
  static let peace: UInt64 = 600_000_000_000

  /// - Parameter isBusy: whether it cannot be tried at present, since that would begin anew again and again what takes longer than a pause.
  init(clock: any DisplayClock, isBusy: @escaping () -> Bool, tryAgain: @escaping () -> Void) {
    (self.clock, self.isBusy, self.tryAgain) = (clock, isBusy, tryAgain)
  }

  /// Something failed, which may be tried again.
  func failed(_ retry: ContentFailure.Retry) {
    if let lastFailure, clock.now.nanoseconds(since: lastFailure) >= Self.peace { reset() }
    lastFailure = clock.now
    switch retry {
    case .never: break
    case .soon: arm(after: backoff.pause)
    case .seldom: arm(after: backoff.longest)
    }
  }

  /// What fails next is a new trouble.
  func reset() { backoff.reset() }

  /// Nothing is tried again.
  func disarm() {
    timer?.disarm()
    time = nil
  }

  /// What failed first is not put off by what fails after it.
  private func arm(after pause: UInt64) {
    let new = clock.now.advanced(by: pause)
    if let time, time <= new { return }
    time = new
    let timer = timer ?? clock.makeTimer { [weak self] in self?.fire() }
    self.timer = timer
    timer.arm(at: new)
  }

  private func fire() {
    time = nil
    guard !isBusy() else { return arm(after: backoff.first) }
    _ = backoff.next()
    tryAgain()
  }
}

/// Files that somebody is writing: they are whole before long, as a rule, and reported only if not.
final class UnfinishedFiles {
  private struct File {
    /// When that was seen first.
    var since: MonotonicTime
    /// Whether it still was when it was opened last, and has not changed since then.
    var isAwaited = true
    /// What is reported of it after a while; nil if that was.
    var failure: ContentFailure?
  }

  private let clock: any DisplayClock
  private let report: (_ path: String, ContentFailure) -> Void
  private var files: [String: File] = [:]
  private var timer: (any DisplayTimer)?

  /// A file that is written for so long is reported, in nanoseconds: one that was just copied is whole before.
  private static let patience: UInt64 = 15_000_000_000

  init(clock: any DisplayClock, report: @escaping (_ path: String, ContentFailure) -> Void) {
    self.clock = clock
    self.report = report
  }

  /// Whether a file is awaited.
  var isAny: Bool { files.values.contains(where: \.isAwaited) }

  /// A file is being written: a change is told when that is done.
  func add(_ path: String) { files[path, default: File(since: clock.now)].isAwaited = true }

  /// A file could be opened.
  func remove(_ path: String) { files[path] = nil }

  /// A file has changed.
  func didChange(_ path: String) { files[path]?.isAwaited = false }

  /// Keeps what is wrong with a file until it has been written for long; false if it is not being written.
  func keep(_ failure: ContentFailure, of path: String) -> Bool {
    guard files[path]?.isAwaited == true else {
      files[path] = nil
      return false
    }
    files[path]?.failure = failure
    reportOverdue()
    return true
  }

  /// Nothing is reported any more.
  func close() { timer?.disarm() }

  /// Reports the files that have been written for long, and looks again when others will have been.
  private func reportOverdue() {
    let now = clock.now
    var next: MonotonicTime?
    for (path, file) in files.sorted(by: { $0.key < $1.key }) {
      guard file.isAwaited, let failure = file.failure else { continue }
      let time = file.since.advanced(by: Self.patience)
      if time <= now {
        files[path]?.failure = nil
        report(path, failure)
      } else {
        next = min(next ?? time, time)
      }
    }
    guard let next else { return }
    let timer = timer ?? clock.makeTimer { [weak self] in self?.reportOverdue() }
    self.timer = timer
    timer.arm(at: next)
  }
}
