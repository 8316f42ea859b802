import DisplayTypes

/// Makes a mode whose refresh rate is exact to about a millihertz. The blanking is invented.
func mode(
  _ width: UInt16, _ height: UInt16, _ hertz: Double, interlaced: Bool = false, aspect: PictureAspect? = nil,
  preferred: Bool = false, extra: UInt16 = 0
) -> ScreenMode {
  let horizontal = ModeTiming(
    display: width, syncStart: width + 40, syncEnd: width + 80, total: width + 160 + extra)
  let vertical = ModeTiming(display: height, syncStart: height + 3, syncEnd: height + 8, total: height + 30)
  let frames = interlaced ? hertz / 2 : hertz
  let clock = (Double(horizontal.total) * Double(vertical.total) * frames / 1000).rounded()
  return ScreenMode(
    clockKilohertz: UInt32(clock), horizontal: horizontal, vertical: vertical,
    flags: interlaced ? ScreenMode.Flag.interlaced : 0, pictureAspect: aspect, isPreferred: preferred)
}

/// A mode with a clock of zero, as in broken drivers and EDIDs.
func absurdMode(_ width: UInt16, _ height: UInt16, preferred: Bool = false) -> ScreenMode {
  var absurd = mode(width, height, 60, preferred: preferred)
  absurd.clockKilohertz = 0
  return absurd
}

/// Mode lists of real displays, reduced to the important modes.
enum ModeLists {
  /// A television: twins at 1000/1001, twins of picture aspect, interlaced modes, ultra high definition up to 60 Hz.
  static let television: [ScreenMode] = [
    mode(3840, 2160, 60, aspect: .sixteenByNine, preferred: true), mode(4096, 2160, 24),
    mode(3840, 2160, 60.0 / 1.001, aspect: .sixteenByNine), mode(3840, 2160, 50), mode(3840, 2160, 30),
    mode(1920, 1080, 60), mode(1920, 1080, 60.0 / 1.001), mode(1920, 1080, 60, interlaced: true),
    mode(1920, 1080, 60.0 / 1.001, interlaced: true), mode(1920, 1080, 50), mode(1280, 720, 60),
    mode(1280, 720, 60.0 / 1.001), mode(1024, 768, 60.004), mode(800, 600, 60.317),
    mode(720, 480, 60, aspect: .sixteenByNine), mode(720, 480, 60, aspect: .fourByThree),
    mode(720, 480, 60.0 / 1.001, aspect: .sixteenByNine), mode(720, 480, 60.0 / 1.001, aspect: .fourByThree),
    mode(640, 480, 59.94),
  ]
  /// An old television that has nothing progressive.
  static let interlacedOnly: [ScreenMode] = [
    mode(1920, 1080, 50, interlaced: true, preferred: true), mode(1920, 1080, 60, interlaced: true),
    mode(720, 576, 50, interlaced: true, aspect: .fourByThree),
  ]
  /// A television that prefers an interlaced mode although it has progressive ones.
  static let prefersInterlaced: [ScreenMode] = [
    mode(1920, 1080, 60, interlaced: true, preferred: true), mode(1280, 720, 60), mode(1280, 720, 50),
    mode(640, 480, 60),
  ]
  /// A portrait panel.
  static let portrait: [ScreenMode] = [
    mode(1200, 1920, 60, preferred: true), mode(1080, 1920, 60), mode(800, 1280, 60),
  ]
  /// The kernel's guess on DisplayPort without an EDID.
  static let guessed: [ScreenMode] = [
    mode(640, 480, 59.94, preferred: true), mode(1024, 768, 60.004), mode(800, 600, 60.317), mode(800, 600, 56.25),
  ]
  /// A desk monitor with many rates.
  static let gaming: [ScreenMode] = [
    mode(2560, 1440, 59.95, preferred: true), mode(2560, 1440, 144), mode(2560, 1440, 119.88), mode(1920, 1080, 60),
    mode(1920, 1080, 60.0 / 1.001), mode(1440, 900, 59.887), mode(1024, 768, 75.03), mode(1024, 768, 60.004),
  ]
}
