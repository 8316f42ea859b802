internal import EventLoop
internal import Glibc
internal import SystemPackage

/// SIGTERM and SIGINT as calls on the main thread, until `end`.
final class HostSignals {
  private static let numbers = [SIGTERM, SIGINT]
  /// The signals that this object has blocked. The program may have blocked others before.
  private let blocked: SignalSet
  private var watch: SignalWatch?

  init(_ loop: EventLoop, handler: @escaping () -> Void) throws(Errno) {
    let former = SignalSet(HostSignals.numbers).block()
    blocked = SignalSet(HostSignals.numbers.filter { !former.contains($0) })
    do throws(Errno) {
      watch = try SignalWatch(loop: loop, signals: SignalSet(HostSignals.numbers)) { _ in handler() }
    } catch {
      blocked.unblock()
      throw error
    }
  }

  /// Drops signals that wait, because they ask for the end too. Later signals have the action that they had before.
  func end() {
    guard let watch else { return }
    watch.drop()
    self.watch = nil
    blocked.unblock()
  }
}
