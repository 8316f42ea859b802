import Glibc
import Rasterizing
import Testing

/// Files for the pool: real files, and bytes from a test.
enum TestFile {
  /// Opens a file of the system or of the tree.
  static func open(_ path: String) throws -> MediaFile {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    try #require(descriptor >= 0, "\(path) cannot be opened (errno \(errno))")
    return try file(descriptor)
  }

  /// A file of the folder beside this one.
  static func sample(_ name: String) throws -> MediaFile { try open("\(samples)/\(name)") }

  /// Its bytes.
  static func bytes(ofSample name: String) throws -> [UInt8] { try bytes(of: try sample(name)) }

  static func bytes(ofTheTree path: String) throws -> [UInt8] { try bytes(of: try ofTheTree(path)) }

  private static func bytes(of file: MediaFile) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(file.version.size))
    let count = pread(file.descriptor, &bytes, bytes.count, 0)
    try #require(count == bytes.count)
    return bytes
  }

  /// The same file with its earlier contents.
  static func aged(_ file: MediaFile) -> MediaFile {
    var version = file.version
    version.modified -= 1
    return MediaFile(descriptor: file.descriptor, version: version) { _ = file }
  }

  /// A file of this tree, by its path from the top.
  static func ofTheTree(_ path: String) throws -> MediaFile { try open("\(folder)/../../\(path)") }

  private static var samples: String { folder + "/Samples" }
  private static var folder: String {
    let path = String(describing: #filePath)
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  /// A file without a name that holds these bytes.
  static func make(_ bytes: [UInt8]) throws -> MediaFile {
    let path = "/dev/shm/marquee-document-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0, "\(path) cannot be made (errno \(errno))")
    unlink(path)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, written) }
      try #require(count > 0)
      written += count
    }
    return try file(descriptor)
  }

  private static func file(_ descriptor: Int32) throws -> MediaFile {
    MediaFile(descriptor: descriptor, version: try version(descriptor)) { close(descriptor) }
  }

  static func version(_ descriptor: Int32) throws -> FileVersion {
    var status = stat()
    try #require(fstat(descriptor, &status) == 0)
    return FileVersion(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: UInt64(status.st_size),
      modified: Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec))
  }
}
