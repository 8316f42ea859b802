import DisplayTypes

/// A mode's full timing as one line of text: clock in kHz, the five numbers of a line, those of a frame, scan, flags, picture aspect or
/// `-`, and `preferred` where it is.
nonisolated struct ModeLine: Codable {
  let mode: ScreenMode

  init(_ mode: ScreenMode) { self.mode = mode }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let mode = Self.mode(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(text.prefix(80))\" is no mode")
    }
    self.mode = mode
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  private var text: String {
    let numbers = [mode.clockKilohertz] + Self.numbers(mode.horizontal) + Self.numbers(mode.vertical)
    let rest = [UInt32(mode.verticalScan), mode.flags]
    return (numbers + rest).map { "\($0)" }.joined(separator: " ") + " \(mode.pictureAspect?.rawValue ?? "-")"
      + (mode.isPreferred ? " preferred" : "")
  }

  private static func numbers(_ timing: ModeTiming) -> [UInt32] {
    [timing.display, timing.syncStart, timing.syncEnd, timing.total, timing.skew].map(UInt32.init)
  }

  private static func mode(_ text: String) -> ScreenMode? {
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 14 || words.count == 15 && words[14] == "preferred" else { return nil }
    let numbers = words.prefix(13).compactMap { UInt32($0) }
    guard numbers.count == 13, let horizontal = timing(numbers[1...5]), let vertical = timing(numbers[6...10]),
      let scan = UInt16(exactly: numbers[11])
    else { return nil }
    let aspect = PictureAspect(rawValue: words[13])
    guard aspect != nil || words[13] == "-" else { return nil }
    return ScreenMode(
      clockKilohertz: numbers[0], horizontal: horizontal, vertical: vertical, verticalScan: scan, flags: numbers[12],
      pictureAspect: aspect, isPreferred: words.count == 15)
  }

  private static func timing(_ numbers: ArraySlice<UInt32>) -> ModeTiming? {
    let parts = numbers.compactMap { UInt16(exactly: $0) }
    guard parts.count == 5 else { return nil }
    return ModeTiming(display: parts[0], syncStart: parts[1], syncEnd: parts[2], total: parts[3], skew: parts[4])
  }
}
