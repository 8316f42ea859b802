import EventLoop
import Synchronization
import SystemPackage

@testable import KMSBackend

/// A seat manager of a test. It has the card `/dev/dri/card0`, whose descriptor is 77.
final class ScriptedSeat: Sendable {
  private let log = Mutex<[String]>([])
  private let event: WakeEvent

  init() throws { event = try WakeEvent() }

  /// The calls until now, in their order.
  var calls: [String] { log.withLock { $0 } }

  /// The seat for its thread.
  func handOver() -> any SeatInterface { Client(self) }

  /// Sends the message that another virtual terminal gets active.
  func disable() { event.signal() }

  private final class Client: SeatInterface {
    private let manager: ScriptedSeat
    private var changed: (Bool) -> Void = { _ in }

    init(_ manager: ScriptedSeat) { self.manager = manager }

    func open(_ changed: @escaping (Bool) -> Void) throws(Errno) -> Int32 {
      self.changed = changed
      note("open")
      changed(true)
      return manager.event.descriptor
    }

    func dispatch() throws(Errno) {
      manager.event.reset()
      note("dispatch")
      changed(false)
    }

    func openDevice(_ path: String) throws(Errno) -> (identifier: Int32, descriptor: Int32) {
      note("open \(path)")
      guard path == "/dev/dri/card0" else { throw .noSuchFileOrDirectory }
      return (5, 77)
    }

    func closeDevice(_ identifier: Int32) { note("close \(identifier)") }
    func acknowledge() { note("acknowledge") }
    func close() { note("close") }

    private func note(_ call: String) { manager.log.withLock { $0.append(call) } }
  }
}
