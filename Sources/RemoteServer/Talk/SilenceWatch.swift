internal import ControlClient
internal import Dispatch
internal import Glibc
internal import Synchronization

/// Notices that the daemon answers nobody, although its connections are there: it hangs, or was stopped.
///
/// A call that waits for long is no sign of that, since displays take their time. After a while it is asked for the talk on a connection of
/// its own, which costs it nothing. Nothing is asked while no call waits.
final class SilenceWatch: Sendable {
  /// Seconds for the answer to that question.
  private static let patience = 3.0

  private struct State {
    var timeout = SilenceTimeout()
    var isScheduled = false
    var isOver = false
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "marquee-silence")
  private let socket: String?
  private let changed: @Sendable (_ trouble: String?) -> Void

  /// `changed` gets a sentence if the daemon is silent, and nil if it answers again or its connection has ended.
  init(socket: String?, changed: @escaping @Sendable (_ trouble: String?) -> Void) {
    self.socket = socket
    self.changed = changed
  }

  private var now: Double { SystemTime.monotonic }

  /// A call is sent to the daemon.
  func callDidBegin() {
    let now = now
    let begins = state.withLock { state in
      state.timeout.callDidBegin(at: now)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if begins { schedule(in: SilenceTimeout.patience) }
  }

  /// A call has ended: by an answer, or without one.
  func callDidEnd(isAnswered: Bool) {
    let now = now
    state.withLock { $0.timeout.callDidEnd(isAnswered: isAnswered, at: now) }
  }

  /// Nothing is found out any more.
  func stop() { state.withLock { $0.isOver = true } }

  private var isOver: Bool { state.withLock { $0.isOver } }

  private func schedule(in seconds: Double) {
    queue.asyncAfter(deadline: .now() + seconds) { self.look() }
  }

  private func look() {
    let due = state.withLock { state in
      if state.timeout.due == nil || state.isOver { state.isScheduled = false }
      return state.isScheduled ? state.timeout.due : nil
    }
    guard let due else { return }
    guard due <= now else { return schedule(in: due - now) }
    ask()
    let heard = now
    state.withLock { $0.timeout.didHear(at: heard) }
    schedule(in: SilenceTimeout.patience)
  }

  /// Asks, and waits for the answer for as long as the daemon is silent.
  private func ask() {
    var isSilent = false
    do throws(ClientError) {
      let client = if let socket { try ControlClient(path: socket) } else { try ControlClient() }
      let talk = try client.talk(timeoutSeconds: SilenceWatch.patience)
      while !isOver, try !isAnswered(talk) {
        if !isSilent { changed("marqueed does not answer") }
        isSilent = true
      }
    } catch {
      // The connection has ended: those who follow the daemon notice that too.
    }
    if isSilent { changed(nil) }
  }

  private func isAnswered(_ talk: TalkReader) throws(ClientError) -> Bool {
    do throws(ClientError) {
      _ = try talk.next(timeoutSeconds: SilenceWatch.patience)
      return true
    } catch {
      guard case .timedOut = error else { throw error }
      return false
    }
  }
}
