/// A mode of a screen, with its full timing. Two modes are equal if their timings, flags and picture aspect are equal. `isPreferred` does
/// not count.
public struct ScreenMode: Sendable {
  /// Pixel clock in kHz.
  public var clockKilohertz: UInt32
  /// The timing of a line, in pixels.
  public var horizontal: ModeTiming
  /// The timing of a frame, in lines.
  public var vertical: ModeTiming
  /// The number of times that each line is scanned (`vscan`); 0 and 1 both mean once.
  public var verticalScan: UInt16
  /// The kernel's `DRM_MODE_FLAG_*` bits without the picture aspect, unchanged.
  public var flags: UInt32
  /// The picture aspect that the mode announces to a TV; nil if there is none.
  public var pictureAspect: PictureAspect?
  /// Whether the display, or otherwise the driver, prefers this mode.
  public var isPreferred: Bool

  /// Makes a mode.
  public init(
    clockKilohertz: UInt32, horizontal: ModeTiming, vertical: ModeTiming, verticalScan: UInt16 = 0, flags: UInt32 = 0,
    pictureAspect: PictureAspect? = nil, isPreferred: Bool = false
  ) {
    self.clockKilohertz = clockKilohertz
    self.horizontal = horizontal
    self.vertical = vertical
    self.verticalScan = verticalScan
    self.flags = flags
    self.pictureAspect = pictureAspect
    self.isPreferred = isPreferred
  }

  /// Bits of `flags` that change the refresh rate (`DRM_MODE_FLAG_*` in the kernel's drm_mode.h).
  public enum Flag: Sendable {
    /// `DRM_MODE_FLAG_INTERLACE`: two fields make a frame.
    public static let interlaced: UInt32 = 1 << 4
    /// `DRM_MODE_FLAG_DBLSCAN`: each line is sent twice.
    public static let doubleScan: UInt32 = 1 << 5
    /// `DRM_MODE_FLAG_DBLCLK`: each pixel is sent twice.
    public static let doubleClock: UInt32 = 1 << 12
  }

  /// The visible pixels.
  public var size: PixelSize { PixelSize(width: Int(horizontal.display), height: Int(vertical.display)) }
  /// Whether two fields make a frame.
  public var isInterlaced: Bool { flags & Flag.interlaced != 0 }

  /// The number of refreshes (fields if interlaced) in a thousand seconds, rounded; zero if the timing is absurd. The formula is
  /// `drm_mode_vrefresh` in the kernel's drm_modes.c.
  public var refreshMillihertz: Int {
    let total = UInt64(horizontal.total) * UInt64(vertical.total)
    guard total > 0 else { return 0 }
    let numerator = UInt64(clockKilohertz) * (isInterlaced ? 2_000_000 : 1_000_000)
    let denominator = total * (flags & Flag.doubleScan != 0 ? 2 : 1) * UInt64(max(1, verticalScan))
    return Int((numerator + denominator / 2) / denominator)
  }

  /// The time between two refreshes in nanoseconds; that of 60 Hz if the timing is absurd.
  public var refreshInterval: UInt64 {
    let refresh = refreshMillihertz
    return refresh > 0 ? UInt64(1_000_000_000_000) / UInt64(refresh) : 16_666_667
  }

  /// A pixel's width divided by its height; 1 unless the picture aspect differs from the aspect of the pixels. A difference of up to 1.5 %
  /// counts as square, because 1366x768 announces 16:9.
  public var pixelAspectRatio: Double {
    guard let pictureAspect, size.width > 0, size.height > 0 else { return 1 }
    let ratio = pictureAspect.ratio * Double(size.height) / Double(size.width)
    return abs(ratio - 1) < 0.015 ? 1 : ratio
  }

  /// Whether the mode can be shown: 16 to 16384 pixels a side, totals that contain them, and a refresh between 1 and 1000 Hz.
  public var isPlausible: Bool {
    (16...16384).contains(size.width) && (16...16384).contains(size.height) && horizontal.isOrdered
      && vertical.isOrdered && (1000...1_000_000).contains(refreshMillihertz)
  }
}

extension ScreenMode: Hashable {
  /// Whether both modes are the same on the wire and look the same.
  public static func == (left: ScreenMode, right: ScreenMode) -> Bool {
    left.clockKilohertz == right.clockKilohertz && left.horizontal == right.horizontal
      && left.vertical == right.vertical
      && max(1, left.verticalScan) == max(1, right.verticalScan) && left.flags == right.flags
      && left.pictureAspect == right.pictureAspect
  }

  /// Adds the compared values to a hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(clockKilohertz)
    hasher.combine(horizontal)
    hasher.combine(vertical)
    hasher.combine(flags)
    hasher.combine(pictureAspect)
  }
}

/// One direction of a mode's timing, in pixels or lines, in the order of the kernel's `drm_mode_modeinfo`.
public struct ModeTiming: Hashable, Sendable {
  /// Visible pixels or lines.
  public var display: UInt16
  /// The start of the sync pulse.
  public var syncStart: UInt16
  /// The end of the sync pulse.
  public var syncEnd: UInt16
  /// The number of pixels or lines, including blanking.
  public var total: UInt16
  /// The value of `hskew`; zero in the vertical direction.
  public var skew: UInt16

  /// Makes a timing.
  public init(display: UInt16, syncStart: UInt16, syncEnd: UInt16, total: UInt16, skew: UInt16 = 0) {
    self.display = display
    self.syncStart = syncStart
    self.syncEnd = syncEnd
    self.total = total
    self.skew = skew
  }

  /// Whether picture, sync and total are in ascending order; equal values are allowed. The modes of firmware framebuffers and of small
  /// panels (`DRM_MODE_INIT`) have no blanking (drm_modes.c `drm_mode_validate_basic`).
  public var isOrdered: Bool { display > 0 && display <= syncStart && syncStart <= syncEnd && syncEnd <= total }
}

/// The shape of the picture that a mode announces to a TV (CTA-861 AVI InfoFrame).
public enum PictureAspect: String, Hashable, Sendable, CaseIterable {
  case fourByThree = "4:3"
  case sixteenByNine = "16:9"
  case sixtyFourByTwentySeven = "64:27"
  case twoFiftySixByOneThirtyFive = "256:135"

  /// Width divided by height.
  public var ratio: Double {
    switch self {
    case .fourByThree: 4.0 / 3.0
    case .sixteenByNine: 16.0 / 9.0
    case .sixtyFourByTwentySeven: 64.0 / 27.0
    case .twoFiftySixByOneThirtyFive: 256.0 / 135.0
    }
  }
}

extension ScreenMode {
  /// The picture's width divided by its height; 1 if there is no picture.
  var pictureShape: Double {
    if let pictureAspect { return pictureAspect.ratio }
    guard size.width > 0, size.height > 0 else { return 1 }
    return Double(size.width) / Double(size.height)
  }

  var area: Int { size.width * size.height }

  /// The difference of the refresh from 60 Hz, in millihertz.
  var distanceFromSixty: Int { abs(refreshMillihertz - 60_000) }
}
