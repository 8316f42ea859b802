internal import Glibc

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
}
