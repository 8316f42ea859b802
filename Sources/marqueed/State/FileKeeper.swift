import DisplayTypes
import Logging
import Presentation
import SystemPackage

/// Keeps the newest value in a file: what could not be written is tried again until it can.
///
/// A file that cannot be read is set aside, never overwritten, and never fatal: while it cannot be set aside, nothing is kept.
final class FileKeeper<Value> {
  /// What is kept, for people.
  struct Words {
    /// What it is, with its verb, as "what is chosen is".
    var what: String
    /// What becomes of it where the file cannot be read, as "everything begins anew".
    var loss: String
  }

  /// What could not be kept and why, in words for whoever just changed something; nil while all is on the disk.
  private(set) var trouble: String?
  private let file: any KeepableFile<Value>
  private let words: Words
  /// Wrapped, since the value may be nil itself.
  private var unkept: [Value] = []
  /// Nobody has written anything yet, and whether that can be done is to be known.
  private var isUntried = false
  /// Why the file that is in the way cannot be read; nil where none is.
  private var obstacle: String?
  private var timer: (any DisplayTimer)?
  private let clock: any DisplayClock
  private let log = Logger(label: "marqueed")

  private static var retryInterval: UInt64 { 10_000_000_000 }

  /// Reads and writes nothing yet.
  init(_ file: any KeepableFile<Value>, _ words: Words, clock: any DisplayClock) {
    self.file = file
    self.words = words
    self.clock = clock
    timer = clock.makeTimer { [weak self] in self?.retry() }
  }

  /// Returns when it is on the disk, or `trouble` says why it is not.
  func keep(_ value: Value) {
    unkept = [value]
    retry()
  }

  /// What is there cannot be read: it is set aside before anything is written.
  func meet(obstacle: String) { self.obstacle = obstacle }

  /// Finds out whether anything could be kept, before there is anything.
  func tryOut() {
    isUntried = true
    retry()
  }

  /// Tries again what could not be kept.
  func retry() {
    do throws(DaemonError) {
      try removeObstacle()
      if let value = unkept.first { try file.save(value) } else if isUntried { try file.tryOut() }
      (unkept, isUntried) = ([], false)
      timer?.disarm()
      if trouble != nil { log.notice("\(file.path): \(words.what) kept again") }
      trouble = nil
    } catch {
      let text = "not kept across a restart: \(error)"
      // The same trouble is said once, however often it is met.
      if text != trouble { log.error("\(words.what) \(text)") }
      trouble = text
      timer?.arm(at: clock.now.advanced(by: Self.retryInterval))
    }
  }

  private func removeObstacle() throws(DaemonError) {
    guard let reason = obstacle else { return }
    do throws(Errno) {
      let aside = try file.setAside()
      log.warning("\(file.path): \(reason); it was set aside as \(aside), and \(words.loss)")
    } catch {
      // Somebody may have moved it away meanwhile.
      guard error == .noSuchFileOrDirectory else {
        throw .state(
          path: file.path,
          reason: "\(reason), and it cannot be set aside: \(error); it is not overwritten")
      }
    }
    obstacle = nil
  }
}
