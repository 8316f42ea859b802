/// One direction of a mode's timing, in pixels or lines, in the order of the kernel's `drm_mode_modeinfo`.
public struct ModeTiming: Hashable, Sendable {
  /// Visible pixels or lines.
  public var display: UInt16
  /// Where the sync pulse begins.
  public var syncStart: UInt16
  /// Where the sync pulse ends.
  public var syncEnd: UInt16
  /// Pixels or lines with blanking.
  public var total: UInt16
  /// `hskew`; zero in the vertical direction.
  public var skew: UInt16

  /// Makes one from its parts.
  public init(display: UInt16, syncStart: UInt16, syncEnd: UInt16, total: UInt16, skew: UInt16 = 0) {
    self.display = display
    self.syncStart = syncStart
    self.syncEnd = syncEnd
    self.total = total
    self.skew = skew
  }

  /// Whether picture, sync and total follow each other.
  ///
  /// Equal numbers count as ordered, as in the kernel's `drm_mode_validate_basic` (drm_modes.c): the modes of firmware framebuffers
  /// and of small panels (`DRM_MODE_INIT`) have no blanking at all.
  public var isOrdered: Bool { display > 0 && display <= syncStart && syncStart <= syncEnd && syncEnd <= total }
}
