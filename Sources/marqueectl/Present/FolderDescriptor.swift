import Glibc

/// An open folder in which names are looked up, so that nobody can put a link in the way (openat(2), `O_NOFOLLOW`).
///
/// The path that it begins with is the administrator's, and may be a link.
struct FolderDescriptor: ~Copyable {
  let number: Int32
  /// What it was when it was opened.
  let status: stat

  /// Opens a path.
  init(_ path: String) throws(TerminalError) {
    try self.init(number: open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), path)
  }

  /// Opens a folder in another one.
  init(_ name: String, in folder: borrowing FolderDescriptor) throws(TerminalError) {
    try self.init(number: openat(folder.number, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), name)
  }

  private init(number: Int32, _ name: String) throws(TerminalError) {
    guard number >= 0 else { throw TerminalError(what: "\(name) could not be opened", errno: errno) }
    var status = stat()
    _ = fstat(number, &status)
    (self.number, self.status) = (number, status)
  }

  deinit { close(number) }

  /// Makes a folder in it, where there is none of that name; whether there was none.
  func make(_ name: String, mode: UInt32) throws(TerminalError) -> Bool {
    if mkdirat(number, name, mode) == 0 { return true }
    guard errno == EEXIST else { throw TerminalError(what: "\(name) could not be made", errno: errno) }
    return false
  }

  /// The names in it.
  func names() -> [String] {
    guard let stream = fdopendir(openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Whether all that was done in it is on the disk.
  func sync() -> Bool { fsync(number) == 0 }
}
