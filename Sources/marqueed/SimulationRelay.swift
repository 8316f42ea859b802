import ControlProtocol
import ControlServer
import SimulatedBackend

/// Brings the simulated backend's answer back to who asked.
final class SimulationRelay {
  private let responder: ControlResponder

  init(responder: ControlResponder) {
    self.responder = responder
  }

  func answer(_ result: Result<SimulatedStatus, SimulatedCommandError>?) {
    switch result {
    case .success(let status):
      responder.reply(SimulateReply(screens: status.connectors.filter(\.isPlugged).map(\.name)))
    case .failure(let error): responder.fail(.failed(message: "\(error)"))
    case nil: responder.fail(.failed(message: "the simulated backend has ended"))
    }
  }
}
