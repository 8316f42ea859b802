import ControlProtocol
import ControlServer
import DisplayTypes
import EventLoop
import Presentation
import RasterizerHost
import SimulatedBackend

extension Daemon {
  /// Tells the simulated backend what its displays do.
  func simulate(_ call: SimulateCall, _ responder: ControlResponder) throws(ControlError) {
    guard backendName == "simulated" else {
      throw .notSupported(reason: "these displays are real; start the daemon with --backend simulated")
    }
    let commands = try SimulatedCommand.commands(call)
    if call.command == .resume { resumed() }
    if call.command == .time { try setSimulatedTime(call.time ?? "") }
    let answer = { (result: SimulationPilot.Answer, passed: UInt64?) in
      switch result {
      case .success(let status):
        responder.reply(
          SimulateReply(
            screens: status.connectors.filter(\.isPlugged).map(\.name), seconds: passed.map { Double($0) / 1e9 }))
      case .failure(let error): responder.fail(.failed(message: "\(error)"))
      case nil: responder.fail(.failed(message: "the simulated backend has ended"))
      }
    }
    guard let pilot = simulationPilot else { return answer(nil, nil) }
    if case .advanceClock(let interval)? = commands.first {
      let advance = SimulationPilot.Advance(interval: interval, endsAtNext: call.untilDue == true)
      pilot.advance(advance) { answer($0, $1) }
    } else {
      pilot.perform(commands) { answer($0, nil) }
    }
  }

  /// Leads the clocks of simulated displays.
  func makeSimulationPilot(following clock: SimulatedClock) -> SimulationPilot {
    let lookTimer = SoonTimer(loop: loop)
    return SimulationPilot(
      clock: clock,
      isBusy: { [weak self] in
        guard let self else { return false }
        return rasterizer.pendingRequests + documents.pendingRequests + playReader.pending + mediaInspector.pending
          + store.pending > 0
      },
      traffic: { [weak self] in self?.traffic ?? 0 },
      lookSoon: { lookTimer.call(after: $0, $1) },
      ask: { [weak self] commands, completion in
        self?.askDisplay { actor in
          (actor.withBackend { ($0 as? SimulatedBackend)?.perform(commands) } ?? nil)
        } then: {
          completion($0)
        }
      })
  }

  private func setSimulatedTime(_ text: String) throws(ControlError) {
    guard let clock = dayClock as? SimulatedDayClock else { return }
    guard text != "unknown" else { return clock.set(nil) }
    guard let time = WallTime(text) else {
      throw .invalidValue(parameter: "time", value: text, expected: "\(WallTime.expected), or unknown")
    }
    clock.set(time)
  }
}
