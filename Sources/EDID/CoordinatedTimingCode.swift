import DisplayTypes

/// A three-byte CVT code: a height, a shape and the refreshes at which they can be shown (EDID 1.4 section 3.10.3.8).
enum CoordinatedTimingCode {
  /// The modes of the four codes in a descriptor of tag 0xF8.
  static func modes(descriptor: ByteWindow) -> [ScreenMode] {
    (0..<4).flatMap { modes(code: descriptor.window(from: 6 + $0 * 3, count: 3)) }
  }

  private static func modes(code: ByteWindow) -> [ScreenMode] {
    guard (code[0], code[1], code[2]) != (0, 0, 0) else { return [] }
    let height = ((code[0] | (code[1] & 0xF0) << 4) + 1) * 2
    let width =
      switch code[1] >> 2 & 3 {
      case 0: height * 4 / 3
      case 1: height * 16 / 9
      case 2: height * 16 / 10
      default: height * 15 / 9
      }
    let cells = width / 8 * 8
    var modes: [ScreenMode?] = []
    for (bit, refresh) in [(0x10, 50.0), (0x08, 60.0), (0x04, 75.0), (0x02, 85.0)] where code[2] & bit != 0 {
      modes.append(
        CoordinatedVideoTiming.mode(width: cells, height: height, refresh: refresh, blanking: .normal))
    }
    if code[2] & 0x01 != 0 {
      modes.append(CoordinatedVideoTiming.mode(width: cells, height: height, refresh: 60, blanking: .reduced))
    }
    return modes.compactMap { $0 }
  }
}
