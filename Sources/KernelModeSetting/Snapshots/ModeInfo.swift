public import DisplayTypes

/// A mode of the kernel: `struct drm_mode_modeinfo` of drm_mode.h, field for field.
///
/// `ScreenMode` has the same timing without `type`, `name` and the rounded `refresh`, which only describe the mode.
public struct ModeInfo: Hashable, Sendable {
  /// Pixel clock in kHz.
  public var clockKilohertz: UInt32
  /// `hdisplay`, `hsync_start`, `hsync_end`, `htotal` and `hskew`.
  public var horizontal: ModeTiming
  /// `vdisplay`, `vsync_start`, `vsync_end` and `vtotal`.
  public var vertical: ModeTiming
  /// `vscan`.
  public var verticalScan: UInt16
  /// `vrefresh`: refreshes in a second, rounded.
  public var refresh: UInt32
  /// `DRM_MODE_FLAG_*`, the picture aspect in bits 19 to 22.
  public var flags: UInt32
  /// `DRM_MODE_TYPE_*`.
  public var type: UInt32
  /// The kernel's name, at most 31 bytes.
  public var name: String

  /// Makes a mode from all its fields.
  public init(
    clockKilohertz: UInt32, horizontal: ModeTiming, vertical: ModeTiming, verticalScan: UInt16 = 0, refresh: UInt32 = 0,
    flags: UInt32 = 0, type: UInt32 = 0, name: String = ""
  ) {
    self.clockKilohertz = clockKilohertz
    self.horizontal = horizontal
    self.vertical = vertical
    self.verticalScan = verticalScan
    self.refresh = refresh
    self.flags = flags
    self.type = type
    self.name = name
  }

  /// `DRM_MODE_TYPE_PREFERRED`.
  static let preferred: UInt32 = 1 << 3
  /// `DRM_MODE_TYPE_DRIVER`: made by the driver, from an EDID or otherwise.
  static let driver: UInt32 = 1 << 6
  /// `DRM_MODE_FLAG_PIC_AR_MASK`.
  static let aspectMask: UInt32 = 0x0f << 19

  /// The kernel's form of a mode.
  public init(_ mode: ScreenMode) {
    self.init(
      clockKilohertz: mode.clockKilohertz, horizontal: mode.horizontal, vertical: mode.vertical,
      verticalScan: mode.verticalScan, refresh: UInt32(clamping: (mode.refreshMillihertz + 500) / 1000),
      flags: mode.flags | (mode.pictureAspect.flatMap { Self.aspectBits[$0] } ?? 0),
      type: Self.driver | (mode.isPreferred ? Self.preferred : 0),
      name: "\(mode.size.width)x\(mode.size.height)\(mode.isInterlaced ? "i" : "")")
  }

  /// The same timing.
  ///
  /// A picture aspect that the kernel does not define stays in `flags`.
  public var screenMode: ScreenMode {
    let aspect = Self.aspectBits.first { $0.value == flags & Self.aspectMask }?.key
    return ScreenMode(
      clockKilohertz: clockKilohertz, horizontal: horizontal, vertical: vertical, verticalScan: verticalScan,
      flags: aspect == nil ? flags : flags & ~Self.aspectMask, pictureAspect: aspect,
      isPreferred: type & Self.preferred != 0)
  }

  /// Bits 19 to 22 of `DRM_MODE_FLAG_PIC_AR_*`.
  private static let aspectBits: [PictureAspect: UInt32] = [
    .fourByThree: 1 << 19, .sixteenByNine: 2 << 19, .sixtyFourByTwentySeven: 3 << 19,
    .twoFiftySixByOneThirtyFive: 4 << 19,
  ]
}
