/// One attempt to bring a monitor to a power state with DDC/CI: one request, then readings of its power mode. Source: VESA MCCS 2.2a, VCP
/// feature D6 (power mode).
package enum DDCExchange {
  /// The VCP feature.
  package static let powerMode: UInt8 = 0xD6
  package static let on: UInt8 = 1
  /// DPM off, DPMS off: the deepest sleep that the signal or `on` ends. Value 5 is the monitor's own switch, after which many monitors only
  /// start by hand.
  package static let off: UInt8 = 4
  /// The maximum number of readings. A starting monitor takes seconds, and some monitors do not reply meanwhile.
  static let mostReadings = 10

  /// Brings the monitor to the power state and returns its answer. `pause` waits a second.
  package static func bring(_ monitor: some DDCMonitor, to wish: PowerWish, pause: () -> Void) -> PowerAnswer {
    // Read first: a monitor without the feature reports that only in reply to a reading.
    do throws(DDCError) { _ = try monitor.powerMode() } catch {
      guard error != .unsupported else { return .refused }
    }
    // libddcutil repeats each message itself.
    do throws(DDCError) { try monitor.setPowerMode(wish == .on ? on : off) } catch { return .noAnswer }
    var power: PowerAnswer?
    for _ in 0..<mostReadings {
      pause()
      do throws(DDCError) {
        power = answer(try monitor.powerMode())
      } catch {
        // In standby some monitors do not listen.
        guard wish == .on, error != .unsupported else { return power ?? .silent }
        continue
      }
      if power?.rawValue == wish.rawValue { break }
    }
    return power ?? .silent
  }

  private static func answer(_ value: UInt8) -> PowerAnswer? {
    switch value {
    case 1: .on
    // Standby, suspend, off, and off by its switch.
    case 2...5: .standby
    default: nil
    }
  }
}

/// A monitor with DDC/CI. Each call waits for it.
package protocol DDCMonitor {
  func powerMode() throws(DDCError) -> UInt8
  /// Sets the power mode. The monitor sends no reply.
  func setPowerMode(_ value: UInt8) throws(DDCError)
}

package enum DDCError: Error, Hashable, Sendable {
  /// The monitor has no such feature.
  case unsupported
  /// The monitor sent no reply, or a damaged one.
  case noAnswer
}
