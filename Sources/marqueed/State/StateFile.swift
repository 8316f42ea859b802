import Glibc
import JSONCoding
import KeptFiles
import Scenes
import SystemPackage

/// The file of the state, in a directory that no other daemon uses.
struct StateFile {
  /// The file.
  let file: KeptFile
  private let directory: String

  /// Makes the directory where it is missing.
  init(directory: String) throws(DaemonError) {
    self.directory = directory
    file = KeptFile("state.json", in: directory)
    var made = ""
    for part in directory.split(separator: "/", omittingEmptySubsequences: false) {
      made += made.isEmpty && part.isEmpty ? "/" : made.hasSuffix("/") || made.isEmpty ? String(part) : "/\(part)"
      if made != "/", mkdir(made, 0o700) != 0, errno != EEXIST {
        throw .state(path: directory, reason: String(cString: strerror(errno)))
      }
    }
    var status = stat()
    guard stat(directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw .state(path: directory, reason: String(cString: strerror(ENOTDIR)))
    }
    // A disk that the kernel has made read-only after an error must not darken the displays.
    guard access(directory, W_OK) == 0 || errno == EROFS else {
      throw .state(path: directory, reason: String(cString: strerror(errno)))
    }
  }

  /// Keeps other daemons away from the directory as long as this process lives (flock(2)).
  func lock() throws(DaemonError) {
    let folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw .state(path: directory, reason: "\(Errno(rawValue: errno))") }
    // It stays open: the lock ends with the process, whatever ends that.
    guard flock(folder, LOCK_EX | LOCK_NB) != 0 else { return }
    let error = errno
    close(folder)
    guard error == EWOULDBLOCK else {
      throw .state(path: directory, reason: "it cannot be locked: \(Errno(rawValue: error))")
    }
    throw .stateInUse(directory: directory)
  }

  /// How the state is kept.
  static var format: KeptFormat<PersistentState> {
    let encoder = StateEncoder()
    return KeptFormat(
      what: "what is chosen is", loss: "everything begins anew", read: read,
      // On one line: what apps keep may be many small values, each of which would get a line of its own.
      text: { try? encoder.encode($0) })
  }

  private static func read(_ text: [UInt8]) -> KeptFormat<PersistentState>.Reading {
    guard let version = KeptVersion.of(text) else {
      return .unreadable(reason: "it is damaged")
    }
    // What a newer version keeps may have any shape.
    guard (1...StateRecord.newestVersion).contains(version) else {
      return .unreadable(
        reason: "it is of version \(version), and this marqueed reads versions up to \(StateRecord.newestVersion)")
    }
    guard let record = try? JSON.decode(StateRecord.self, from: text), record.sessions != nil else {
      return .unreadable(reason: "it is damaged")
    }
    return .value(record.state)
  }
}
