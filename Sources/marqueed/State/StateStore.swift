import ControlProtocol
import Glibc
import KeptFiles
import Presentation
import Scenes
import Synchronization
import SystemPackage

/// Keeps the newest state in its file, which it locks against other daemons.
final class StateStore {
  private let file: StateFile
  private let value: KeptValue<PersistentState>
  private let store: StoreThread
  /// Whether a report is replayed: then nothing is read or written.
  private let isReplayed: Bool
  private(set) var newest: PersistentState
  /// Found before the file is read. `checkLock` throws it.
  private var lockFailure: DaemonError?

  /// - Parameter replayed: the first state of a replayed report; then nothing is read or written.
  init(
    _ file: StateFile, store: StoreThread, clock: any DisplayClock, replayed: PersistentState? = nil
  ) {
    self.file = file
    self.store = store
    isReplayed = replayed != nil
    newest = replayed ?? PersistentState()
    value = KeptValue(file.file, StateFile.format, store: store, clock: clock)
  }

  /// Why the state is not on the disk, for people; nil if it is.
  var trouble: String? { value.trouble }

  /// The trouble as a sentence for `status`.
  var warning: String? { trouble.map { "\(value.format.what) \($0)" } }

  /// Sentences for `status` about files that were found damaged at this start.
  var findings: [String] { store.findings }

  /// - Throws: An error if another daemon keeps its state there.
  func checkLock() throws(DaemonError) { if let lockFailure { throw lockFailure } }

  /// Sets an unreadable file aside, and tests whether the state can be kept. Call it after `checkLock`.
  func begin() {
    value.begin()
    // So the first `status` reports a failure, unless the disk takes longer than two seconds.
    store.wait(milliseconds: 2_000)
  }

  /// Locks the directory, and reads the state, which is empty if no file can be read. It changes no file, because the file may belong to
  /// another daemon; then `checkLock` throws.
  func load() -> PersistentState {
    guard !isReplayed else { return newest }
    do throws(DaemonError) {
      try file.lock()
    } catch {
      lockFailure = error
    }
    newest = value.load().value ?? PersistentState()
    return newest
  }

  func keep(_ state: PersistentState) {
    newest = state
    if !isReplayed { value.keep(state) }
  }

  /// Calls `action` once all changes so far are on the disk, or `trouble` has the reason. The call is immediate if no change is waiting.
  func whenKept(_ action: @escaping () -> Void) { value.whenKept(action) }
}

/// The state's file, in a directory that no other daemon uses.
struct StateFile {
  let file: KeptFile
  private let directory: String

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
    // Displays must stay lit if the kernel has made the disk read-only after an error.
    guard access(directory, W_OK) == 0 || errno == EROFS else {
      throw .state(path: directory, reason: String(cString: strerror(errno)))
    }
  }

  /// Locks the directory until the process ends (flock(2)).
  func lock() throws(DaemonError) {
    let folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw .state(path: directory, reason: "\(Errno(rawValue: errno))") }
    // The folder stays open, because closing it would end the lock.
    guard flock(folder, LOCK_EX | LOCK_NB) != 0 else { return }
    let error = errno
    close(folder)
    guard error == EWOULDBLOCK else {
      throw .state(path: directory, reason: "it cannot be locked: \(Errno(rawValue: error))")
    }
    throw .stateInUse(directory: directory)
  }

  static var format: KeptFormat<PersistentState> {
    let encoder = StateEncoder()
    return KeptFormat(
      what: "choices and sessions are", loss: "everything begins again", read: read,
      // On one line, because the data of apps may be many small values.
      text: { try? encoder.encode($0) })
  }

  private static func read(_ text: [UInt8]) -> KeptFormat<PersistentState>.Reading {
    guard let version = KeptVersion.of(text) else { return .unreadable(reason: "it is damaged") }
    // A newer version may have a different shape.
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

/// Writes the state as JSON. Only sessions that have changed are encoded again, because sessions are the largest part. The main thread never
/// encodes the state.
nonisolated final class StateEncoder: Sendable {
  private struct Cache {
    var encodedBytes = 0
    var sessions: [String: (record: SceneSessionRecord, bytes: [UInt8])] = [:]

    mutating func encoded(_ value: some Encodable) throws -> [UInt8] {
      let bytes = try JSON.encode(value)
      encodedBytes += bytes.count
      return bytes
    }
  }

  private let cache = Mutex(Cache())

  /// The number of bytes encoded so far, for tests.
  var encodedBytes: Int { cache.withLock(\.encodedBytes) }

  func encode(_ state: PersistentState) throws -> [UInt8] { try cache.withLock { try Self.encode(state, &$0) } }

  private static func encode(_ state: PersistentState, _ cache: inout Cache) throws -> [UInt8] {
    var text = try cache.encoded(StateRecord(state, hasSessions: false))
    let known = cache.sessions
    cache.sessions = [:]
    func append(_ records: [SceneSessionRecord], as name: String) throws {
      text += Array(",\"\(name)\":[".utf8)
      for (index, record) in records.enumerated() {
        let same = known[record.identifier].flatMap { $0.record == record ? $0.bytes : nil }
        let bytes = try same ?? cache.encoded(StateRecord.Session(record))
        if index > 0 { text.append(UInt8(ascii: ",")) }
        text += bytes
        cache.sessions[record.identifier] = (record, bytes)
      }
      text.append(UInt8(ascii: "]"))
    }
    // Remove the brace that closes the rest, which is never empty.
    text.removeLast()
    try append(state.sessions, as: "sessions")
    if !state.discarded.isEmpty { try append(state.discarded, as: "discarded") }
    text.append(UInt8(ascii: "}"))
    return text
  }
}
