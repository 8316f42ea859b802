internal import Glibc

/// Reads a configuration from a file.
public enum ConfigurationFile {
  /// The largest size of a file: a megabyte.
  public static let maximumBytes = 1 << 20

  /// The usual name of such a file.
  public static let sample = "marquee.yaml"

  /// Reads a regular file that the user names (open(2), fstat(2), read(2)), without waiting; `sample` is an example name for messages.
  package static func read(
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
    // The size may have changed, and is zero on some file systems. Only the end of the file proves that everything was read.
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

/// The reason why a file that the user names could not be read.
public enum ConfigurationFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// ENOENT or ENOTDIR.
  case missing(path: String)
  /// EACCES or EPERM.
  case notPermitted(path: String)
  /// The path is a directory; the message suggests a file with the name of the sample in it.
  case directory(path: String, sample: String = ConfigurationFile.sample)
  /// A device, a pipe or a socket.
  case notRegular(path: String)
  case tooLarge(path: String, limit: Int = ConfigurationFile.maximumBytes)
  /// Any other errno.
  case unreadable(path: String, errno: Int32)

  /// The fault, the file and the remedy.
  public var description: String {
    switch self {
    case .missing(let path):
      "\(path): there is no such file; give the name of an existing file, or create it"
    case .notPermitted(let path):
      "\(path): no permission to read it; let the user that runs this read the file and enter its directories"
    case .directory(let path, let sample):
      "\(path): is a directory; expected a file, as \(path.hasSuffix("/") ? path : path + "/")\(sample)"
    case .notRegular(let path):
      "\(path): is a device, a pipe or a socket; expected a regular file"
    case .tooLarge(let path, let limit):
      "\(path): is larger than \(limit) bytes; is it the right file?"
    case .unreadable(let path, let errno):
      "\(path): could not be read (errno \(errno))"
    }
  }
}
