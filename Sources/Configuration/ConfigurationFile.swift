import Glibc

/// Reads a configuration from a file.
public enum ConfigurationFile {
  /// The most bytes that are read: a megabyte.
  public static let maximumBytes = 1 << 20

  /// What a file is called that is no other one.
  public static let sample = "marquee.yaml"

  /// Reads and checks a file.
  ///
  /// - Throws: `ConfigurationFileError` when it cannot be read, `ConfigurationErrors` when its content is wrong.
  public static func load(_ path: String) throws -> Configuration {
    try Configuration.parse(try read(path), file: path)
  }

  /// Reads the bytes of a file that the user names, of whatever kind (open(2), fstat(2), read(2)).
  ///
  /// It never waits, not even on a pipe.
  ///
  /// - Parameters:
  ///   - sample: What such a file is called, for messages.
  ///   - limit: The most bytes that it may have.
  public static func read(
    _ path: String, sample: String = sample, limit: Int = maximumBytes
  ) throws(ConfigurationFileError) -> [UInt8] {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .missing(path: path) }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw failure(errno, path, sample) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure(errno, path, sample) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .directory(path: path, sample: sample)
    default: throw .notRegular(path: path)
    }
    guard status.st_size <= limit else { throw .tooLarge(path: path, limit: limit) }
    var bytes: [UInt8] = []
    // The size may have changed since, and is zero for some file systems: only the end says that all was read.
    while bytes.count <= limit {
      var count = 0
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 65536) { buffer, initialized in
        count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        initialized = max(0, count)
      }
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw failure(errno, path, sample)
      }
      bytes += chunk
    }
    throw .tooLarge(path: path, limit: limit)
  }

  private static func failure(_ code: Int32, _ path: String, _ sample: String) -> ConfigurationFileError {
    switch code {
    case ENOENT, ENOTDIR: .missing(path: path)
    case EACCES, EPERM: .notPermitted(path: path)
    case EISDIR: .directory(path: path, sample: sample)
    case ENXIO, ENODEV: .notRegular(path: path)
    default: .unreadable(path: path, errno: code)
    }
  }
}
