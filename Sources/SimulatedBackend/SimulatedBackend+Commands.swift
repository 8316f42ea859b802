internal import DisplayTypes
internal import Presentation

extension SimulatedBackend {
  /// Performs a command. A command that fails changes nothing.
  ///
  /// - Returns: the new status. Events follow in the loop's next turns.
  package func perform(_ command: SimulatedCommand) -> Result<SimulatedStatus, SimulatedCommandError> {
    perform([command])
  }

  /// Performs commands in order, and stops at the first failure.
  package func perform(_ commands: [SimulatedCommand]) -> Result<SimulatedStatus, SimulatedCommandError> {
    do throws(SimulatedCommandError) {
      for command in commands { try carryOut(command) }
      return .success(status)
    } catch {
      return .failure(error)
    }
  }

  private func carryOut(_ command: SimulatedCommand) throws(SimulatedCommandError) {
    switch command {
    case .plug(let name, let display): try plug(name, display)
    case .replug(let name): try replug(name)
    case .change(let name, let display): try change(name, display)
    case .unplug(let name): try unplug(name)
    case .hotplug: try indices(of: "*").forEach(probes.hotplug)
    case .probeTime(let name, let time): try forEach(name) { $0.probeTime = time }
    case .modesetTime(let name, let time): try forEach(name) { $0.modesetTime = time }
    case .edidDelay(let name, let delay): try forEach(name) { $0.edidDelay = delay }
    case .linkBad(let name, let limit): try breakLink(name, highestClockKilohertz: limit)
    case .vblank(let name, let hasVBlank): try forEach(name) { $0.capabilities.hasVBlank = hasVBlank }
    case .updatesInPlace(let name, let updates): try forEach(name) { $0.capabilities.updatesInPlace = updates }
    case .fault(let name, let fault): try forEach(name) { $0.faults.add(fault) }
    case .clearFaults(let name): try forEach(name) { $0.faults.removeAll() }
    case .find(let found, let gone, let isAnnounced): try find(found, gone, isAnnounced)
    case .answer(let name, let answers, let thenNone):
      try forEach(name) {
        $0.recording.answers = answers
        $0.recording.answersNothingElse = thenNone
      }
    case .loseDevice: try lose()
    case .returnDevice:
      guard isLost else { throw .deviceThere }
      agenda.schedule(.deviceReturn, at: simulatedClock.now)
    case .stopClock: simulatedClock.stop()
    case .advanceClock(let interval): simulatedClock.advance(by: interval)
    case .runClock: simulatedClock.run()
    }
  }

  private func plug(_ name: String, _ display: SimulatedDisplay) throws(SimulatedCommandError) {
    try put(display, into: freeIndices(of: name))
  }

  private func replug(_ name: String) throws(SimulatedCommandError) {
    let found = try freeIndices(of: name).filter { connectors[$0].former != nil }
    if found.isEmpty, name != "*" { throw .nothingPulled(name) }
    for index in found {
      if let former = connectors[index].former { put(former.edid, late: former.edidDelay, into: index) }
    }
  }

  private func change(_ name: String, _ display: SimulatedDisplay) throws(SimulatedCommandError) {
    try put(display, into: pluggedIndices(of: name))
  }

  private func put(_ display: SimulatedDisplay, into indices: [Int]) throws(SimulatedCommandError) {
    // Make all bytes first, so that a command that fails changes nothing.
    var bytes: [[UInt8]] = []
    for index in indices { bytes.append(try display.bytes(connector: connectors[index].name)) }
    for (index, edid) in zip(indices, bytes) { put(edid, late: connectors[index].edidDelay, into: index) }
  }

  private func put(_ edid: [UInt8], late delay: SimulatedEDIDDelay?, into index: Int) {
    displayCount += 1
    let plugged = PluggedDisplay(number: displayCount, edid: edid, edidDelay: delay, now: simulatedClock.now)
    connectors[index].display = plugged
    connectors[index].recording.isAbsent = false
    if delay?.isAnnounced == true {
      agenda.schedule(.edidArrival(index, display: displayCount), at: plugged.edidArrival)
    }
    probes.hotplug(index)
  }

  private func find(_ found: [ProbedConnector], _ gone: [String], _ isAnnounced: Bool) throws(SimulatedCommandError) {
    var places: [Int] = []
    for connector in found { places += try indices(of: connector.name) }
    var vanished: [Int] = []
    for name in gone { vanished += try indices(of: name) }
    vanished.forEach(vanish)
    for (index, connector) in zip(places, found) {
      connectors[index].recording.isAbsent = false
      displayCount += 1
      connectors[index].recording.finding = connector
      connectors[index].display =
        connector.isConnected
        ? PluggedDisplay(number: displayCount, edid: connector.edid, edidDelay: nil, now: simulatedClock.now) : nil
    }
    if isAnnounced { probes.hotplugAll() }
    agenda.schedule(.probeAll, at: simulatedClock.now)
  }

  private func unplug(_ name: String) throws(SimulatedCommandError) {
    for index in try pluggedIndices(of: name) {
      connectors[index].former = connectors[index].display
      connectors[index].display = nil
      probes.hotplug(index)
    }
  }

  private func breakLink(_ name: String, highestClockKilohertz: UInt32?) throws(SimulatedCommandError) {
    for index in try pluggedIndices(of: name) {
      connectors[index].display?.link = .bad(highestClockKilohertz: highestClockKilohertz ?? .max)
      probes.hotplug(index)
    }
  }

  private func lose() throws(SimulatedCommandError) {
    guard !isLost else { throw .deviceLost }
    isLost = true
    agenda.schedule(.deviceLoss, at: simulatedClock.now)
  }

  private func forEach(_ name: String, _ body: (SimulatedConnector) -> Void) throws(SimulatedCommandError) {
    for index in try indices(of: name) { body(connectors[index]) }
  }

  /// The connectors of this name that have a display. A single named connector must have one.
  private func pluggedIndices(of name: String) throws(SimulatedCommandError) -> [Int] {
    let found = try indices(of: name)
    let plugged = found.filter { connectors[$0].display != nil }
    if plugged.isEmpty, name != "*" { throw .nothingPlugged(name) }
    return plugged
  }

  /// The connectors of this name. All of them must be free.
  private func freeIndices(of name: String) throws(SimulatedCommandError) -> [Int] {
    let found = try indices(of: name)
    for index in found where connectors[index].display != nil { throw .alreadyPlugged(connectors[index].name) }
    return found
  }

  private func indices(of name: String) throws(SimulatedCommandError) -> [Int] {
    if name == "*" { return connectors.indices.filter { !connectors[$0].recording.isAbsent } }
    guard let index = connectors.firstIndex(where: { $0.name == name }) else {
      throw .unknownConnector(name, known: setup.allConnectors)
    }
    return [index]
  }
}
