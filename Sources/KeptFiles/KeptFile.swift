internal import Glibc
package import SystemPackage

/// The file or folder that could not be written, with the reason.
package struct KeptFileError: Error, Equatable {
  package var path: String
  package var reason: String
  /// Nil if the reason is not an error of the system.
  package private(set) var error: Errno?

  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  fileprivate init(_ path: String, _ error: Errno = Errno(rawValue: errno)) {
    self.init(path: path, reason: "\(error)")
    self.error = error
  }
}

/// A file that is written under another name, synced, and renamed. A crash at any instruction leaves the old text or the new one. The old
/// text stays as `NAME.previous`, except on a file system without hard links.
package struct KeptFile: Sendable {
  package let path: String
  package var previousPath: String { "\(path).previous" }
  private var newPath: String { "\(path).new" }
  private let directory: String
  private let sync: @Sendable (Int32) -> Int32

  /// The limit of bytes that are read.
  private static let mostBytes = 16 << 20

  /// The directory has to exist.
  ///
  /// - Parameter sync: fsync(2), or its replacement in a test.
  package init(_ name: String, in directory: String, sync: @escaping @Sendable (Int32) -> Int32 = { fsync($0) }) {
    self.directory = directory
    self.sync = sync
    path = "\(directory)/\(name)"
  }

  enum Work: Sendable {
    case nothing
    /// Tests a write: writes a block beside the file, without a sync, and removes it.
    case tryOut
    /// Writes a JSON object, which is made when it is written; nil if that fails.
    case write(@Sendable () -> [UInt8]?, keepsPrevious: Bool)
    case remove
  }

  package struct Outcome: Equatable, Sendable {
    /// The new name of an unreadable file that was set aside.
    package var aside: String?
    /// Whether no unreadable file has the name of the kept file any more.
    package var isClear = false
    package var failure: KeptFileError?

    package init(failure: KeptFileError? = nil) { self.failure = failure }
  }

  /// Work on a file, for another thread.
  package struct Job: Sendable {
    let file: KeptFile
    let work: Work
    let isObstructed: Bool

    /// Returns when the change is on the disk.
    package func perform() -> Outcome { file.perform(work, isObstructed: isObstructed) }
  }

  /// Renames an obstructing file, which cannot be read, before the work.
  private func perform(_ work: Work, isObstructed: Bool) -> Outcome {
    var outcome = Outcome()
    do throws(KeptFileError) {
      if case .write(let text, let keepsPrevious) = work {
        guard let object = text() else { throw KeptFileError(path: path, reason: "it could not be encoded") }
        try write(KeptText.adding(checksumTo: object), isSynced: true)
        if isObstructed {
          outcome.aside = try setAside(staysInPlace: true)
        } else if keepsPrevious {
          try keepPrevious()
        }
        guard rename(newPath, path) == 0 else { throw KeptFileError(path) }
        if !keepsPrevious { try remove(previousPath) }
        outcome.isClear = true
        try syncDirectory()
      } else {
        if isObstructed { outcome.aside = try setAside(staysInPlace: false) }
        outcome.isClear = true
        switch work {
        case .nothing, .write: break
        case .tryOut:
          defer { unlink(newPath) }
          try write([UInt8](repeating: 0x20, count: 4096), isSynced: false)
        case .remove:
          try remove(previousPath)
          try remove(path)
          try syncDirectory()
        }
      }
    } catch {
      outcome.failure = error
    }
    return outcome
  }

  package static func read(_ path: String) throws(Errno) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while bytes.count < mostBytes {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Errno(rawValue: errno) }
      if count == 0 { break }
      bytes += chunk.prefix(count)
    }
    return bytes
  }

  private func remove(_ path: String) throws(KeptFileError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw KeptFileError(path) }
  }

  /// Gives the file another name and returns that; nil if the file is gone.
  ///
  /// - Parameter staysInPlace: Whether the file keeps its own name too, until another file takes it.
  private func setAside(staysInPlace: Bool) throws(KeptFileError) -> String? {
    do throws(Errno) {
      var status = stat()
      guard lstat(path, &status) == 0 else { throw Errno(rawValue: errno) }
      var number = 1
      while lstat("\(path).\(number).aside", &status) == 0 { number += 1 }
      let aside = "\(path).\(number).aside"
      // Folders cannot have a second name, and on some file systems files cannot either.
      if staysInPlace, link(path, aside) == 0 { return aside }
      guard rename(path, aside) == 0 else { throw Errno(rawValue: errno) }
      return aside
    } catch {
      if error == .noSuchFileOrDirectory { return nil }
      throw KeptFileError(path: path, reason: "it cannot be set aside: \(error); it is not overwritten")
    }
  }

  /// Gives the readable file the name of the previous one too.
  private func keepPrevious() throws(KeptFileError) {
    guard link(path, previousPath) != 0 else { return }
    if errno == EEXIST {
      guard unlink(previousPath) == 0 else { throw KeptFileError(previousPath) }
      guard link(path, previousPath) != 0 else { return }
    }
    switch errno {
    // There is no file yet, or the file system has no hard links.
    case ENOENT, EPERM, EOPNOTSUPP, EMLINK: return
    default: throw KeptFileError(previousPath)
    }
  }

  private func syncDirectory() throws(KeptFileError) {
    let folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw KeptFileError(directory) }
    defer { close(folder) }
    // Some file systems cannot sync a folder (fsync(2): EINVAL).
    guard sync(folder) == 0 || errno == EINVAL else { throw KeptFileError(directory) }
  }

  private func write(_ bytes: [UInt8], isSynced: Bool) throws(KeptFileError) {
    let descriptor = open(newPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw KeptFileError(newPath) }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw count < 0 ? KeptFileError(newPath) : KeptFileError(newPath, .noSpace) }
      rest = rest.dropFirst(count)
    }
    guard !isSynced || sync(descriptor) == 0 else { throw KeptFileError(newPath) }
  }
}

/// The next write of a value to its file. Only one write is under way at a time. A value that is replaced before its write begins is not
/// written. An unreadable file is set aside. Until that succeeds, nothing is written.
package struct KeptWriting<Value: Sendable> {
  package enum Next {
    case nothing
    /// Tests whether a write is possible.
    case tryOut
    case write(Value)
    /// Keeps no previous text, because that would restore a value that has ended.
    case replace(Value)
    case remove
  }

  package let file: KeptFile
  private var next = Next.nothing
  /// The reason why the file in the way cannot be read; nil if there is none.
  package private(set) var obstacle: String?
  private var isPreviousUsed = false
  package private(set) var isUnderWay = false
  /// Whether work was accepted after the current write began.
  private var isNewer = false

  package init(_ file: KeptFile) { self.file = file }

  /// Reads the value without any change, because the file may belong to another program.
  package func peek(_ format: KeptFormat<Value>) -> Value? {
    for path in [file.path, file.previousPath] {
      if case .success(let value) = Self.read(path, format) { return value }
    }
    return nil
  }

  /// Reads the value; the next write sets an unreadable file aside.
  package mutating func load(_ format: KeptFormat<Value>) -> KeptFinding<Value> {
    switch Self.read(file.path, format) {
    case .success(nil): return .nothing
    case .success(let value?): return .value(value)
    case .failure(let failure): obstacle = failure.reason
    }
    guard case .success(let value?) = Self.read(file.previousPath, format) else { return .unreadable }
    isPreviousUsed = true
    next = .write(value)
    return .previous(value)
  }

  private static func read(_ path: String, _ format: KeptFormat<Value>) -> Result<Value?, KeptFileError> {
    let bytes: [UInt8]
    do throws(Errno) {
      bytes = try KeptFile.read(path)
    } catch {
      // The first write reports a missing folder.
      return error == .noSuchFileOrDirectory || error == .notDirectory
        ? .success(nil) : .failure(KeptFileError(path: path, reason: "it cannot be read: \(error)"))
    }
    guard KeptText.isWhole(bytes) else {
      return .failure(KeptFileError(path: path, reason: "it is damaged: its checksum is wrong"))
    }
    switch format.read(bytes) {
    case .value(let value): return .success(value)
    case .unreadable(let reason): return .failure(KeptFileError(path: path, reason: reason))
    }
  }

  /// Replaces work that has not begun.
  package mutating func accept(_ newest: Next) {
    isNewer = true
    if case .tryOut = newest {
      // A test of the write is enough.
      if case .nothing = next { next = .tryOut }
    } else if case .replace = next, case .write(let value) = newest {
      next = .replace(value)
    } else {
      next = newest
    }
  }

  /// Whether there is work and none is under way.
  package var isDue: Bool {
    guard !isUnderWay else { return false }
    if case .nothing = next { return obstacle != nil }
    return true
  }

  /// Begins the next work. A call of `end` must follow.
  package mutating func begin(_ format: KeptFormat<Value>) -> KeptFile.Job {
    (isUnderWay, isNewer) = (true, false)
    return KeptFile.Job(file: file, work: work(format.text), isObstructed: obstacle != nil)
  }

  private func work(_ text: @escaping @Sendable (Value) -> [UInt8]?) -> KeptFile.Work {
    switch next {
    case .nothing: return .nothing
    case .tryOut: return .tryOut
    case .remove: return .remove
    case .write(let value): return .write({ text(value) }, keepsPrevious: true)
    case .replace(let value): return .write({ text(value) }, keepsPrevious: false)
    }
  }

  /// Ends the work. Returns a sentence for people if a file was set aside.
  package mutating func end(_ outcome: KeptFile.Outcome, _ format: KeptFormat<Value>) -> String? {
    isUnderWay = false
    if outcome.failure == nil, !isNewer { next = .nothing }
    guard let obstacle, outcome.isClear else { return nil }
    self.obstacle = nil
    guard let aside = outcome.aside else { return nil }
    let loss = isPreviousUsed ? "\(file.previousPath), the one before it, is used" : format.loss
    return "\(file.path): \(obstacle); it was set aside as \(aside), and \(loss)"
  }

  /// The reason of a failure, together with the reason why the file in the way is unreadable.
  package func reason(of failure: KeptFileError) -> String {
    guard failure.path == file.path, let obstacle else { return failure.reason }
    return "\(obstacle), and \(failure.reason)"
  }
}

extension KeptWriting: Sendable {}
extension KeptWriting.Next: Sendable {}
