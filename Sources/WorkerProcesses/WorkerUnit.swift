internal import SystemPackage

/// The socket of a template unit by which systemd starts workers, and whether that works.
///
/// While it does not, we start the workers ourselves.
public final class WorkerUnit {
  /// How long the socket is left alone after a failure, in nanoseconds.
  private static let pause: UInt64 = 60_000_000_000

  /// The program that the unit starts.
  public let program: String
  /// The socket's path.
  public let path: String
  /// Why workers are started by us, as a sentence; nil while the unit starts them.
  public private(set) var trouble: String?
  /// Called with a trouble that was not there before.
  public var didFail: ((String) -> Void)?
  private var nextTry: UInt64 = 0

  /// - Parameter folder: where the socket lies, by the program's name.
  public init(program: String, folder: String) {
    self.program = program
    path = "\(folder)/\(program)"
  }

  /// Has systemd start a worker; nil if it does not do so now.
  ///
  /// - Parameter now: nanoseconds of a clock that is not set.
  public func start(longestPacket: Int, slots: WorkerSlots?, now: UInt64) -> UnitWorker? {
    guard now >= nextTry, slots.map({ $0.count < $0.limit }) ?? true else { return nil }
    do throws(Errno) {
      return try UnitWorker(socketPath: path, longestPacket: longestPacket, slots: slots)
    } catch {
      fail(error.description, now: now)
      return nil
    }
  }

  /// A worker has been started.
  public func succeed() {
    trouble = nil
    nextTry = 0
  }

  /// No worker has been started.
  public func fail(_ reason: String, now: UInt64) {
    nextTry = now.addingReportingOverflow(Self.pause).partialValue
    guard trouble == nil else { return }
    let words = "\(program) runs as this daemon's own user, since its unit does not start it by \(path): \(reason)"
    trouble = words
    didFail?(words)
  }
}
