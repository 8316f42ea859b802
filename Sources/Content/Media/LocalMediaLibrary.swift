internal import ContentModel
internal import DisplayTypes
package import EventLoop
internal import Glibc
package import Rasterizing
internal import SystemPackage

/// The files of this machine. inotify reports their changes, which are gathered into at most two rounds a second. It does not report
/// changes that other machines make on a network file system. They are noticed when the file is next opened. The library belongs to the
/// thread of its event loop, which a slow disk delays.
package final class LocalMediaLibrary: MediaLibrary {
  /// Waiting times, in nanoseconds.
  package struct Delays {
    /// The time without changes after which a file is complete.
    package var quiet: UInt64 = 1_000_000_000
    /// The same for a file whose writing was seen to begin.
    package var begun: UInt64 = 10_000_000_000
    /// The time from a change to its report, so that related changes are reported together.
    package var gathering: UInt64 = 30_000_000
    /// The time between two rounds of changes.
    package var round: UInt64 = 500_000_000

    package init() {}
  }

  private let loop: EventLoop
  private let files: MediaFileSystem
  private let gathering: UInt64
  private let round: UInt64
  private let report: (String) -> Void
  private var quiet: FileSettling
  private var watches: [WeakWatch] = []
  private var follower: PathFollower?
  private var changes: Set<String> = []
  private var lastRound = MonotonicTime.zero
  private var followerWatch: Watch?
  private var mounts: MountTable?
  private var hasReported = false
  private lazy var roundTimer = loop.makeTimer { [weak self] in self?.endRound() }
  private lazy var quietTimer = loop.makeTimer { [weak self] in self?.quietTimePassed() }

  private struct WeakWatch {
    weak var watch: PathWatch?
  }

  /// The limit of names in a folder.
  private static let mostNames = 50_000

  /// - Parameter report: receives, once, the reason why changes are not noticed immediately.
  package init(
    loop: EventLoop, user: String? = nil, delays: Delays = Delays(), report: @escaping (_ sentence: String) -> Void
  ) {
    self.loop = loop
    files = MediaFileSystem(user: user ?? MediaFileSystem.currentUser)
    gathering = delays.gathering
    round = delays.round
    self.report = report
    quiet = FileSettling(usualWait: delays.quiet, begunWait: delays.begun)
  }

  package var watchCounts: (paths: Int, directories: Int) {
    (follower?.paths.count ?? 0, follower?.directoryCount ?? 0)
  }

  /// Opens a regular file that is complete. If the file is still being written, the watches of its path or folder report the end later.
  package func open(_ path: String) throws(MediaTrouble) -> MediaFile {
    let (descriptor, version) = try files.open(path)
    guard quiet.isQuiet(path, version, wallTime: Self.wallTime, now: .now) else {
      close(descriptor)
      armQuietTimer()
      throw .isBeingWritten(path: path)
    }
    return MediaFile(descriptor: descriptor, version: version) { close(descriptor) }
  }

  /// The picture files of a folder in the order of `FileNameOrder`, limited to the number of items in a playlist.
  package func pictures(inFolder path: String) throws(MediaTrouble) -> [String] {
    let names = try files.names(inFolder: path, limit: Self.mostNames, counts: PictureFiles.isShown)
    return names.sorted(by: FileNameOrder.isBefore).prefix(PlaylistDescription.mostItems).map {
      PathTrace.entry($0, of: path)
    }
  }

  /// Watches paths, also of missing files. Changes between this call and the opening of a file are reported.
  package func watch(_ paths: Set<String>, didChange: @escaping (Set<String>) -> Void) -> any MediaWatch {
    let watch = PathWatch(paths: paths, didChange: didChange)
    watches.append(WeakWatch(watch: watch))
    if !paths.isEmpty { startFollowing() }
    forgetUnwatched()
    if let follower {
      for path in paths.subtracting(follower.paths) { follower.follow(path) }
      reportObstacle(follower.obstacle?.description)
    }
    return watch
  }

  private func startFollowing() {
    guard follower == nil else { return }
    do {
      let follower = try PathFollower(counts: PictureFiles.isShown)
      followerWatch = try loop.watch(follower.descriptor, for: .readable) { [weak self] _ in self?.receiveEvents() }
      self.follower = follower
    } catch {
      return reportObstacle(error.description)
    }
    mounts = MountTable(loop: loop) { [weak self] in self?.mountsChanged() }
  }

  private func reportObstacle(_ reason: String?) {
    guard let reason, !hasReported else { return }
    hasReported = true
    report(
      "changes of media files are noticed only when their item is next shown (\(reason)); "
        + "raise fs.inotify.max_user_watches and fs.inotify.max_user_instances")
  }

  private func forgetUnwatched() {
    watches.removeAll { $0.watch == nil }
    guard let follower else { return }
    let wanted = watches.reduce(into: Set<String>()) { $0.formUnion($1.watch?.paths ?? []) }
    for path in follower.paths.subtracting(wanted) { follower.forget(path) }
  }

  /// Begins a round: all events until its end are read together.
  private func receiveEvents() {
    followerWatch?.update([])
    armRoundTimer()
  }

  private func mountsChanged() {
    follower?.followAllAnew()
    changes.formUnion(follower?.paths ?? [])
    armRoundTimer()
  }

  private func armRoundTimer() {
    let now = MonotonicTime.now
    let earliest = lastRound == .zero ? now : lastRound.advanced(by: round)
    roundTimer.arm(at: max(now.advanced(by: gathering), earliest))
  }

  private func endRound() {
    lastRound = .now
    forgetUnwatched()
    if let found = follower?.takeChanges() {
      for path in found.begun { quiet.begin(path) }
      for path in found.finished { quiet.finish(path, files.version(path)) }
      changes.formUnion(found.paths)
      reportObstacle(follower?.obstacle?.description)
    }
    followerWatch?.update(.readable)
    armQuietTimer()
    notify()
  }

  private func quietTimePassed() {
    forgetUnwatched()
    for path in quiet.expire(now: .now, version: files.version, isWanted: isWatched) {
      changes.insert(path)
      // Notify watches of a folder however its path is written.
      let folder = PathTrace.folder(of: path)
      changes.formUnion([folder, folder + "/"])
    }
    armQuietTimer()
    if !changes.isEmpty { armRoundTimer() }
  }

  private func isWatched(_ path: String) -> Bool {
    let folder = PathTrace.folder(of: path)
    return watches.contains { entry in
      guard let paths = entry.watch?.paths else { return false }
      return paths.contains(path) || paths.contains(folder) || paths.contains(folder + "/")
    }
  }

  private func armQuietTimer() {
    if let deadline = quiet.deadline { quietTimer.arm(at: deadline) } else { quietTimer.disarm() }
  }

  private func notify() {
    let notified = changes
    changes = []
    guard !notified.isEmpty else { return }
    for entry in watches {
      guard let watch = entry.watch else { continue }
      let its = watch.paths.intersection(notified)
      if !its.isEmpty { watch.didChange(its) }
    }
  }

  private static var wallTime: Int64 {
    var time = timespec()
    guard clock_gettime(CLOCK_REALTIME, &time) == 0 else { return 0 }
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}

/// A watch of `LocalMediaLibrary`, which refers to it weakly.
final class PathWatch: MediaWatch {
  let paths: Set<String>
  let didChange: (Set<String>) -> Void

  init(paths: Set<String>, didChange: @escaping (Set<String>) -> Void) {
    self.paths = paths
    self.didChange = didChange
  }
}

/// The pictures and videos of a folder, by their names.
nonisolated enum PictureFiles {
  /// In lower case.
  static let endings = ["png", "jpg", "jpeg", "webp", "gif", "svg", "svgz", "avif", "heic", "heif"]

  /// Whether a name is not hidden and has the ending of a format of pictures or videos, in lower or upper case.
  static func isShown(_ name: String) -> Bool {
    name.utf8.first != UInt8(ascii: ".") && (MediaPath.has(endings, name) || MediaPath.isVideo(name))
  }
}

/// Finds files whose writing has ended, because an incomplete file is not shown. The kernel does not report whether a file is open for
/// writing. A file that was closed after writing, or moved to its place, is complete immediately. Any other file is complete after some
/// time without changes. This is a value; the clocks are parameters.
struct FileSettling {
  /// Nanoseconds without changes after which a file is complete.
  let usualWait: UInt64
  /// The same for a file whose writing was seen to begin and not yet to end, because a slow network pauses.
  let begunWait: UInt64

  private struct Wait {
    var version: FileVersion
    var until: MonotonicTime
  }

  private var finished: [String: FileVersion] = [:]
  private var begun: Set<String> = []
  private var waits: [String: Wait] = [:]
  /// The limit of stored files; a file beyond it waits for the usual time.
  private static let most = 4_096

  init(usualWait: UInt64, begunWait: UInt64) {
    self.usualWait = usualWait
    self.begunWait = begunWait
  }

  /// The next time for `expire`; nil while no file waits.
  var deadline: MonotonicTime? { waits.values.lazy.map(\.until).min() }

  mutating func begin(_ path: String) {
    if begun.count >= Self.most { begun = [] }
    begun.insert(path)
    finished[path] = nil
  }

  /// Notes the end of writing, or a move of the complete file to this path. A nil version means that the file is gone again.
  mutating func finish(_ path: String, _ version: FileVersion?) {
    begun.remove(path)
    waits[path] = nil
    if finished.count >= Self.most { finished = [:] }
    finished[path] = version
  }

  /// Whether a file is complete; otherwise it begins to wait. `wallTime` is on the clock of the files, and `now` on the clock of
  /// `deadline`.
  mutating func isQuiet(_ path: String, _ version: FileVersion, wallTime: Int64, now: MonotonicTime) -> Bool {
    if finished[path] == version { return true }
    let wait = begun.contains(path) ? begunWait : usualWait
    // A change time in the future does not show the age, because a clock may have been set back. Unless the difference is small,
    // the file counts as complete.
    let (age, overflow) = wallTime.subtractingReportingOverflow(version.modified)
    if overflow || age.magnitude >= wait { return true }
    if let known = waits[path], known.version == version { return false }
    if waits.count < Self.most { waits[path] = Wait(version: version, until: now.advanced(by: wait)) }
    return false
  }

  /// Returns the wanted files that have waited long enough, or are gone.
  mutating func expire(
    now: MonotonicTime, version: (String) -> FileVersion?, isWanted: (String) -> Bool
  ) -> Set<String> {
    var ended: Set<String> = []
    for (path, wait) in waits where wait.until <= now {
      guard isWanted(path) else {
        waits[path] = nil
        continue
      }
      let current = version(path)
      if let current, current != wait.version {
        waits[path] = Wait(version: current, until: now.advanced(by: begun.contains(path) ? begunWait : usualWait))
      } else {
        finish(path, current)
        ended.insert(path)
      }
    }
    return ended
  }
}
