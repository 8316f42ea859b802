internal import DisplayTypes
internal import Presentation

extension SimulatedBackend {
  /// How long a link that was mended with too high a clock holds.
  private static let failingLinkHolds: UInt64 = 100_000_000

  /// A test, a modeset or a turn-off has ended.
  func endCommit(at index: Int, _ token: CommitToken) {
    let connector = connectors[index]
    guard let position = connector.commits.firstIndex(where: { $0.token == token }) else { return }
    let pending = connector.commits.remove(at: position)
    var result: Result<CommitOutcome, DisplayError>
    if let failure = pending.failure {
      result = .failure(failure)
    } else {
      result = .success(
        CommitOutcome(
          capabilities: pending.capabilities, started: pending.started, ended: simulatedClock.now, wasModeset: false,
          captured: pending.captured))
      switch pending.kind {
      case .answer: break
      case .modeset(let output): result = endModeset(of: output, result, at: index)
      case .turnOff: connector.output = nil
      }
    }
    emit(.finished(connector.id, token, result))
  }

  /// A flip has ended at its vertical blank.
  func endFlip(at index: Int, _ token: CommitToken, time: MonotonicTime, sequence: UInt32) {
    let connector = connectors[index]
    guard connector.output?.endFlip(token) == true else { return }
    connector.counters.flips += 1
    emit(.flipped(FlipEvent(screen: connector.id, token: token, timestamp: time, sequence: sequence)))
  }

  /// The link that a modeset had mended for the moment fails again.
  func failLink(at index: Int) {
    guard case .failing(let limit) = connectors[index].display?.link else { return }
    connectors[index].display?.link = .bad(highestClockKilohertz: limit)
  }

  private func endModeset(
    of output: SimulatedOutput, _ result: Result<CommitOutcome, DisplayError>, at index: Int
  ) -> Result<CommitOutcome, DisplayError> {
    let connector = connectors[index]
    guard connector.display != nil else {
      let operation = "set the mode \(ModeNames.plainName(of: output.mode)) on"
      return .failure(failure(.gone, operation, connector))
    }
    output.start = simulatedClock.now
    connector.output = output
    connector.counters.modesets += 1
    mendLink(of: connector, at: index, mode: output.mode)
    return result.map { outcome in
      var outcome = outcome
      outcome.wasModeset = true
      return outcome
    }
  }

  /// A modeset trains the link anew; with too high a clock that does not last.
  private func mendLink(of connector: SimulatedConnector, at index: Int, mode: ScreenMode) {
    guard let display = connector.display, case .bad(let limit) = display.link else { return }
    if mode.clockKilohertz <= limit {
      connector.display?.link = .good
    } else {
      connector.display?.link = .failing(highestClockKilohertz: limit)
      let end = simulatedClock.now.advanced(by: Self.failingLinkHolds)
      schedule(.linkFailure(index, display: display.number), at: end)
    }
    hotplug(index)
  }
}
