internal import SystemPackage

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
