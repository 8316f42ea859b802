internal import Composition
package import DisplayTypes
package import Presentation

extension SimulatedBackend {
  @discardableResult
  package func commit(_ commit: ScreenCommit, testOnly: Bool) throws(DisplayError) -> CommitReceipt {
    guard let index = connectors.firstIndex(where: { $0.id == commit.screen }) else {
      throw DisplayError(
        code: .gone, operation: "reach screen \(commit.screen.rawValue), which was removed", device: setup.device,
        errno: SimulatedFailure.gone.errno)
    }
    let connector = connectors[index]
    guard !isLost else { throw failure(.deviceLost, "reach the device of", connector) }
    switch commit.action {
    case .configure(let mode, let bufferCount):
      if testOnly { test(mode, commit, at: index) } else { configure(mode, bufferCount, commit, at: index) }
    case .turnOff:
      let answer = testOnly ? nil : connector.recording.takeAnswer(to: .turnOff, nil)
      if answer == nil, leavesUnanswered(commit, on: connector) { break }
      let failed =
        answer.map(\.error)
        ?? connector.faults.takeFailure(of: .turnOff, mode: nil).map { failure($0, "turn off", connector) }
      enter(
        testOnly ? .answer : .turnOff, commit, at: index, takes: answer?.nanoseconds ?? 0, told: answer?.told,
        failure: failed)
    case .flip(let buffer) where !testOnly: return try flip(buffer, commit, index)
    case .update(let buffer) where !testOnly: return try update(buffer, commit, index)
    case .movePointer where !testOnly: throw failure(.unsupported, "move the pointer of", connector)
    case .scanOut where !testOnly: throw failure(.unsupported, "show the buffer of a surface on", connector)
    case .flip, .update, .movePointer, .scanOut: enter(.answer, commit, at: index, takes: 0, failure: nil)
    }
    return CommitReceipt()
  }

  /// Makes an error that looks like an error of the kernel.
  func failure(_ failure: SimulatedFailure, _ operation: String, _ connector: SimulatedConnector) -> DisplayError {
    connector.counters.refusals += 1
    return DisplayError(
      code: failure.code, operation: "\(operation) \(connector.name)", device: setup.device, errno: failure.errno)
  }

  private func test(_ mode: ScreenMode, _ commit: ScreenCommit, at index: Int) {
    let connector = connectors[index]
    connector.counters.tests += 1
    let answer = connector.recording.takeAnswer(to: .test, mode)
    if answer == nil, leavesUnanswered(commit, on: connector) { return }
    let failed = answer.map(\.error) ?? refusal(of: mode, .test, on: connector)
    enter(.answer, commit, at: index, takes: answer?.nanoseconds ?? 0, told: answer?.told, failure: failed)
  }

  private func configure(_ mode: ScreenMode, _ bufferCount: Int, _ commit: ScreenCommit, at index: Int) {
    let connector = connectors[index]
    let operation = "set the mode \(ModeNames.plainName(of: mode)) on"
    let answer = connector.recording.takeAnswer(to: .modeset, mode)
    if answer == nil, leavesUnanswered(commit, on: connector) { return }
    let duration = answer?.nanoseconds ?? connector.modesetTime
    if let refusal = answer.map(\.error) ?? refusal(of: mode, .modeset, on: connector) {
      return enter(.answer, commit, at: index, takes: duration, told: answer?.told, failure: refusal)
    }
    guard commit.frame.size == mode.size,
      let output = SimulatedOutput(mode: mode, bufferCount: bufferCount, capabilities: connector.capabilities)
    else {
      return enter(.answer, commit, at: index, takes: 0, failure: failure(.invalid, operation, connector))
    }
    let whole = DamageRegion(PixelRect(size: mode.size))
    output.compose(commit.frame, damage: whole)
    connector.counters.bytesCopied += output.copy(whole, to: 0)
    let captured = output.capture(commit.capture)
    enter(.modeset(output), commit, at: index, takes: duration, told: answer?.told, captured: captured, failure: nil)
  }

  /// The number of pixels of the largest picture that the simulated device has memory for. It is larger than 8K.
  private static let mostPixels = 64 << 20

  /// Returns the reason why a mode cannot be set, and uses up faults.
  private func refusal(
    of mode: ScreenMode, _ kind: SimulatedCommitKind, on connector: SimulatedConnector
  ) -> DisplayError? {
    let operation = "\(kind == .test ? "test" : "set") the mode \(ModeNames.plainName(of: mode)) on"
    if let fault = connector.faults.takeFailure(of: kind, mode: mode) { return failure(fault, operation, connector) }
    guard connector.display != nil else { return failure(.gone, operation, connector) }
    // An unlisted mode is accepted if the link of a large display carries it.
    let listed = connector.probed(device: setup.device, at: simulatedClock.now).modes
    guard listed.contains(mode) || (mode.isPlausible && mode.clockKilohertz <= 2_400_000) else {
      return failure(.invalid, operation, connector)
    }
    // Each such buffer would take a quarter of a gigabyte of the host's memory, and filling it would delay every screen.
    guard mode.size.width * mode.size.height <= Self.mostPixels else {
      return failure(.outOfMemory, operation, connector)
    }
    let holders = connectors.count { $0 !== connector && $0.holdsCRTC }
    guard holders < setup.crtcCount ?? .max else {
      var error = failure(.noSpace, "find a free CRTC for", connector)
      error.code = .noPipeline
      return error
    }
    return nil
  }

  /// Whether the recorded connector disappeared before it answered this commit. Then the commit waits for that.
  private func leavesUnanswered(_ commit: ScreenCommit, on connector: SimulatedConnector) -> Bool {
    guard connector.recording.answersNothingElse else { return false }
    connector.commits.append(
      PendingCommit(
        token: commit.token, kind: .answer, started: simulatedClock.now, capabilities: connector.capabilities,
        captured: nil, failure: nil))
    return true
  }

  /// Commits on one connector end in their order.
  private func enter(
    _ kind: PendingCommit.Kind, _ commit: ScreenCommit, at index: Int, takes duration: UInt64,
    told: MonotonicTime? = nil, captured: CapturedFrame? = nil, failure: DisplayError?
  ) {
    let connector = connectors[index]
    let now = simulatedClock.now
    let start = max(connector.commitsEnd, now)
    connector.commitsEnd = told.flatMap { $0 >= now ? max(start, $0) : nil } ?? start.advanced(by: duration)
    connector.commits.append(
      PendingCommit(
        token: commit.token, kind: kind, started: now, capabilities: connector.capabilities, captured: captured,
        failure: failure))
    agenda.schedule(.commitEnd(index, commit.token), at: connector.commitsEnd)
  }

  private func flip(_ buffer: Int, _ commit: ScreenCommit, _ index: Int) throws(DisplayError) -> CommitReceipt {
    let connector = connectors[index]
    let output = try composed(commit, on: connector, "flip")
    guard output.flight == nil, !connector.isModesetPending else { throw failure(.busy, "flip", connector) }
    guard output.canFlip(to: buffer) else { throw failure(.invalid, "flip", connector) }
    connector.counters.bytesCopied += output.copy(commit.bufferDamage, to: buffer)
    if let fault = connector.faults.takeFailure(of: .flip, mode: output.mode) {
      throw failure(fault, "flip", connector)
    }
    let captured = output.capture(commit.capture)
    output.beginFlip(to: buffer, token: commit.token)
    if !connector.faults.takeLostFlip() {
      let now = simulatedClock.now
      let (time, sequence) = output.capabilities.hasVBlank ? output.nextVBlank(after: now) : (now, 0)
      agenda.schedule(.flipEnd(index, commit.token, sequence: sequence), at: time)
    }
    return CommitReceipt(captured: captured)
  }

  private func update(_ buffer: Int, _ commit: ScreenCommit, _ index: Int) throws(DisplayError) -> CommitReceipt {
    let connector = connectors[index]
    let output = try composed(commit, on: connector, "update")
    guard output.flight == nil, !connector.isModesetPending else { throw failure(.busy, "update", connector) }
    guard output.capabilities.updatesInPlace else { throw failure(.unsupported, "update", connector) }
    guard buffer == output.onScreen else { throw failure(.invalid, "update", connector) }
    if let fault = connector.faults.takeFailure(of: .update, mode: output.mode) {
      throw failure(fault, "update", connector)
    }
    connector.counters.bytesCopied += output.copy(commit.bufferDamage, to: buffer)
    connector.counters.updates += 1
    return CommitReceipt(presented: simulatedClock.now, captured: output.capture(commit.capture))
  }

  /// Composes a commit into the shadow, which always has the newest frame, shown or refused.
  private func composed(
    _ commit: ScreenCommit, on connector: SimulatedConnector, _ operation: String
  ) throws(DisplayError) -> SimulatedOutput {
    guard let output = connector.output, commit.frame.size == output.mode.size else {
      throw failure(.invalid, operation, connector)
    }
    output.compose(commit.frame, damage: commit.frameDamage)
    return output
  }
}

/// A test, a modeset or a turn-off that has not ended.
struct PendingCommit {
  enum Kind {
    /// An answer without a change, after a test or a refusal.
    case answer
    case modeset(SimulatedOutput)
    case turnOff
  }

  let token: CommitToken
  let kind: Kind
  let started: MonotonicTime
  let capabilities: OutputCapabilities
  let captured: CapturedFrame?
  /// The failure. It is decided at the request, and reported at its end.
  let failure: DisplayError?
}
