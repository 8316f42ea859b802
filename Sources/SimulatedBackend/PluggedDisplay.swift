internal import DisplayTypes
internal import EDID
internal import ScreenDiscovery

/// The display that is really on a connector, whether it was looked at or not.
struct PluggedDisplay {
  /// Its link to the connector.
  enum Link: Equatable {
    case good
    /// Mended by a modeset with a pixel clock up to this.
    case bad(highestClockKilohertz: UInt32)
    /// A modeset has mended it for the moment, with too high a clock.
    case failing(highestClockKilohertz: UInt32)
  }

  /// Counts plugs and changes, so that what was due for an older display is not taken for this one's.
  let number: UInt64
  let edid: [UInt8]
  let edidDelay: SimulatedEDIDDelay?
  let edidArrival: MonotonicTime
  var link = Link.good

  init(number: UInt64, edid: [UInt8], edidDelay: SimulatedEDIDDelay?, now: MonotonicTime) {
    self.number = number
    self.edid = edid
    self.edidDelay = edidDelay
    edidArrival = now.advanced(by: edidDelay?.nanoseconds ?? 0)
  }

  var isLinkBad: Bool {
    switch link {
    case .good, .failing: false
    case .bad: true
    }
  }

  /// What the kernel reads and lists at `now`.
  func listing(isDisplayPort: Bool, at now: MonotonicTime) -> (edid: [UInt8], modes: [ScreenMode]) {
    if now < edidArrival, let edidDelay {
      switch edidDelay.interim {
      case .noModes: return ([], [])
      case .guessedModes: return ([], KernelGuess.modes(isDisplayPort: isDisplayPort))
      }
    }
    // The kernel lists the formats of TVs at both of their rates.
    if !edid.isEmpty, let read = try? EDID(bytes: edid) { return (edid, read.modes + read.alternateRateModes) }
    return (edid, KernelGuess.modes(isDisplayPort: isDisplayPort))
  }
}
