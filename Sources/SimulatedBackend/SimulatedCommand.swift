package import Presentation

/// A command for the simulated screens. The connector `*` stands for all connectors.
package enum SimulatedCommand: Hashable, Sendable {
  case plug(String, SimulatedDisplay)
  /// Plugs in again the display that was unplugged last, with the same EDID and the same delay of it.
  case replug(String)
  case unplug(String)
  /// Replaces the display, or its EDID, without a visible unplug.
  case change(String, SimulatedDisplay)
  /// Sends a hotplug event, so that every connector is probed again.
  case hotplug
  /// The duration of a probe of the connector from now on.
  case probeTime(String, nanoseconds: UInt64)
  /// The duration of a modeset from now on.
  case modesetTime(String, nanoseconds: UInt64)
  /// The delay of the EDID from the next plug or change on; nil for none.
  case edidDelay(String, SimulatedEDIDDelay?)
  /// The link fails. A modeset with a pixel clock up to this repairs it. After a modeset with a higher clock, it fails again 100 ms later.
  case linkBad(String, highestClockKilohertz: UInt32?)
  /// Whether flips end at vertical blanks, or at once. It takes effect at the next modeset.
  case vblank(String, Bool)
  /// Whether a small change is cheaper in place. It takes effect at the next modeset.
  case updatesInPlace(String, Bool)
  /// Adds a fault.
  case fault(String, SimulatedFault)
  /// Removes all faults.
  case clearFaults(String)
  /// Recorded findings of a probe of these connectors. Every later probe of them finds the same. An event may have announced them.
  /// Connectors in `gone` disappeared with their card or dock. Their commits fail, and connectors that return under their names have new
  /// identifiers.
  case find([ProbedConnector], gone: [String], isAnnounced: Bool)
  /// Recorded answers to tests, modesets and turn-offs. The next equal requests get them in their order. With `thenNone` other requests
  /// wait until the connector disappears.
  case answer(String, [SimulatedAnswer], thenNone: Bool)
  /// Removes the card. All its screens are gone, and every commit fails until it returns.
  case loseDevice
  case returnDevice
  /// Stops the clock until it is advanced.
  case stopClock
  /// Advances the clock at once. All work that becomes due is done.
  case advanceClock(nanoseconds: UInt64)
  /// Lets the clock run with real time.
  case runClock
}

/// The reason why a command to the simulated screens failed.
package enum SimulatedCommandError: Error, Hashable, Sendable, CustomStringConvertible {
  case unknownConnector(String, known: [String])
  /// The connector already has a display.
  case alreadyPlugged(String)
  /// No display was ever unplugged from the connector.
  case nothingPulled(String)
  case nothingPlugged(String)
  case notAnEDID(connector: String, reason: String)
  /// The bytes are a valid EDID, but the command demands an unreadable one.
  case readableEDID(connector: String)
  /// No timing is known for the mode.
  case impossibleMode(String)
  case deviceLost
  case deviceThere

  package var description: String {
    switch self {
    case .unknownConnector(let name, let known):
      "there is no simulated connector \(name); the connectors are \(known.joined(separator: ", "))"
    case .alreadyPlugged(let name):
      "a display is plugged into \(name) already; change its display, or unplug it first"
    case .nothingPulled(let name): "nothing was plugged into \(name) before; give the display to plug in"
    case .nothingPlugged(let name): "nothing is plugged into \(name); plug a display in first"
    case .notAnEDID(let connector, let reason):
      "nothing was plugged into \(connector): \(reason); give a file with the bytes of an EDID, or a mode such as 1920x1080@60"
    case .readableEDID(let connector):
      "nothing was plugged into \(connector): the bytes are a readable EDID, but the command demands an unreadable EDID"
    case .impossibleMode(let name):
      "no timing is known for \(name); give WIDTHxHEIGHT@REFRESH with 16 to 16384 pixels a side and 1 to 1000 Hz"
    case .deviceLost: "the simulated card was removed; insert it again first"
    case .deviceThere: "the simulated card is inserted already"
    }
  }
}
