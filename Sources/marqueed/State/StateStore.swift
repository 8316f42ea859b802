import ControlProtocol
import Glibc
import KeptFiles
import Presentation
import Scenes
import SystemPackage

/// Keeps the newest state in its file, as `KeptValue` does, and other daemons away from it.
final class StateStore {
  private let file: StateFile
  private let value: KeptValue<PersistentState>
  private let format = StateFile.format
  private let store: StoreThread
  /// A report is played again: nothing is read or written.
  private let isReplayed: Bool
  /// What is kept, or would be.
  private(set) var newest: PersistentState
  /// Why the file belongs to somebody else; known before it is read, said when the daemon starts.
  private var lockFailure: DaemonError?

  /// How long the start waits to find out whether anything can be kept, in milliseconds.
  private static let patience: Int32 = 2_000

  /// - Parameter replayed: The state at the beginning of a report that is played again; then nothing is read or written.
  init(
    _ file: StateFile, store: StoreThread, clock: any DisplayClock, replayed: PersistentState? = nil
  ) {
    self.file = file
    self.store = store
    isReplayed = replayed != nil
    newest = replayed ?? PersistentState()
    value = KeptValue(file.file, format, store: store, clock: clock)
  }

  /// What could not be kept and why, in words for whoever just changed something; nil while all is on the disk.
  ///
  /// It tells of what `whenKept` waits for.
  var trouble: String? { value.trouble }

  /// The same as a sentence for `status`.
  var warning: String? { trouble.map { "\(format.what) \($0)" } }

  /// What was found damaged at this start, for `status`.
  var findings: [String] { store.findings }

  /// Sets aside what cannot be read, and finds out whether anything can be kept; throws where another daemon keeps its state there.
  func begin() throws(DaemonError) {
    if let lockFailure { throw lockFailure }
    value.begin()
    // The first `status` tells of it, unless the disk is slow.
    store.wait(milliseconds: Self.patience)
  }

  /// Keeps other daemons away from it, from now on, and reads what was kept: an empty state where nothing was, or nothing that
  /// can be read.
  ///
  /// Changes nothing: the file could be another daemon's, which `begin` says.
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

  /// Calls `action` once all changes so far are on the disk, or `trouble` has the reason; immediately if no change is waiting.
  func whenKept(_ action: @escaping () -> Void) { value.whenKept(action) }
}

/// The file of the state, in a directory that no other daemon uses.
struct StateFile {
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

/// Writes the state as JSON; only what has changed since the last time is encoded.
///
/// Most of it is what apps keep with their sessions, of which mostly one changes at a time.
final class StateEncoder {
  /// How many bytes were encoded so far; all others were there already.
  private(set) var encodedBytes = 0
  private var sessions: [String: (record: SceneSessionRecord, bytes: [UInt8])] = [:]

  /// The text of a state; what is not in it is forgotten.
  func encode(_ state: PersistentState) throws -> [UInt8] {
    var text = try encoded(StateRecord(state, hasSessions: false))
    let known = sessions
    sessions = [:]
    func append(_ records: [SceneSessionRecord], as name: String) throws {
      text += Array(",\"\(name)\":[".utf8)
      for (index, record) in records.enumerated() {
        var part = (record, [] as [UInt8])
        if let same = known[record.identifier], same.record == record {
          part = same
        } else {
          part.1 = try encoded(StateRecord.Session(record))
        }
        if index > 0 { text.append(UInt8(ascii: ",")) }
        text += part.1
        sessions[record.identifier] = part
      }
      text.append(UInt8(ascii: "]"))
    }
    // The brace that closes the rest, which is never empty.
    text.removeLast()
    try append(state.sessions, as: "sessions")
    if !state.discarded.isEmpty { try append(state.discarded, as: "discarded") }
    text.append(UInt8(ascii: "}"))
    return text
  }

  private func encoded(_ value: some Encodable) throws -> [UInt8] {
    let bytes = try JSON.encode(value)
    encodedBytes += bytes.count
    return bytes
  }
}
