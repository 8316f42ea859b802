import ControlProtocol
import ControlServer
import EventLoop
import Presentation
import SimulatedBackend

extension Daemon {
  /// Tells the simulated backend what its displays do.
  func simulate(_ call: SimulateCall, _ responder: ControlResponder) throws(ControlError) {
    guard backendName == "simulated" else {
      throw .notSupported(reason: "these displays are real; start the daemon with --backend simulated")
    }
    let commands = try SimulatedCommand.commands(call)
    if call.command == .resume { resumed() }
    askDisplay { actor in
      (actor.withBackend { ($0 as? SimulatedBackend)?.perform(commands) } ?? nil)
    } then: { result in
      switch result {
      case .success(let status):
        responder.reply(SimulateReply(screens: status.connectors.filter(\.isPlugged).map(\.name)))
      case .failure(let error): responder.fail(.failed(message: "\(error)"))
      case nil: responder.fail(.failed(message: "the simulated backend has ended"))
      }
    }
  }
}
