import ControlProtocol
import ControlServer
import DisplayTypes
import Presentation

/// Requests that wait for a condition on a screen, each with its own end of time.
final class WaitList {
  private final class Entry {
    let call: WaitCall
    let responder: ControlResponder
    var timer: (any DisplayTimer)?

    init(call: WaitCall, responder: ControlResponder) {
      self.call = call
      self.responder = responder
    }
  }

  private let clock: any DisplayClock
  private var entries: [Entry] = []

  init(clock: any DisplayClock) {
    self.clock = clock
  }

  var isEmpty: Bool { entries.isEmpty }

  /// The screens of whose frames somebody waits for one.
  var screensToObserve: Set<String> {
    Set(
      entries.compactMap { entry in
        switch entry.call.condition {
        case .sequence, .frame: entry.call.screen
        case .connected, .disconnected, .presented, .mode, .scene: nil
        }
      })
  }

  /// Called when a wait has ended without `check`.
  var didLose: () -> Void = {}

  /// Waits; `check` says at each change whether the condition holds now.
  func add(_ call: WaitCall, _ responder: ControlResponder) {
    let entry = Entry(call: call, responder: responder)
    responder.onGone = { [weak self, weak entry] in
      self?.entries.removeAll { $0 === entry }
      self?.didLose()
    }
    if let seconds = call.timeoutSeconds {
      entry.timer = clock.makeTimer { [weak self, weak entry] in
        guard let self, let entry, let index = entries.firstIndex(where: { $0 === entry }) else { return }
        entries.remove(at: index)
        didLose()
        entry.responder.fail(.timedOut(screen: call.screen, condition: call.condition.text, seconds: seconds))
      }
      entry.timer?.arm(at: clock.now.advanced(by: UInt64(max(0, min(seconds, 86_400)) * 1_000_000_000)))
    }
    entries.append(entry)
  }

  /// Answers those whose condition holds.
  func check(_ holds: (WaitCall) -> WaitReply?) {
    for entry in entries {
      guard let reply = holds(entry.call) else { continue }
      entries.removeAll { $0 === entry }
      entry.timer?.disarm()
      entry.responder.reply(reply)
    }
  }
}
