internal import Glibc

/// The way of a path through directories and symbolic links: where something must change for it to lead elsewhere.
nonisolated enum PathTrace {
  /// What of a directory counts.
  enum Interest: Hashable {
    /// Only that it is there by that name.
    case itself
    case entry(String)
    /// All entries.
    case entries
  }

  /// As many symbolic links as the kernel follows.
  private static let mostLinks = 40

  /// Goes along an absolute path as far as it leads, and tells of each directory before it looks at what counts in it, so that no
  /// change falls between.
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
        // Rights are the directory's, and a change of them is told by the one above it.
        if !directory.isEmpty { visit(above(directory), .entry(lastName(of: directory))) }
        return
      case .other: return
      }
    }
  }

  /// The path of an entry of a folder.
  static func entry(_ name: String, of folder: String) -> String {
    folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
  }

  /// The folder of a path, without a slash at its end; empty for what lies at the top.
  static func folder(of path: String) -> String { parent(of: path) }

  private enum Kind: Equatable {
    case directory
    case link(to: String)
    /// It is not for us to look at.
    case closed
    /// A file, or nothing.
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

  /// The names on the way, the last one first.
  private static func components(of path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).reversed().compactMap { String($0) }.filter { $0 != "." }
  }

  private static func parent(of directory: String) -> String {
    // By bytes: a name may begin with a mark that belongs to the letter before it.
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
