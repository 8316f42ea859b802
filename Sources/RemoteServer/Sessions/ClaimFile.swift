internal import Glibc

/// Says that a browser has once paired for control: from then on codes are made for whoever may ask for them, and shown on no screen.
///
/// Where it cannot be told whether it is there, it is.
struct ClaimFile: Sendable {
  private let directory: String
  let path: String

  /// In a state directory.
  init(directory: String) {
    self.directory = directory
    path = "\(directory)/remote-claimed"
  }

  private var prepared: String { "\(path).new" }

  /// Whether it is there.
  var isThere: Bool {
    var status = stat()
    return lstat(path, &status) == 0 || errno != ENOENT
  }

  /// Puts all there that it needs but its name, on the disk; throws where that fails, and then it could not be made either.
  func prepare() throws(SessionFile.Failure) {
    let file = open(prepared, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard file >= 0 else { throw SessionFile.Failure(errno) }
    defer { close(file) }
    guard fsync(file) == 0 else { throw SessionFile.Failure(errno) }
    try SessionFile.sync(directory)
  }

  /// Puts it there, for good: when this returns it outlives a power cut.
  func make() throws(SessionFile.Failure) {
    var status = stat()
    if lstat(path, &status) != 0 {
      try prepare()
      guard rename(prepared, path) == 0 else { throw SessionFile.Failure(errno) }
    }
    try SessionFile.sync(directory)
  }

  /// Takes it away again, as well as that can be done: nobody was paired after all.
  func takeBack() {
    unlink(path)
    try? SessionFile.sync(directory)
  }
}
