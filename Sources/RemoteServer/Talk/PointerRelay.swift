internal import ControlProtocol
internal import Synchronization

/// Hands on where speakers point: one call at a time, and of what came meanwhile only the newest.
final class PointerRelay: Sendable {
  private struct State: Sendable {
    var isUnderWay = false
    var next: ControlTalkCall?
  }

  private let state = Mutex(State())
  private let send: @Sendable (ControlTalkCall) async -> Void

  init(send: @escaping @Sendable (ControlTalkCall) async -> Void) {
    self.send = send
  }

  /// Points there as soon as the daemon has taken what went before.
  func point(_ call: ControlTalkCall) {
    let begins = state.withLock { state in
      state.next = call
      guard !state.isUnderWay else { return false }
      state.isUnderWay = true
      return true
    }
    if begins { Task { await run() } }
  }

  private func run() async {
    while let call = take() { await send(call) }
  }

  private func take() -> ControlTalkCall? {
    state.withLock { state in
      defer { state.next = nil }
      if state.next == nil { state.isUnderWay = false }
      return state.next
    }
  }
}
