internal import ContentModel
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
public final class LocalMediaLibrary: MediaLibrary {
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
  private let files: MediaFileSystem
  private let delays: Delays
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
    files = MediaFileSystem(user: user ?? MediaFileSystem.currentUser)
    self.delays = delays
    self.report = report
    quiet = FileSettling(usualWait: delays.quiet, begunWait: delays.begun)
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

/// What `LocalMediaLibrary.watch` returns; the store holds it weakly.
final class PathWatch: MediaWatch {
  let paths: Set<String>
  let didChange: (Set<String>) -> Void

  init(paths: Set<String>, didChange: @escaping (Set<String>) -> Void) {
    self.paths = paths
    self.didChange = didChange
  }
}

/// Which files of a folder are pictures, by their names.
nonisolated enum PictureFiles {
  /// What their names end with, in small letters.
  static let endings = ["png", "jpg", "jpeg", "webp", "gif", "svg", "svgz", "avif"]

  /// Whether a name is a picture's: not hidden, and with the ending of a format that can be shown, in small or large letters.
  static func isPicture(_ name: String) -> Bool {
    guard name.utf8.first != UInt8(ascii: "."), let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else {
      return false
    }
    let ending = name.utf8[name.utf8.index(after: dot)...]
    return endings.contains { known in
      known.utf8.elementsEqual(ending) { letter, other in letter == other || letter == other | 0x20 }
    }
  }
}

/// The order in which the files of a folder are shown: by their names, numbers in them by their value, the same on every machine.
nonisolated enum FileNameOrder {
  /// Whether `left` comes first; `2.jpg` before `10.jpg`, and what is equal but for zeros before a number by its bytes.
  static func isBefore(_ left: String, _ right: String) -> Bool {
    var first = left.utf8[...]
    var second = right.utf8[...]
    while let one = first.first, let two = second.first {
      if isDigit(one), isDigit(two) {
        let (number, other) = (takeNumber(from: &first), takeNumber(from: &second))
        if number.count != other.count { return number.count < other.count }
        if !number.elementsEqual(other) { return number.lexicographicallyPrecedes(other) }
      } else {
        if one != two { return one < two }
        first.removeFirst()
        second.removeFirst()
      }
    }
    if first.isEmpty, second.isEmpty { return left.utf8.lexicographicallyPrecedes(right.utf8) }
    return first.isEmpty
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// The digits at the beginning, without zeros before them.
  private static func takeNumber(from name: inout Substring.UTF8View) -> Substring.UTF8View {
    let digits = name.prefix(while: isDigit)
    name = name[digits.endIndex...]
    return digits.drop { $0 == UInt8(ascii: "0") }
  }
}

/// Which files have come to rest: a file that somebody is still writing is not shown.
///
/// Nobody can be asked whether a file is open for writing. So one that was closed after writing, or that was moved into its place, is at
/// rest at once; any other is when it has not changed for a while, which for most is long ago. A value; the clocks are parameters.
struct FileSettling {
  /// How long a file must have stayed as it is, in nanoseconds.
  let usualWait: UInt64
  /// The same for one of which somebody was seen to begin it, and not yet to end: a slow network pauses.
  let begunWait: UInt64

  private struct Wait {
    var version: FileVersion
    var until: MonotonicTime
  }

  /// Files whose writing has come to an end, in the state that they had then.
  private var finished: [String: FileVersion] = [:]
  private var begun: Set<String> = []
  private var waits: [String: Wait] = [:]
  /// More are not remembered; what is forgotten waits for the usual while.
  private static let most = 4_096

  init(usualWait: UInt64, begunWait: UInt64) {
    self.usualWait = usualWait
    self.begunWait = begunWait
  }

  /// When `expire` is to be called next; nil while nothing is waited for.
  var deadline: MonotonicTime? { waits.values.lazy.map(\.until).min() }

  /// Somebody has begun a file of that name.
  mutating func begin(_ path: String) {
    if begun.count >= Self.most { begun = [] }
    begun.insert(path)
    finished[path] = nil
  }

  /// Writing has come to an end, or the whole file was moved there; nil where it has gone again.
  mutating func finish(_ path: String, _ version: FileVersion?) {
    begun.remove(path)
    waits[path] = nil
    if finished.count >= Self.most { finished = [:] }
    finished[path] = version
  }

  /// Whether the file is at rest; where it is not, it is waited for from now on.
  ///
  /// - Parameters:
  ///   - wallTime: what the clock of the files shows, in nanoseconds since 1970.
  ///   - now: the present moment of the clock that `deadline` is of.
  mutating func isQuiet(_ path: String, _ version: FileVersion, wallTime: Int64, now: MonotonicTime) -> Bool {
    if finished[path] == version { return true }
    let wait = begun.contains(path) ? begunWait : usualWait
    // A clock that was set back makes files of the future, of which nothing can be said: they have rested, unless it is by little.
    let (age, overflow) = wallTime.subtractingReportingOverflow(version.modified)
    if overflow || age.magnitude >= wait { return true }
    if let known = waits[path], known.version == version { return false }
    if waits.count < Self.most { waits[path] = Wait(version: version, until: now.advanced(by: wait)) }
    return false
  }

  /// Looks at the files whose wait is over, and returns those that are at rest now, or are gone.
  ///
  /// - Parameter isWanted: whether anybody still wants to know.
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
        let length = begun.contains(path) ? begunWait : usualWait
        waits[path] = Wait(version: current, until: now.advanced(by: length))
      } else {
        finish(path, current)
        ended.insert(path)
      }
    }
    return ended
  }
}
