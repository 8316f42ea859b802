import Content
import Rasterizing

/// Files that the test makes and takes away.
@MainActor
final class StandInMedia: MediaLibrary {
  private final class FilesWatch: MediaWatch {
    let paths: Set<String>
    let didChange: (Set<String>) -> Void

    init(_ paths: Set<String>, _ didChange: @escaping (Set<String>) -> Void) {
      self.paths = paths
      self.didChange = didChange
    }
  }

  private struct WeakWatch {
    weak var watch: FilesWatch?
  }

  private var files: [String: FileVersion] = [:]
  private var troubles: [String: MediaTrouble] = [:]
  private var watches: [WeakWatch] = []
  private var lastVersion: Int64 = 0
  /// How often files were opened.
  private(set) var opened = 0

  /// How many are looked after now.
  var watchedPaths: Set<String> {
    watches.compactMap(\.watch).reduce(into: []) { $0.formUnion($1.paths) }
  }

  /// A file is there, or is another from now on: its picture has that number.
  func put(_ path: String, _ inode: UInt64) {
    lastVersion += 1
    files[path] = FileVersion(device: 1, inode: inode, size: 1, modified: lastVersion)
    troubles[path] = nil
    notify(path)
  }

  func remove(_ path: String) {
    files[path] = nil
    notify(path)
  }

  /// Removes a file without a notification.
  func removeUnheard(_ path: String) { files[path] = nil }

  func fail(_ trouble: MediaTrouble, _ path: String) {
    troubles[path] = trouble
    notify(path)
  }

  /// Reports a change although the file is the same, as when its wait ends after it was opened.
  func announce(_ path: String) { notify(path) }

  func inode(_ path: String) -> UInt64? { files[path]?.inode }

  func open(_ path: String) throws(MediaTrouble) -> MediaFile {
    opened += 1
    if let trouble = troubles[path] { throw trouble }
    guard let version = files[path] else { throw .missing(path: path) }
    return MediaFile(descriptor: -1, version: version) {}
  }

  func pictures(inFolder path: String) throws(MediaTrouble) -> [String] {
    if let trouble = troubles[path] { throw trouble }
    let found = files.keys.filter { $0.hasPrefix(path + "/") }.sorted()
    return found
  }

  func watch(_ paths: Set<String>, didChange: @escaping (Set<String>) -> Void) -> any MediaWatch {
    let watch = FilesWatch(paths, didChange)
    watches.removeAll { $0.watch == nil }
    watches.append(WeakWatch(watch: watch))
    return watch
  }

  /// Its files have no descriptors that tell a folder.
  func confined(to folder: String, rule: String) -> any MediaLibrary { self }

  private func notify(_ path: String) {
    let folder = path.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
    for watch in watches.compactMap(\.watch) {
      let concerned = watch.paths.intersection([path, folder])
      if !concerned.isEmpty { watch.didChange(concerned) }
    }
  }
}
