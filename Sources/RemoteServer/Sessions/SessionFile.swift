internal import ControlProtocol
internal import Glibc

/// Where sessions are kept, so that a restart of this program lets nobody pair anew.
struct SessionFile: Sendable {
  /// Why it cannot be used, in plain words.
  struct Failure: Error {
    let reason: String

    init(_ number: Int32) { reason = FileTrouble.words(number) }
  }

  /// What was kept.
  enum Kept: Equatable {
    /// These; none where there is no file.
    case sessions([SessionRecord])
    /// There is something else, for this reason.
    case unreadable(reason: String)
  }

  private static let mostBytes = 1 << 20
  private let directory: String
  let path: String

  /// In a state directory, which is made where it is missing.
  init(directory: String) {
    self.directory = directory
    path = "\(directory)/remote-sessions.json"
    SystemFiles.makeFolder(directory)
  }

  /// What was kept.
  func load() -> Kept {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      // That there is no directory is found by `check`.
      return [ENOENT, ENOTDIR].contains(errno)
        ? .sessions([]) : .unreadable(reason: "it cannot be read: \(FileTrouble.words(errno))")
    }
    defer { close(file) }
    guard let bytes = SmallFile.read(file, most: SessionFile.mostBytes),
      let records = try? ControlJSON.decode([SessionRecord].self, from: bytes)
    else { return .unreadable(reason: "it is damaged") }
    return .sessions(records)
  }

  /// Gives what cannot be read another name, so that it is not overwritten, and returns that; nil where it is there no more.
  func setAside() throws(Failure) -> String? {
    var status = stat()
    var number = 1
    while lstat("\(path).\(number).aside", &status) == 0 { number += 1 }
    let aside = "\(path).\(number).aside"
    guard rename(path, aside) == 0 else {
      guard errno == ENOENT else { throw Failure(errno) }
      return nil
    }
    return aside
  }

  /// Whether something can be kept there.
  func check() throws(Failure) {
    guard access("\(directory)/.", W_OK | X_OK) == 0 else { throw Failure(errno) }
  }

  /// Keeps them: when this returns they outlive a power cut.
  ///
  /// The file is there whole or as it was before.
  func save(_ records: [SessionRecord]) throws(Failure) {
    guard let bytes = try? ControlJSON.encode(records) else { throw Failure(EINVAL) }
    let temporary = "\(path).new"
    unlink(temporary)
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Failure(errno) }
    defer { close(file) }
    if let number = WholeWrite.write(bytes, to: file) { throw Failure(number) }
    guard fsync(file) == 0, rename(temporary, path) == 0 else { throw Failure(errno) }
    try SessionFile.sync(directory)
  }

  /// Has the names in a directory on the disk (fsync(2)).
  static func sync(_ directory: String) throws(Failure) {
    let folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw Failure(errno) }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw Failure(errno) }
  }
}
