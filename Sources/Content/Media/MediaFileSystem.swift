internal import Glibc
internal import Rasterizing

/// The calls to the file system, with failures in words for people.
nonisolated struct MediaFileSystem {
  /// The user that reads the files, for messages.
  let user: String

  /// The status of a file; follows symbolic links.
  func status(_ path: String) throws(MediaTrouble) -> stat {
    guard path.utf8.first == UInt8(ascii: "/"), !path.utf8.contains(0) else {
      throw .system(path: path, reason: "it is no absolute path")
    }
    var status = stat()
    guard stat(path, &status) == 0 else { throw trouble(path, errno) }
    return status
  }

  /// The version of a regular file without opening it; nil for anything else.
  func version(_ path: String) -> FileVersion? {
    guard let status = try? status(path), status.st_mode & S_IFMT == S_IFREG else { return nil }
    return FileVersion(status)
  }

  /// Opens a regular file only, because a pipe would block and opening a device might act. The caller owns the descriptor.
  func open(_ path: String) throws(MediaTrouble) -> (descriptor: Int32, version: FileVersion) {
    try check(status(path), path)
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw trouble(path, errno) }
    var status = stat()
    do throws(MediaTrouble) {
      guard fstat(descriptor, &status) == 0 else { throw trouble(path, errno) }
      // The path may belong to another file now.
      try check(status, path)
    } catch {
      close(descriptor)
      throw error
    }
    return (descriptor, FileVersion(status))
  }

  /// The first bytes of a regular file, as many as it takes to detect the format.
  func beginning(of path: String) throws(MediaTrouble) -> [UInt8] {
    let (descriptor, _) = try open(path)
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    // Few bytes are enough for all formats except SVG.
    for count in [4_096, FileFormat.examinedBytes] {
      bytes = try read(descriptor, count, path)
      guard case .other = FileFormat(bytes), bytes.count == count else { break }
    }
    return bytes
  }

  private func read(_ descriptor: Int32, _ count: Int, _ path: String) throws(MediaTrouble) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var result = pread(descriptor, &bytes, count, 0)
    while result < 0 && errno == EINTR { result = pread(descriptor, &bytes, count, 0) }
    guard result >= 0 else { throw trouble(path, errno) }
    return Array(bytes.prefix(result))
  }

  /// The names of the regular files in a folder that `counts` accepts, at most `limit`, in any order.
  func names(inFolder path: String, limit: Int, counts: (String) -> Bool) throws(MediaTrouble) -> [String] {
    guard try status(path).st_mode & S_IFMT == S_IFDIR else { throw .isNoFolder(path: path) }
    guard let folder = opendir(path) else { throw trouble(path, errno) }
    defer { closedir(folder) }
    var names: [String] = []
    while names.count < limit, let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard counts(name), isRegular(name, entry.pointee.d_type, in: folder) else { continue }
      names.append(name)
    }
    return names
  }

  private func isRegular(_ name: String, _ type: UInt8, in folder: OpaquePointer) -> Bool {
    switch Int(type) {
    case Int(DT_REG): return true
    // Some file systems report no type, and a link may point to a file.
    case Int(DT_LNK), Int(DT_UNKNOWN):
      var status = stat()
      return fstatat(dirfd(folder), name, &status, 0) == 0 && status.st_mode & S_IFMT == S_IFREG
    default: return false
    }
  }

  private func check(_ status: stat, _ path: String) throws(MediaTrouble) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: if status.st_size == 0 { throw .isEmpty(path: path) }
    case S_IFDIR: throw .isFolder(path: path)
    default: throw .isNoFile(path: path)
    }
  }

  static var currentUser: String {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var space = [CChar](repeating: 0, count: 1 << 14)
    guard getpwuid_r(geteuid(), &entry, &space, space.count, &found) == 0, found != nil, let name = entry.pw_name else {
      return "user \(geteuid())"
    }
    return String(cString: name)
  }

  func trouble(_ path: String, _ error: Int32) -> MediaTrouble {
    switch error {
    case ENOENT, ENOTDIR: .missing(path: path)
    case EACCES, EPERM: .notReadable(path: path, user: user)
    default: .system(path: path, reason: String(cString: strerror(error)))
    }
  }
}

nonisolated extension FileVersion {
  init(_ status: stat) {
    func nanoseconds(_ time: timespec) -> Int64 {
      let (seconds, overflow) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
      return overflow ? .max : seconds &+ Int64(time.tv_nsec)
    }
    self.init(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: UInt64(clamping: status.st_size),
      modified: nanoseconds(status.st_mtim), changed: nanoseconds(status.st_ctim))
  }
}
