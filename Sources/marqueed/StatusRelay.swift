import ControlServer

/// Brings the display thread's answer back to who asked for `status`.
final class StatusRelay {
  private weak var daemon: Daemon?
  private let responder: ControlResponder

  init(daemon: Daemon, responder: ControlResponder) {
    self.daemon = daemon
    self.responder = responder
  }

  func answer(_ status: DisplayStatus) {
    guard let daemon else { return }
    responder.reply(daemon.statusReply(status))
  }
}
