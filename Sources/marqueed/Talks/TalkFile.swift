import DisplayTypes
import JSONCoding
import Presentation
import SystemPackage

/// Keeps something of a talk in a file of its own, as `FileKeeper` does.
final class TalkFile<Record: KeptRecord> {
  /// Writes a record, or for nil takes the file away.
  private struct Target: KeepableFile {
    let file: KeptFile

    var path: String { file.path }

    func save(_ record: Record?) throws(DaemonError) {
      guard let record else { return try perform(.remove) }
      guard let bytes = try? JSON.encode(record) else {
        throw .state(path: file.path, reason: "it could not be encoded")
      }
      try perform(.write(bytes))
    }

    func tryOut() throws(DaemonError) { try perform(.tryOut) }

    func setAside() throws(Errno) -> String {
      let outcome = file.perform(.nothing, isObstructed: true)
      guard let aside = outcome.aside else { throw outcome.failure == nil ? .noSuchFileOrDirectory : .ioError }
      return aside
    }

    private func perform(_ work: KeptFile.Work) throws(DaemonError) {
      if let failure = file.perform(work, isObstructed: false).failure {
        throw .state(path: failure.path, reason: failure.reason)
      }
    }
  }

  /// What was in the file could not be read.
  private(set) var isSetAside = false
  private let file: KeptFile
  private let keeper: FileKeeper<Record?>

  /// Reads and writes nothing yet.
  init(_ name: String, in directory: String, clock: any DisplayClock) {
    file = KeptFile(name, in: directory)
    keeper = FileKeeper(
      Target(file: file), FileKeeper.Words(what: Record.what, loss: Record.loss), clock: clock)
  }

  /// What could not be kept and why, in words for whoever just changed something; nil while all is on the disk.
  var trouble: String? { keeper.trouble }

  /// What was kept; nil where nothing was, or nothing that can be read, which stays where it is: it may be another daemon's.
  func peek() -> Record? {
    guard let bytes = try? KeptFile.read(file.path),
      let version = try? JSON.decode(StateVersion.self, from: bytes).version,
      version <= Record.newestVersion, let record = try? JSON.decode(Record.self, from: bytes), record.isPlausible
    else { return nil }
    return record
  }

  /// What was kept; nil where nothing was, or nothing that can be read, which is set aside.
  func load() -> Record? {
    do throws(Errno) {
      let bytes = try KeptFile.read(file.path)
      if let version = try? JSON.decode(StateVersion.self, from: bytes).version, version > Record.newestVersion {
        setAside("it is of version \(version), and this marqueed reads versions up to \(Record.newestVersion)")
        return nil
      }
      if let record = try? JSON.decode(Record.self, from: bytes), record.isPlausible { return record }
      setAside("it is damaged")
    } catch {
      if error != .noSuchFileOrDirectory { setAside("it cannot be read: \(error)") }
    }
    return nil
  }

  /// Returns when it is on the disk, or `trouble` says why it is not; nil forgets it.
  func keep(_ record: Record?) { keeper.keep(record) }

  private func setAside(_ reason: String) {
    isSetAside = true
    keeper.meet(obstacle: reason)
    keeper.retry()
  }
}
