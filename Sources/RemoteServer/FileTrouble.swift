internal import Foundation

/// Why the system refused a file or a directory, in plain words.
enum FileTrouble {
  /// The words for an errno.
  static func words(_ number: Int32) -> String {
    switch number {
    case ENOENT: "it is not there"
    case ENOTDIR: "it is no directory"
    case EISDIR: "it is a directory"
    case EACCES, EPERM: "this program’s user may not use it"
    case EROFS: "its disk is read-only"
    case ENOSPC, EDQUOT: "its disk is full"
    default: String(cString: strerror(number))
    }
  }

  /// Writes all of it; the errno where that failed (write(2)).
  static func write(_ bytes: Data, to file: Int32) -> Int32? {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count < 0 ? errno : ENOSPC }
      rest = rest.dropFirst(count)
    }
    return nil
  }
}
