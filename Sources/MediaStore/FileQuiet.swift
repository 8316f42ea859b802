internal import DisplayTypes
internal import Rasterizing

/// Which files have come to rest: a file that somebody is still writing is not shown.
///
/// Nobody can be asked whether a file is open for writing. So one that was closed after writing, or that was moved into its place, is at
/// rest at once; any other is when it has not changed for a while, which for most is long ago. A value; the clocks are parameters.
struct FileQuiet {
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
