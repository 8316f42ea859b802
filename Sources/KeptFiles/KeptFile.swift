internal import Glibc
package import SystemPackage

/// Why something could not be kept: the file or folder, and the reason.
package struct KeptFileError: Error, Equatable {
  package var path: String
  package var reason: String
  /// The system's reason; nil for another.
  package private(set) var error: Errno?

  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  fileprivate init(_ path: String, _ error: Errno) {
    self.init(path: path, reason: "\(error)")
    self.error = error
  }
}

/// A file that is written whole beside itself, synced, and put in its place in one step, so that a crash at any instruction leaves the
/// old text or the new one.
///
/// The text before it stays as `NAME.previous`, except on a file system without hard links.
package struct KeptFile: Sendable {
  /// The file's path.
  package let path: String
  /// The path of the text before it.
  package var previousPath: String { "\(path).previous" }
  private var newPath: String { "\(path).new" }
  private let directory: String
  private let sync: @Sendable (Int32) -> Int32

  /// What a file may hold, in bytes; what is behind that is not read.
  private static let mostBytes = 16 << 20
  /// Bytes that are written to find out whether there is room: a block of the disk.
  private static let triedBytes = 4096

  /// The directory is there already.
  ///
  /// - Parameter sync: fsync(2), or what a test has in its place.
  package init(_ name: String, in directory: String, sync: @escaping @Sendable (Int32) -> Int32 = { fsync($0) }) {
    self.directory = directory
    self.sync = sync
    path = "\(directory)/\(name)"
  }

  /// What is to be done with a file.
  package enum Work: Equatable, Sendable {
    case nothing
    /// Finds out whether something could be kept, and leaves the file as it is; nothing is synced.
    case tryOut
    /// Keeps a JSON object, and the text before it or none.
    case write([UInt8], keepsPrevious: Bool)
    /// Forgets what was kept.
    case remove
  }

  /// What came of that.
  package struct Outcome: Equatable, Sendable {
    /// The other name of a file that could not be read and was in the way.
    package var aside: String?
    /// Whether no unreadable file has the name of the kept file any more.
    package var isClear = false
    /// Why it was not done.
    package var failure: KeptFileError?

    package init(failure: KeptFileError? = nil) { self.failure = failure }
  }

  /// What is to be done with a file, for the thread that does it.
  package struct Job: Sendable {
    let file: KeptFile
    let work: Work
    let isObstructed: Bool

    /// Does the work, and returns when the change is on the disk.
    package func perform() -> Outcome { file.perform(work, isObstructed: isObstructed) }
  }

  /// Does the work, and returns when the change is on the disk.
  ///
  /// - Parameter isObstructed: Whether there is a file that cannot be read. It gets another name first, so that it is not overwritten.
  func perform(_ work: Work, isObstructed: Bool) -> Outcome {
    var outcome = Outcome()
    do throws(KeptFileError) {
      if case .write(let object, let keepsPrevious) = work {
        try writeNew(KeptText.adding(checksumTo: object))
        if isObstructed {
          outcome.aside = try setAside(staysInPlace: true)
        } else if keepsPrevious {
          try keepPrevious()
        }
        try putInPlace()
        if !keepsPrevious { try removePrevious() }
        outcome.isClear = true
        try syncDirectory()
      } else {
        if isObstructed { outcome.aside = try setAside(staysInPlace: false) }
        outcome.isClear = true
        switch work {
        case .nothing, .write: break
        case .tryOut: try tryOut()
        case .remove: try remove()
        }
      }
    } catch {
      outcome.failure = error
    }
    return outcome
  }

  /// What a file holds, as this one or the one before it.
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

  private func tryOut() throws(KeptFileError) {
    defer { unlink(newPath) }
    do throws(Errno) {
      try write([UInt8](repeating: 0x20, count: Self.triedBytes), isSynced: false)
    } catch {
      throw KeptFileError(newPath, error)
    }
  }

  private func remove() throws(KeptFileError) {
    try removePrevious()
    guard unlink(path) == 0 || errno == ENOENT else { throw KeptFileError(path, Errno(rawValue: errno)) }
    try syncDirectory()
  }

  private func removePrevious() throws(KeptFileError) {
    guard unlink(previousPath) == 0 || errno == ENOENT else {
      throw KeptFileError(previousPath, Errno(rawValue: errno))
    }
  }

  /// Returns the other name; nil where somebody has moved the file away.
  ///
  /// - Parameter staysInPlace: Whether the file keeps its own name too, until another file takes that.
  private func setAside(staysInPlace: Bool) throws(KeptFileError) -> String? {
    do throws(Errno) {
      var status = stat()
      guard lstat(path, &status) == 0 else { throw Errno(rawValue: errno) }
      var number = 1
      while lstat("\(path).\(number).aside", &status) == 0 { number += 1 }
      let aside = "\(path).\(number).aside"
      // Folders have one name, and so have files on some file systems.
      if staysInPlace, link(path, aside) == 0 { return aside }
      guard rename(path, aside) == 0 else { throw Errno(rawValue: errno) }
      return aside
    } catch {
      if error == .noSuchFileOrDirectory { return nil }
      throw KeptFileError(path: path, reason: "it cannot be set aside: \(error); it is not overwritten")
    }
  }

  private func writeNew(_ bytes: [UInt8]) throws(KeptFileError) {
    do throws(Errno) {
      try write(bytes, isSynced: true)
    } catch {
      throw KeptFileError(newPath, error)
    }
  }

  /// A file in its place can be read: one that cannot is set aside first.
  private func keepPrevious() throws(KeptFileError) {
    guard link(path, previousPath) != 0 else { return }
    if errno == EEXIST {
      guard unlink(previousPath) == 0 else { throw KeptFileError(previousPath, Errno(rawValue: errno)) }
      guard link(path, previousPath) != 0 else { return }
    }
    switch errno {
    // There is no file yet, or no file system with links.
    case ENOENT, EPERM, EOPNOTSUPP, EMLINK: return
    default: throw KeptFileError(previousPath, Errno(rawValue: errno))
    }
  }

  private func putInPlace() throws(KeptFileError) {
    guard rename(newPath, path) == 0 else { throw KeptFileError(path, Errno(rawValue: errno)) }
  }

  private func syncDirectory() throws(KeptFileError) {
    let folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw KeptFileError(directory, Errno(rawValue: errno)) }
    defer { close(folder) }
    // Some file systems have nothing to sync in a folder (fsync(2): EINVAL).
    guard sync(folder) == 0 || errno == EINVAL else { throw KeptFileError(directory, Errno(rawValue: errno)) }
  }

  private func write(_ bytes: [UInt8], isSynced: Bool) throws(Errno) {
    let descriptor = open(newPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw count < 0 ? Errno(rawValue: errno) : .noSpace }
      rest = rest.dropFirst(count)
    }
    guard !isSynced || sync(descriptor) == 0 else { throw Errno(rawValue: errno) }
  }
}

/// What of a value is to be written to its file, one write at a time.
///
/// A value that is replaced before it is written is not written. A file that cannot be read is set aside, never overwritten: while it
/// cannot be set aside, nothing is written.
package struct KeptWriting<Value> {
  /// What is to be done with the file next.
  package enum Next {
    case nothing
    /// Nobody has written anything yet, and whether that can be done is to be known.
    case tryOut
    case write(Value)
    /// Writes it, and keeps no text before it: that would bring back what has ended.
    case replace(Value)
    case remove
  }

  package let file: KeptFile
  private var next = Next.nothing
  /// Why the file that is in the way cannot be read; nil where none is.
  package private(set) var obstacle: String?
  private var isPreviousUsed = false
  /// Whether a write is under way.
  package private(set) var isUnderWay = false
  /// Whether something was accepted after that write has begun.
  private var isNewer = false

  /// Reads and writes nothing yet.
  package init(_ file: KeptFile) { self.file = file }

  /// What was kept, or nil; changes nothing, since the file may be another program's.
  package func peek(_ format: KeptFormat<Value>) -> Value? {
    for path in [file.path, file.previousPath] {
      if case .success(let value) = Self.read(path, format) { return value }
    }
    return nil
  }

  /// What was kept; what cannot be read is set aside by the next write.
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

  /// Nil where there is no file.
  private static func read(_ path: String, _ format: KeptFormat<Value>) -> Result<Value?, KeptFileError> {
    let bytes: [UInt8]
    do throws(Errno) {
      bytes = try KeptFile.read(path)
    } catch {
      // That there is no folder is found by the first write.
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

  /// Takes what is to be done instead of what was to be done before.
  package mutating func accept(_ newest: Next) {
    isNewer = true
    if case .tryOut = newest {
      // A write tells as much.
      if case .nothing = next { next = .tryOut }
    } else if case .replace = next, case .write(let value) = newest {
      next = .replace(value)
    } else {
      next = newest
    }
  }

  /// Whether there is something to be done, and nothing is under way.
  package var isDue: Bool {
    guard !isUnderWay else { return false }
    if case .nothing = next { return obstacle != nil }
    return true
  }

  /// Begins to do what is to be done next; `end` has to follow in any case.
  package mutating func begin(_ format: KeptFormat<Value>) throws(KeptFileError) -> KeptFile.Job {
    (isUnderWay, isNewer) = (true, false)
    return KeptFile.Job(file: file, work: try work(format), isObstructed: obstacle != nil)
  }

  private func work(_ format: KeptFormat<Value>) throws(KeptFileError) -> KeptFile.Work {
    func text(_ value: Value) throws(KeptFileError) -> [UInt8] {
      guard let text = format.text(value) else {
        throw KeptFileError(path: file.path, reason: "it could not be encoded")
      }
      return text
    }
    switch next {
    case .nothing: return .nothing
    case .tryOut: return .tryOut
    case .remove: return .remove
    case .write(let value): return .write(try text(value), keepsPrevious: true)
    case .replace(let value): return .write(try text(value), keepsPrevious: false)
    }
  }

  /// The write has ended; returns a sentence for people if a file was set aside.
  package mutating func end(_ outcome: KeptFile.Outcome, _ format: KeptFormat<Value>) -> String? {
    isUnderWay = false
    if outcome.failure == nil, !isNewer { next = .nothing }
    guard let obstacle, outcome.isClear else { return nil }
    self.obstacle = nil
    guard let aside = outcome.aside else { return nil }
    let loss = isPreviousUsed ? "\(file.previousPath), the one before it, is used" : format.loss
    return "\(file.path): \(obstacle); it was set aside as \(aside), and \(loss)"
  }

  /// Why something was not kept, with what is in the way of the file itself.
  package func reason(of failure: KeptFileError) -> String {
    guard failure.path == file.path, let obstacle else { return failure.reason }
    return "\(obstacle), and \(failure.reason)"
  }
}

extension KeptWriting: Sendable where Value: Sendable {}
extension KeptWriting.Next: Sendable where Value: Sendable {}
