public import Content
internal import DisplayTypes
public import EventLoop
internal import Glibc
public import Rasterizing
internal import SystemPackage

/// The files of this machine.
///
/// Changes are heard of by inotify, and nothing wakes while there are none. A storm of them is gathered: a second has two rounds at most.
/// inotify says nothing of what other machines write on a network's file system; that is seen when the file is opened next. Belongs to
/// the thread of its event loop; a disk that is slow to answer delays that.
public final class MediaStore: MediaLibrary {
  /// How long things are waited for, in nanoseconds.
  public struct Delays {
    /// How long a file must have stayed as it is, where nobody was seen to close it.
    public var quiet: UInt64 = 1_000_000_000
    /// The same where somebody was seen to begin it.
    public var begun: UInt64 = 10_000_000_000
    /// From a change to the call that tells of it: what belongs together comes together.
    public var gathering: UInt64 = 30_000_000
    /// From one round of changes to the next.
    public var round: UInt64 = 500_000_000

    /// The usual ones.
    public init() {}
  }

  private let loop: EventLoop
  private let files: SystemFiles
  private let delays: Delays
  private let report: (String) -> Void
  private var quiet: FileQuiet
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

  /// How many names of a folder are looked at.
  private static let mostNames = 50_000

  /// Makes a store that has looked at nothing yet.
  ///
  /// - Parameters:
  ///   - loop: of the thread that it belongs to.
  ///   - user: who runs this program, for messages; nil asks the system.
  ///   - delays: others than the usual ones, for tests.
  ///   - report: is told, once, that changes cannot be heard of, and why.
  public init(
    loop: EventLoop, user: String? = nil, delays: Delays = Delays(), report: @escaping (_ sentence: String) -> Void
  ) {
    self.loop = loop
    files = SystemFiles(user: user ?? SystemFiles.currentUser)
    self.delays = delays
    self.report = report
    quiet = FileQuiet(usualWait: delays.quiet, begunWait: delays.begun)
  }

  /// How many paths are watched, and how many directories for them.
  public var watchCounts: (paths: Int, directories: Int) {
    (follower?.paths.count ?? 0, follower?.directoryCount ?? 0)
  }

  /// Opens a regular file whose writing has come to an end.
  ///
  /// Where it has not, whoever watches the path, or its folder, is told when it has.
  public func open(_ path: String) throws(MediaTrouble) -> MediaFile {
    let (descriptor, version) = try files.open(path)
    guard quiet.isQuiet(path, version, wallTime: Self.wallTime, now: .now) else {
      close(descriptor)
      armQuietTimer()
      throw .isBeingWritten(path: path)
    }
    return MediaFile(descriptor: descriptor, version: version) { close(descriptor) }
  }

  /// The picture files of a folder by their names, numbers in them by their value: at most as many as a playlist has items.
  public func pictures(inFolder path: String) throws(MediaTrouble) -> [String] {
    let names = try files.names(inFolder: path, limit: Self.mostNames, counts: PictureFiles.isPicture)
    return names.sorted(by: FileNameOrder.isBefore).prefix(PlaylistDescription.mostItems).map {
      PathTrace.entry($0, of: path)
    }
  }

  /// Watches paths, whether there is something or not.
  ///
  /// Watch first, then open: what changes in between is told.
  public func watch(_ paths: Set<String>, didChange: @escaping (Set<String>) -> Void) -> any MediaWatch {
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
      let follower = try PathFollower(counts: PictureFiles.isPicture)
      followerWatch = try loop.watch(follower.descriptor, for: .readable) { [weak self] _ in self?.somethingHappened() }
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
      "changes of media files are not heard of at once (\(reason)): they are seen when an item is shown next; "
        + "raise fs.inotify.max_user_watches and fs.inotify.max_user_instances")
  }

  /// Ends what was followed for watches that were let go.
  private func forgetUnwatched() {
    watches.removeAll { $0.watch == nil }
    guard let follower else { return }
    let wanted = watches.reduce(into: Set<String>()) { $0.formUnion($1.watch?.paths ?? []) }
    for path in follower.paths.subtracting(wanted) { follower.forget(path) }
  }

  /// Begins a round: what happens until its end is read at once then.
  private func somethingHappened() {
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
    let earliest = lastRound == .zero ? now : lastRound.advanced(by: delays.round)
    roundTimer.arm(at: max(now.advanced(by: delays.gathering), earliest))
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
    tell()
  }

  private func quietTimePassed() {
    forgetUnwatched()
    for path in quiet.expire(now: .now, version: files.version, isWanted: isWatched) {
      changes.insert(path)
      // Who watches a folder is told of the folder, however it is written.
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

  private func tell() {
    let told = changes
    changes = []
    guard !told.isEmpty else { return }
    for entry in watches {
      guard let watch = entry.watch else { continue }
      let its = watch.paths.intersection(told)
      if !its.isEmpty { watch.didChange(its) }
    }
  }

  private static var wallTime: Int64 {
    var time = timespec()
    guard clock_gettime(CLOCK_REALTIME, &time) == 0 else { return 0 }
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
