import Content
import ControlProtocol
import ControlServer

extension Daemon: ControlHandler {
  /// Answers a request whose access was checked, immediately or after the flip that it causes.
  func handle(_ request: ControlRequest, responder: ControlResponder) {
    // A handler may refuse later, or answer before it returns.
    responder.onAccepted = { [audit = handlers.reports.audit, peer = responder.peer] in
      audit.note(request, from: peer)
    }
    responder.failing { () throws(ControlError) in
      try MediaRoot(options.environment.variables).check(
        request, for: responder.access, now: dayClock.now,
        present: { handlers.content.usualContent(on: $0, for: responder.access) })
      try journal.note(request) { () throws(ControlError) in try request.dispatch(to: handlers, responder) }
    }
  }
}
