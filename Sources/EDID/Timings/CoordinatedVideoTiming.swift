import DisplayTypes

/// VESA's formula for the timing of any size (Coordinated Video Timings 1.2, section 3; reduced blanking version 1).
enum CoordinatedVideoTiming {
  enum Blanking {
    /// Long enough for a cathode-ray tube.
    case normal
    /// 160 pixels and 460 µs.
    case reduced
  }

  /// The timing of a progressive size at `refresh` hertz; nil outside 16...16384 pixels and 1...1000 Hz.
  ///
  /// The width is not rounded: the formula would round it down to 8 pixels, and not show 1366 pixels.
  static func mode(width: Int, height: Int, refresh: Double, blanking: Blanking) -> ScreenMode? {
    guard (16...16384).contains(width), (16...16384).contains(height), refresh >= 1, refresh <= 1000 else { return nil }
    let sync = verticalSync(width: width, height: height)
    return switch blanking {
    case .normal: normal(width: width, height: height, refresh: refresh, sync: sync)
    case .reduced: reduced(width: width, height: height, refresh: refresh, sync: sync)
    }
  }

  /// The number of lines of vertical sync, which states the shape of the picture (CVT table 3-2).
  private static func verticalSync(width: Int, height: Int) -> Int {
    let shapes = [(4, 3, 4), (16, 9, 5), (16, 10, 6), (5, 4, 7), (15, 9, 7)]
    return shapes.first { height % $0.1 == 0 && height / $0.1 * $0.0 == width }?.2 ?? 10
  }

  private static func normal(width: Int, height: Int, refresh: Double, sync: Int) -> ScreenMode? {
    // The time of a line in microseconds, without the 550 µs of vertical sync and back porch.
    let line = (1_000_000 / refresh - 550) / Double(height + 3)
    guard line > 0.1 else { return nil }
    let syncAndBackPorch = max(Int(550 / line) + 1, sync + 6)
    let dutyCycle = max(20, 30 - 300 * line / 1000)
    let blanking = Int(Double(width) * dutyCycle / (100 - dutyCycle) / 16) * 16
    let total = width + blanking
    let syncWidth = Int(0.08 * Double(total) / 8) * 8
    return BlankedTiming(
      clockKilohertz: steps(kilohertz: Double(total) / line * 1000),
      horizontal: .init(active: width, frontPorch: blanking / 2 - syncWidth, sync: syncWidth, blanking: blanking),
      vertical: .init(active: height, frontPorch: 3, sync: sync, blanking: syncAndBackPorch + 3),
      flags: .negativePositive
    ).mode
  }

  private static func reduced(width: Int, height: Int, refresh: Double, sync: Int) -> ScreenMode? {
    let line = (1_000_000 / refresh - 460) / Double(height)
    guard line > 0.1 else { return nil }
    let blanking = max(Int(460 / line) + 1, 3 + sync + 6)
    let pixels = Double(width + 160) * Double(height + blanking)
    return BlankedTiming(
      clockKilohertz: steps(kilohertz: refresh * pixels / 1000),
      horizontal: .init(active: width, frontPorch: 48, sync: 32, blanking: 160),
      vertical: .init(active: height, frontPorch: 3, sync: sync, blanking: blanking),
      flags: .positiveNegative
    ).mode
  }

  /// The clock rounded down to a multiple of 250 kHz.
  private static func steps(kilohertz: Double) -> Int { Int(kilohertz / 250) * 250 }
}

/// A three-byte CVT code: a height, a shape and its refresh rates (EDID 1.4 section 3.10.3.8).
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
    let rates: [(bit: Int, refresh: Double, CoordinatedVideoTiming.Blanking)] = [
      (0x10, 50, .normal), (0x08, 60, .normal), (0x04, 75, .normal), (0x02, 85, .normal), (0x01, 60, .reduced),
    ]
    return rates.filter { code[2] & $0.bit != 0 }.compactMap { _, refresh, blanking in
      CoordinatedVideoTiming.mode(width: width / 8 * 8, height: height, refresh: refresh, blanking: blanking)
    }
  }
}
