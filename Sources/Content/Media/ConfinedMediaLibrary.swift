internal import Glibc
package import Rasterizing

/// The files of another library that are in one folder. A file is checked whenever it is opened, because a symbolic link may have replaced
/// it.
package final class ConfinedMediaLibrary: MediaLibrary {
  private let library: any MediaLibrary
  private let folder: String
  private let rule: String

  /// - Parameter rule: the reason for a file outside the folder, as a sentence.
  package init(_ library: any MediaLibrary, folder: String, rule: String) {
    self.library = library
    self.folder = folder
    self.rule = rule
  }

  package func open(_ path: String) throws(MediaTrouble) -> MediaFile {
    let file = try library.open(path)
    // The path of the opened file itself, after all symbolic links.
    guard let found = Self.real("/proc/self/fd/\(file.descriptor)"), holds(found) else { throw outside(path) }
    return file
  }

  package func pictures(inFolder path: String) throws(MediaTrouble) -> [String] {
    guard let found = Self.real(path), holds(found) else { throw outside(path) }
    return try library.pictures(inFolder: path)
  }

  package func watch(_ paths: Set<String>, didChange: @escaping (Set<String>) -> Void) -> any MediaWatch {
    library.watch(paths, didChange: didChange)
  }

  private func holds(_ found: String) -> Bool {
    Self.real(folder).map { found.hasPrefix($0 == "/" ? $0 : $0 + "/") } ?? false
  }

  private func outside(_ path: String) -> MediaTrouble {
    .system(path: path, reason: "\(rule); copy the file there")
  }

  private static func real(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }
}
