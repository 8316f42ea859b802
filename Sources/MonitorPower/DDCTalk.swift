/// What a monitor is asked by DDC/CI, to bring it to a power state and to hear of it.
///
/// Source: VESA MCCS 2.2a, VCP feature D6 (power mode).
public enum DDCTalk {
  /// The VCP feature.
  public static let powerMode: UInt8 = 0xD6
  /// DPM on.
  static let on: UInt8 = 1
  /// DPM off, DPMS off: the deepest that a monitor comes back from by itself, by the signal or by `on`.
  ///
  /// 5 is its own switch, from which many are woken by hand alone.
  static let off: UInt8 = 4
  /// How often it is asked until it is where it should be: one that starts takes seconds, and some answer nothing meanwhile.
  static let mostReadings = 10
  /// How often something is sent that it does not take; libddcutil itself tries each a few times.
  static let mostAttempts = 3

  /// Asks, and returns what the monitor tells at last; `pause` waits a second.
  public static func bring(_ monitor: some DDCMonitor, to wish: PowerWish, pause: () -> Void) -> PowerAnswer {
    // One that does not have the feature says so when it is read only.
    do throws(DDCError) { _ = try monitor.powerMode() } catch {
      guard error != .unsupported else { return .refused }
    }
    guard set(monitor, wish == .on ? on : off, pause) else { return .noAnswer }
    var told: PowerAnswer?
    for reading in 1...mostReadings {
      pause()
      do throws(DDCError) {
        told = answer(try monitor.powerMode())
      } catch {
        // In standby some listen no more.
        guard wish == .on, error != .unsupported else { return told ?? .silent }
        continue
      }
      if told?.rawValue == wish.rawValue { break }
      // It may have been about to go to sleep, or to start, and have taken nothing.
      if reading.isMultiple(of: mostAttempts) { _ = try? monitor.setPowerMode(wish == .on ? on : off) }
    }
    return told ?? .silent
  }

  private static func set(_ monitor: some DDCMonitor, _ value: UInt8, _ pause: () -> Void) -> Bool {
    for attempt in 1...mostAttempts {
      if attempt > 1 { pause() }
      if (try? monitor.setPowerMode(value)) != nil { return true }
    }
    return false
  }

  /// What a value of the feature means; nil for one that means nothing.
  static func answer(_ value: UInt8) -> PowerAnswer? {
    switch value {
    case 1: .on
    // Standby, suspend, off, and off by its switch.
    case 2...5: .standby
    default: nil
    }
  }
}
