package import Presentation

/// A command for the simulated screens.
///
/// The connector `*` stands for all of them.
package enum SimulatedCommand: Hashable, Sendable {
  case plug(String, SimulatedDisplay)
  /// Plugs the display in again that was pulled out last: the same EDID, and as late as it was.
  case replug(String)
  case unplug(String)
  /// Replaces the display, or its EDID, without a visible unplug.
  case change(String, SimulatedDisplay)
  /// Sends a hotplug event: every connector is probed again.
  case hotplug
  /// The duration of a probe of the connector from now on.
  case probeTime(String, nanoseconds: UInt64)
  /// The duration of a modeset from now on.
  case modesetTime(String, nanoseconds: UInt64)
  /// From the next plug or change on the EDID comes late; nil: it is there at once.
  case edidDelay(String, SimulatedEDIDDelay?)
  /// The link fails. A modeset with a pixel clock up to this repairs it; after another it fails again 100 ms later.
  case linkBad(String, highestClockKilohertz: UInt32?)
  /// Whether flips end at vertical blanks, or at once. Counts from the next modeset on.
  case vblank(String, Bool)
  /// Whether a small change is cheaper in place. Counts from the next modeset on.
  case updatesInPlace(String, Bool)
  /// Something will go wrong.
  case fault(String, SimulatedFault)
  /// Nothing will go wrong any more.
  case clearFaults(String)
  /// Recorded findings of a probe of these connectors; every later probe of them finds the same.
  /// An event may have announced them.
  ///
  /// Connectors that are gone went with their card or dock: their commits fail, and connectors that return under their names have
  /// new identifiers.
  case find([ProbedConnector], gone: [String], isAnnounced: Bool)
  /// Tests, modesets and turn-offs were answered so elsewhere: whatever asks the same next gets these answers, in their order.
  ///
  /// With `thenNone` other requests wait until the connector goes.
  case answer(String, [SimulatedAnswer], thenNone: Bool)
  /// Takes the card out: all its screens are gone, and every commit fails until it returns.
  case loseDevice
  case returnDevice
  /// The clock stands still until it is advanced.
  case stopClock
  /// The clock goes ahead at once; on the way everything happens that is due.
  case advanceClock(nanoseconds: UInt64)
  /// The clock goes with real time.
  case runClock
}

/// Why a command to the simulated screens was not carried out.
package enum SimulatedCommandError: Error, Hashable, Sendable, CustomStringConvertible {
  case unknownConnector(String, known: [String])
  /// Something is plugged in already.
  case alreadyPlugged(String)
  /// Nothing was ever pulled out.
  case nothingPulled(String)
  case nothingPlugged(String)
  case notAnEDID(connector: String, reason: String)
  /// The bytes are an EDID, although an unreadable one was meant.
  case readableEDID(connector: String)
  /// No timing is known for the mode.
  case impossibleMode(String)
  case deviceLost
  case deviceThere

  package var description: String {
    switch self {
    case .unknownConnector(let name, let known):
      "there is no simulated connector \(name); there are \(known.joined(separator: ", "))"
    case .alreadyPlugged(let name):
      "something is plugged into \(name) already; change its display, or unplug it first"
    case .nothingPulled(let name): "nothing was plugged into \(name) before; say which display it is"
    case .nothingPlugged(let name): "nothing is plugged into \(name); plug a display in first"
    case .notAnEDID(let connector, let reason):
      "nothing was plugged into \(connector): \(reason); give a file with the bytes of an EDID, or a mode such as 1920x1080@60"
    case .readableEDID(let connector):
      "nothing was plugged into \(connector): the bytes can be read as an EDID, which was to be unreadable"
    case .impossibleMode(let name):
      "no timing is known for \(name); give WIDTHxHEIGHT@REFRESH with 16 to 16384 pixels a side and 1 to 1000 Hz"
    case .deviceLost: "the simulated device is away; let it return first"
    case .deviceThere: "the simulated device is there already"
    }
  }
}
