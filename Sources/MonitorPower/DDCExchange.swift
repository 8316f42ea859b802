/// One attempt to bring a monitor to a power state by DDC/CI: one request, then readings of its power mode.
///
/// Source: VESA MCCS 2.2a, VCP feature D6 (power mode).
package enum DDCExchange {
  /// The VCP feature.
  package static let powerMode: UInt8 = 0xD6
  /// DPM on.
  package static let on: UInt8 = 1
  /// DPM off, DPMS off: the deepest sleep that the signal or `on` ends (after 5, their own switch, many monitors need a hand).
  package static let off: UInt8 = 4
  /// A starting monitor takes seconds, and some do not reply meanwhile.
  static let mostReadings = 10

  /// Brings the monitor to the power state and returns its answer; `pause` waits a second.
  package static func bring(_ monitor: some DDCMonitor, to wish: PowerWish, pause: () -> Void) -> PowerAnswer {
    // A monitor without the feature reports that only to a reading.
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

/// A monitor with DDC/CI; each call waits for it.
package protocol DDCMonitor {
  func powerMode() throws(DDCError) -> UInt8
  /// The monitor sends no reply to this.
  func setPowerMode(_ value: UInt8) throws(DDCError)
}

package enum DDCError: Error, Hashable, Sendable {
  /// The monitor has no such feature.
  case unsupported
  /// There is no reply, or a damaged one.
  case noAnswer
}
