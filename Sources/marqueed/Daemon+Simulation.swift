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
    let display = display
    let mainThread = loop.mailbox
    let relay = SimulationRelay(responder: responder)
    displayThread.post {
      let result = display.assumeIsolated { actor in
        actor.withBackend { ($0 as? SimulatedBackend)?.perform(commands) }
      }
      mainThread.post { MainActor.assumeIsolated { relay.answer(result ?? nil) } }
    }
  }
}
