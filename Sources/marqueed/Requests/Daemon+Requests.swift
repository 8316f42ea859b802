import Content
import ControlProtocol
import ControlServer

extension Daemon: ControlHandler {
  /// Answers a request whose access was checked, immediately or after the flip that it causes.
  func handle(_ request: ControlRequest, responder: ControlResponder) {
    responder.failing { () throws(ControlError) in
      try handle(resolved: handlers.events.names.resolve(request), responder)
    }
  }

  private func handle(resolved request: ControlRequest, _ responder: ControlResponder) throws(ControlError) {
    // A handler may refuse later, or answer before it returns.
    responder.onAccepted = { [audit = handlers.reports.audit, peer = responder.peer] in
      audit.note(request, from: peer)
    }
    try MediaRoot(options.environment.variables).check(
      request, for: responder.access, now: dayClock.now,
      present: { handlers.content.usualContent(on: $0, for: responder.access) })
    try journal.note(request) { () throws(ControlError) in try request.dispatch(to: handlers, responder) }
  }
}
