import DisplayTypes

/// A mode's full timing as JSON says it.
nonisolated struct ModeRecord: Codable {
  var clockKilohertz: UInt32
  var horizontal: [UInt16]
  var vertical: [UInt16]
  var verticalScan: UInt16
  var flags: UInt32
  var pictureAspect: String?

  init(_ mode: ScreenMode) {
    clockKilohertz = mode.clockKilohertz
    horizontal = ModeRecord.numbers(mode.horizontal)
    vertical = ModeRecord.numbers(mode.vertical)
    verticalScan = mode.verticalScan
    flags = mode.flags
    pictureAspect = mode.pictureAspect?.rawValue
  }

  /// Nil where it is no timing that could be shown.
  var mode: ScreenMode? {
    guard let horizontal = ModeRecord.timing(horizontal), let vertical = ModeRecord.timing(vertical) else { return nil }
    let mode = ScreenMode(
      clockKilohertz: clockKilohertz, horizontal: horizontal, vertical: vertical, verticalScan: verticalScan,
      flags: flags, pictureAspect: pictureAspect.flatMap(PictureAspect.init(rawValue:)))
    return mode.isPlausible ? mode : nil
  }

  private static func numbers(_ timing: ModeTiming) -> [UInt16] {
    [timing.display, timing.syncStart, timing.syncEnd, timing.total, timing.skew]
  }

  private static func timing(_ numbers: [UInt16]) -> ModeTiming? {
    guard numbers.count == 5 else { return nil }
    return ModeTiming(
      display: numbers[0], syncStart: numbers[1], syncEnd: numbers[2], total: numbers[3], skew: numbers[4])
  }
}
