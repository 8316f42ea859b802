internal import DisplayTypes
internal import Presentation
internal import Rasterizing
internal import Scenes

/// The files and texts of a content that cannot be shown at present. Each is reported once, and tried again if that may help.
final class ContentTroubles {
  /// Receives each trouble once, as a sentence.
  var report: ((String) -> Void)?
  /// Called when files and texts are tried again because the reason for their failure may have passed.
  var didForget: ((_ paths: Set<String>) -> Void)?
  /// Whether a player is preparing an item; a change would restart its work.
  var isMaking: () -> Bool = { false }
  /// The reasons why files and folders cannot be played, by path.
  private(set) var files: [String: String] = [:]
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
  /// Files whose failure may pass without a change of the file.
  private var temporary: Set<String> = []
  /// Texts that could not be drawn and are not tried again yet: their reasons, and the retry of each.
  private var undrawn: [String: ContentFailure.Retry] = [:]
  private var textFailures: [String: MonotonicTime] = [:]
  /// The results of opening files for reports: the reason of a failure, or nil for a success. A change of the file removes its entry.
  private var opened: [String: String?] = [:]

  private struct Refusal: Equatable {
    var message: String
    /// Nil if the file could not be opened.
    var version: FileVersion?
  }

  /// The end of the sentence about a file that is not tried again until it changes.
  private static let untilMended = "; it is not shown until that is fixed"
  /// The end of the sentence about a file or text that is retried without a change.
  private static let untilTriedAgain = "; the daemon tries again"

  init(_ resources: ContentResources, session: String) {
    self.resources = resources
    self.session = session
  }

  private var clock: any DisplayClock { resources.clock.screens }

  /// The reasons why texts cannot be drawn, in alphabetical order.
  var texts: [String] { undrawn.keys.sorted() }

  /// All known troubles from playing: files and folders ordered by path, then texts.
  var all: [String] { files.sorted { $0.key < $1.key }.map(\.value) + texts }

  var isTemporary: Bool { !temporary.isEmpty }

  /// Adds a file that cannot be played, and reports it once for each version. The change of a file may be reported after the file was
  /// opened, and a mount reports all paths as changed. Neither is a new trouble.
  func add(_ path: String, _ failure: ContentFailure, of version: FileVersion? = nil) {
    files[path] = failure.message
    if !unfinished.keep(failure, of: path) { reportOnce(path, failure, of: version) }
    if failure.retry != .never { temporary.insert(path) }
    retry.failed(failure.retry)
  }

  /// Notes that a file or folder can be shown; folders have no version.
  func didShow(_ path: String, _ version: FileVersion? = nil) {
    if version == nil || reportedFiles[path]?.version != version { reportedFiles[path] = nil }
  }

  /// Adds a text that cannot be drawn, and reports it once while the failure lasts.
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

  /// The reason why a file cannot be opened. Opening may take long, so the result is stored until the file changes.
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

  func filesDidChange(_ paths: Set<String>) {
    for path in paths {
      files[path] = nil
      temporary.remove(path)
      unfinished.didChange(path)
      opened[path] = nil
    }
    retry.reset()
  }

  /// Forgets text failures, because the texts may have changed.
  func forgetTexts() { undrawn = [:] }

  /// Forgets failures that may have passed, so that their files and texts can be tried again.
  func forgetTemporary() {
    for path in temporary { files[path] = nil }
    temporary = []
    undrawn = undrawn.filter { $0.value == .never }
    // The cause may have gone without an event, for example on a network file system.
    opened = opened.filter { $0.value == nil }
    retry.disarm()
  }

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

/// Retries after failures. Each failure lengthens the pause.
final class ContentRetry {
  private let clock: any DisplayClock
  private let isBusy: () -> Bool
  private let tryAgain: () -> Void
  private var backoff = Backoff(first: 5_000_000_000, longest: 300_000_000_000)
  private var lastFailure: MonotonicTime?
  private var timer: (any DisplayTimer)?
  private var time: MonotonicTime?

  /// Nanoseconds without a failure. The next failure after them is a new trouble: it is reported, and tried again soon.
  static let peace: UInt64 = 600_000_000_000

  /// - Parameter isBusy: whether a retry must wait, because it would restart work that takes longer than a pause.
  init(clock: any DisplayClock, isBusy: @escaping () -> Bool, tryAgain: @escaping () -> Void) {
    (self.clock, self.isBusy, self.tryAgain) = (clock, isBusy, tryAgain)
  }

  func failed(_ retry: ContentFailure.Retry) {
    if let lastFailure, clock.now.nanoseconds(since: lastFailure) >= Self.peace { reset() }
    lastFailure = clock.now
    switch retry {
    case .never: break
    case .soon: arm(after: backoff.pause)
    case .seldom: arm(after: backoff.longest)
    }
  }

  /// Makes the next failure a new trouble, with the shortest pause.
  func reset() { backoff.reset() }

  func disarm() {
    timer?.disarm()
    time = nil
  }

  /// Arms the timer unless an earlier retry is planned: later failures do not delay the first one.
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

/// Files that are still being written. Usually they are complete soon, so a file is reported only after `patience`.
final class UnfinishedFiles {
  private struct File {
    var since: MonotonicTime
    /// Whether the file was unfinished when it was last opened, and has not changed since.
    var isAwaited = true
    /// The failure to report later; nil if there is none, or if it was reported.
    var failure: ContentFailure?
  }

  private let clock: any DisplayClock
  private let report: (_ path: String, ContentFailure) -> Void
  private var files: [String: File] = [:]
  private var timer: (any DisplayTimer)?

  /// Nanoseconds after which a file that is still being written is reported. A file that was just copied is complete by then.
  private static let patience: UInt64 = 15_000_000_000

  init(clock: any DisplayClock, report: @escaping (_ path: String, ContentFailure) -> Void) {
    self.clock = clock
    self.report = report
  }

  var isAny: Bool { files.values.contains(where: \.isAwaited) }

  /// Adds a file that is being written; the end of the writing is reported as a change.
  func add(_ path: String) { files[path, default: File(since: clock.now)].isAwaited = true }

  func remove(_ path: String) { files[path] = nil }

  func didChange(_ path: String) { files[path]?.isAwaited = false }

  /// Keeps the failure of a file until the file has been unfinished for `patience`; false if the file is not being written.
  func keep(_ failure: ContentFailure, of path: String) -> Bool {
    guard files[path]?.isAwaited == true else {
      files[path] = nil
      return false
    }
    files[path]?.failure = failure
    reportOverdue()
    return true
  }

  func close() { timer?.disarm() }

  /// Reports files that have been unfinished for `patience`, and arms the timer for the next one.
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
