/// How an atomic commit is done (`DRM_MODE_ATOMIC_*` and `DRM_MODE_PAGE_FLIP_*` in drm_mode.h).
public struct CommitFlags: OptionSet, Hashable, Sendable {
  /// The kernel's bits.
  public var rawValue: UInt32

  /// Takes the kernel's bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Send an event for each CRTC when its picture is shown.
  ///
  /// The kernel refuses it together with `testOnly`.
  public static let pageFlipEvent = CommitFlags(rawValue: 0x01)
  /// Do not wait for vblank: tears.
  public static let async = CommitFlags(rawValue: 0x02)
  /// Only say whether it would work.
  public static let testOnly = CommitFlags(rawValue: 0x0100)
  /// Return before the picture is shown.
  public static let nonblocking = CommitFlags(rawValue: 0x0200)
  /// Modes, connections and power may change, which may blank a screen for a moment.
  public static let allowModeset = CommitFlags(rawValue: 0x0400)
}
