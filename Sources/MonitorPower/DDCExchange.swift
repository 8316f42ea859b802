/// One attempt to bring a monitor to a power state by DDC/CI: the power mode is set once, then read back.
///
/// Source: VESA MCCS 2.2a, VCP feature D6 (power mode).
package enum DDCExchange {
  /// The VCP feature.
  package static let powerMode: UInt8 = 0xD6
  /// DPM on.
  package static let on: UInt8 = 1
  /// DPM off, DPMS off: the deepest sleep from which a monitor comes back by the signal or by `on`.
  ///
  /// 5 is its own switch, from which many are woken by hand alone.
  package static let off: UInt8 = 4
  /// How often the monitor is read: a monitor that starts takes seconds, and some answer nothing meanwhile.
  static let mostReadings = 10

  /// Brings the monitor to the power state and returns its answer; `pause` waits a second.
  package static func bring(_ monitor: some DDCMonitor, to wish: PowerWish, pause: () -> Void) -> PowerAnswer {
    // A monitor without the feature says so only when it is read.
    do throws(DDCError) { _ = try monitor.powerMode() } catch {
      guard error != .unsupported else { return .refused }
    }
    // libddcutil itself tries each message a few times.
    do throws(DDCError) { try monitor.setPowerMode(wish == .on ? on : off) } catch { return .noAnswer }
    var told: PowerAnswer?
    for _ in 0..<mostReadings {
      pause()
      do throws(DDCError) {
        told = answer(try monitor.powerMode())
      } catch {
        // In standby some listen no more.
        guard wish == .on, error != .unsupported else { return told ?? .silent }
        continue
      }
      if told?.rawValue == wish.rawValue { break }
    }
    return told ?? .silent
  }

  /// The meaning of a value of the feature; nil if it has none.
  private static func answer(_ value: UInt8) -> PowerAnswer? {
    switch value {
    case 1: .on
    // Standby, suspend, off, and off by its switch.
    case 2...5: .standby
    default: nil
    }
  }
}

/// A monitor that can be asked by DDC/CI; each call waits for it.
package protocol DDCMonitor {
  /// The value of its power mode (VCP feature D6).
  func powerMode() throws(DDCError) -> UInt8
  /// Sets its power mode; the monitor answers nothing.
  func setPowerMode(_ value: UInt8) throws(DDCError)
}

/// Why a monitor was not asked.
package enum DDCError: Error, Hashable, Sendable {
  /// It says that it does not have that feature.
  case unsupported
  /// It does not answer, or its answer is damaged.
  case noAnswer
}
