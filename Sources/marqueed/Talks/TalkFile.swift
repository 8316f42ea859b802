import DisplayTypes
import JSONCoding
import Logging
import Presentation
import SystemPackage

/// Keeps something of a talk in a file of its own; what could not be written is tried again until it can.
///
/// A file that cannot be read is set aside, never overwritten, and never fatal.
final class TalkFile<Record: TalkFileRecord> {
  /// What could not be kept and why, in words for whoever just changed something; nil while all is on the disk.
  private(set) var trouble: String?
  private let file: KeptFile
  private let clock: any DisplayClock
  /// What is to be on the disk, and is not; the inner nil stands for nothing.
  private var unkept: Record??
  /// Why the file that is in the way cannot be read; nil where none is.
  private var obstacle: String?
  private var timer: (any DisplayTimer)?
  private let log = Logger(label: "marqueed")

  private static var retryInterval: UInt64 { 10_000_000_000 }

  /// Reads and writes nothing yet.
  init(_ name: String, in directory: String, clock: any DisplayClock) {
    file = KeptFile(name, in: directory)
    self.clock = clock
  }

  /// What was kept; nil where nothing was, or nothing that can be read, which is set aside.
  func load() -> Record? {
    let bytes: [UInt8]
    do throws(Errno) {
      bytes = try file.read()
    } catch {
      if error != .noSuchFileOrDirectory { obstacle = "it cannot be read: \(error)" }
      return recordAfterObstacle()
    }
    if let version = try? JSON.decode(StateVersion.self, from: bytes).version {
      if version > Record.newestVersion {
        obstacle = "it is of version \(version), and this marqueed reads versions up to \(Record.newestVersion)"
        return recordAfterObstacle()
      }
      if let record = try? JSON.decode(Record.self, from: bytes), record.isPlausible { return record }
    }
    obstacle = "it is damaged"
    return recordAfterObstacle()
  }

  /// Returns when it is on the disk, or `trouble` says why it is not; nil forgets it.
  func keep(_ record: Record?) {
    unkept = .some(record)
    retry()
  }

  private func recordAfterObstacle() -> Record? {
    if obstacle != nil { retry() }
    return nil
  }

  private func retry() {
    do throws(DaemonError) {
      try removeObstacle()
      guard let record = unkept else { return }
      if let record {
        guard let bytes = try? JSON.encode(record) else {
          throw .state(path: file.path, reason: "it could not be encoded")
        }
        try file.write(bytes)
      } else {
        try file.remove()
      }
      unkept = nil
      timer?.disarm()
      if trouble != nil { log.notice("\(file.path): the talk is kept again") }
      trouble = nil
    } catch {
      let text = "not kept, so it would not survive the daemon: \(error)"
      if text != trouble { log.error("the talk is \(text)") }
      trouble = text
      let timer = timer ?? clock.makeTimer { [weak self] in self?.retry() }
      self.timer = timer
      timer.arm(at: clock.now.advanced(by: Self.retryInterval))
    }
  }

  private func removeObstacle() throws(DaemonError) {
    guard let reason = obstacle else { return }
    do throws(Errno) {
      let aside = try file.setAside()
      log.warning("\(file.path): \(reason); it was set aside as \(aside), and no talk goes on")
    } catch {
      guard error == .noSuchFileOrDirectory else {
        throw .state(
          path: file.path, reason: "\(reason), and it cannot be set aside: \(error); it is not overwritten")
      }
    }
    obstacle = nil
  }
}
