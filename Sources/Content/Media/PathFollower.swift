internal import Glibc
internal import SystemPackage

/// Follows paths through the directories on their way, by inotify. It watches directories, never files: if another file takes the name of a
/// file, only the directory reports that.
final class PathFollower {
  /// The most directories that are watched at a time; they count against the user's `fs.inotify.max_user_watches`.
  static let mostDirectories = 512

  /// The followed paths to which events of a directory matter.
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
  /// Whether an entry of a followed folder counts.
  private let counts: (_ name: String) -> Bool
  private var directories: [Int32: Directory] = [:]
  /// The directories on the way of each path.
  private var ways: [String: Set<Int32>] = [:]
  /// The reason why a directory is not watched; nil if all are.
  private(set) var obstacle: Errno?

  init(counts: @escaping (_ name: String) -> Bool) throws(Errno) {
    notifier = try FileNotifier()
    self.counts = counts
  }

  /// Readable when events are waiting.
  var descriptor: Int32 { notifier.descriptor }
  var paths: Set<String> { Set(ways.keys) }
  /// The number of watched directories.
  var directoryCount: Int { directories.count }

  /// Follows an absolute path; a followed path is traced again.
  func follow(_ path: String) {
    let old = ways[path] ?? []
    for key in old { directories[key]?.forget(path) }
    ways[path] = []
    PathTrace.follow(path) { directory, interest in add(path, to: directory, interest) }
    removeUnused(old)
  }

  func forget(_ path: String) {
    guard let keys = ways.removeValue(forKey: path) else { return }
    for key in keys { directories[key]?.forget(path) }
    removeUnused(keys)
  }

  /// Reads all waiting events, and traces paths again that may lead elsewhere now.
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

  /// Traces every path again, as after the mount of a file system.
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
      // The directory is gone, has been replaced, or may not be read. The directory above it reports every visible change of it.
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

struct PathChanges {
  /// Paths that may lead elsewhere, or to changed content.
  var paths: Set<String> = []
  /// Files that were closed after writing, or moved here complete, by the paths that contents name.
  var finished: Set<String> = []
  /// Files whose writing has begun.
  var begun: Set<String> = []
}

/// The way of a path through directories and symbolic links: the places at which a change makes the path lead elsewhere.
nonisolated enum PathTrace {
  /// The events of a directory that matter to a path.
  enum Interest: Hashable {
    /// Its own existence under its name.
    case itself
    case entry(String)
    case entries
  }

  /// As many symbolic links as the kernel follows.
  private static let mostLinks = 40

  /// Traces an absolute path as far as it exists. Calls `visit` for each directory before it examines the entry in it, so that no change is
  /// missed.
  static func follow(_ path: String, visit: (_ directory: String, _ interest: Interest) -> Void) {
    var rest = components(of: path)
    var directory = ""
    var links = 0
    while let name = rest.popLast() {
      if name == ".." {
        directory = parent(of: directory)
        continue
      }
      let entry = directory + "/" + name
      if kind(of: entry) == .directory, !rest.isEmpty {
        visit(entry, .itself)
        directory = entry
        continue
      }
      visit(directory.isEmpty ? "/" : directory, .entry(name))
      switch kind(of: entry) {
      case .directory:
        if rest.isEmpty {
          visit(entry, .entries)
        } else {
          visit(entry, .itself)
        }
        directory = entry
      case .link(let target):
        links += 1
        guard links <= mostLinks else { return }
        if target.utf8.first == UInt8(ascii: "/") { directory = "" }
        rest.append(contentsOf: components(of: target))
      case .closed:
        // Permissions belong to the directory, and the directory above it reports their change.
        if !directory.isEmpty { visit(above(directory), .entry(lastName(of: directory))) }
        return
      case .other: return
      }
    }
  }

  static func entry(_ name: String, of folder: String) -> String {
    folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
  }

  /// The folder of a path, without a slash at its end; empty for an entry of the root.
  static func folder(of path: String) -> String { parent(of: path) }

  private enum Kind: Equatable {
    case directory
    case link(to: String)
    /// The directory may not be searched.
    case closed
    /// A file, or no entry.
    case other
  }

  private static func kind(of path: String) -> Kind {
    var status = stat()
    guard lstat(path, &status) == 0 else { return errno == EACCES ? .closed : .other }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .directory
    case S_IFLNK:
      var target = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path, &target, target.count)
      guard count > 0 else { return .other }
      return .link(to: String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self))
    default: return .other
    }
  }

  /// The names on the way in reverse order.
  private static func components(of path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).reversed().compactMap { String($0) }.filter { $0 != "." }
  }

  private static func parent(of directory: String) -> String {
    // Compare bytes: a name may begin with a combining mark, which joins the slash to one character.
    directory.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(directory[..<$0]) } ?? ""
  }

  private static func above(_ directory: String) -> String {
    let parent = parent(of: directory)
    return parent.isEmpty ? "/" : parent
  }

  private static func lastName(of directory: String) -> String {
    directory.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(directory[directory.utf8.index(after: $0)...]) }
      ?? directory
  }
}
