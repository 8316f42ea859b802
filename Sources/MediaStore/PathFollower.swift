internal import SystemPackage

/// Follows paths through the directories on their way, by inotify.
///
/// What is watched are directories, never files: a file that is replaced by another of its name is seen by its directory alone.
final class PathFollower {
  /// More directories are not watched at a time, of the user's `fs.inotify.max_user_watches`.
  static let mostDirectories = 512

  /// Who is interested in a directory: paths that are followed.
  private struct Directory {
    var itself: Set<String> = []
    var entries: [String: Set<String>] = [:]
    var all: Set<String> = []

    var paths: Set<String> { entries.values.reduce(itself.union(all)) { $0.union($1) } }

    mutating func forget(_ path: String) {
      itself.remove(path)
      all.remove(path)
      for (name, paths) in entries where paths.contains(path) {
        entries[name] = paths.count > 1 ? paths.subtracting([path]) : nil
      }
    }
  }

  private let notifier: FileNotifier
  /// Says whether an entry of a folder that is followed counts.
  private let counts: (_ name: String) -> Bool
  private var directories: [Int32: Directory] = [:]
  /// The directories on the way of each path.
  private var ways: [String: Set<Int32>] = [:]
  /// Why some directory is not watched; nil where all are.
  private(set) var obstacle: Errno?

  init(counts: @escaping (_ name: String) -> Bool) throws(Errno) {
    notifier = try FileNotifier()
    self.counts = counts
  }

  /// Readable while something has happened.
  var descriptor: Int32 { notifier.descriptor }
  /// The paths that are followed.
  var paths: Set<String> { Set(ways.keys) }
  /// How many directories are watched.
  var directoryCount: Int { directories.count }

  /// Follows an absolute path, or follows it anew.
  func follow(_ path: String) {
    let old = ways[path] ?? []
    for key in old { directories[key]?.forget(path) }
    ways[path] = []
    PathTrace.follow(path) { directory, interest in add(path, to: directory, interest) }
    removeUnused(old)
  }

  /// Follows it no more.
  func forget(_ path: String) {
    guard let keys = ways.removeValue(forKey: path) else { return }
    for key in keys { directories[key]?.forget(path) }
    removeUnused(keys)
  }

  /// Takes all that has happened, and follows anew what may lead elsewhere now.
  func takeChanges() -> PathChanges {
    var changes = PathChanges()
    var isLost = false
    var turned: Set<String> = []
    notifier.read { event in
      if event.events.contains(.overflow) { isLost = true }
      note(event, in: &changes, turned: &turned)
    }
    if isLost {
      turned = paths
      changes.paths = paths
    }
    for path in turned where ways[path] != nil { follow(path) }
    return changes
  }

  /// Follows every path anew, as after a file system was mounted.
  func followAllAnew() {
    for path in paths { follow(path) }
  }

  private func note(_ event: FileEvent, in changes: inout PathChanges, turned: inout Set<String>) {
    guard let directory = directories[event.directory] else { return }
    if event.events.contains(.ended) { directories[event.directory] = nil }
    if !event.events.isDisjoint(with: [.itself, .unmounted, .ended]) {
      let paths = directory.paths
      turned.formUnion(paths)
      changes.paths.formUnion(paths)
    }
    guard !event.name.isEmpty else { return }
    var files = directory.entries[event.name] ?? []
    let isContent = event.events == .closedAfterWriting
    if !isContent { turned.formUnion(files) }
    changes.paths.formUnion(files)
    if !directory.all.isEmpty, counts(event.name) {
      changes.paths.formUnion(directory.all)
      files.formUnion(directory.all.map { PathTrace.entry(event.name, of: $0) })
    }
    if !event.events.isDisjoint(with: [.closedAfterWriting, .movedHere]) {
      changes.finished.formUnion(files)
      changes.begun.subtract(files)
    } else if event.events.contains(.created) {
      changes.begun.formUnion(files)
      changes.finished.subtract(files)
    }
  }

  private func add(_ path: String, to directory: String, _ interest: PathTrace.Interest) {
    let key: Int32
    do {
      let events: FileEvents = interest == .itself ? .itself : .entries
      key = try notifier.add(directory, events)
    } catch .noSuchFileOrDirectory, .notDirectory, .permissionDenied {
      // Gone, another one, or not ours to look into: what can be seen of that is told by the directory above.
      return
    } catch {
      obstacle = error
      return
    }
    guard directories[key] != nil || directories.count < Self.mostDirectories else {
      notifier.remove(key)
      obstacle = .noSpace
      return
    }
    switch interest {
    case .itself: directories[key, default: Directory()].itself.insert(path)
    case .entry(let name): directories[key, default: Directory()].entries[name, default: []].insert(path)
    case .entries: directories[key, default: Directory()].all.insert(path)
    }
    ways[path]?.insert(key)
  }

  private func removeUnused(_ keys: Set<Int32>) {
    for key in keys {
      guard let directory = directories[key], directory.paths.isEmpty else { continue }
      directories[key] = nil
      notifier.remove(key)
    }
  }
}
