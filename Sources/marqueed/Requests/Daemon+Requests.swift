import Content
import ControlProtocol
import ControlServer

extension Daemon: ControlHandler {
  /// Answers a request whose access was checked, immediately or after the flip that it causes.
  func handle(_ request: ControlRequest, responder: ControlResponder) {
    responder.failing { () throws(ControlError) in
      try MediaRoot(options.environment.variables).check(request, for: responder.access, now: dayClock.now)
      try journal.note(request) { () throws(ControlError) in try request.dispatch(to: handlers, responder) }
      handlers.reports.audit.note(request, from: responder.peer)
    }
  }
}
