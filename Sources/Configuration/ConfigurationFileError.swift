/// Why a file that the user names could not be read at all.
public enum ConfigurationFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no such file (ENOENT, ENOTDIR).
  case missing(path: String)
  /// The daemon's user may not read it (EACCES, EPERM).
  case notPermitted(path: String)
  /// It is a directory; a file in it would be called like the sample.
  case directory(path: String, sample: String = ConfigurationFile.sample)
  /// It is a device, a pipe or a socket.
  case notRegular(path: String)
  /// It has more bytes than it may have.
  case tooLarge(path: String, limit: Int = ConfigurationFile.maximumBytes)
  /// Anything else, with the errno.
  case unreadable(path: String, errno: Int32)

  /// What happened, to which file, and what to do.
  public var description: String {
    switch self {
    case .missing(let path):
      "\(path): there is no such file; name one that is there, or create it"
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
