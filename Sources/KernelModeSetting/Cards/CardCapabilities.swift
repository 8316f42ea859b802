/// What a card's driver can do, and what was switched on for this open file.
public struct CardCapabilities: Hashable, Sendable {
  /// Buffers for the CPU can be made (`DRM_CAP_DUMB_BUFFER`).
  public var dumbBuffers = false
  /// Flip timestamps are of `CLOCK_MONOTONIC` (`DRM_CAP_TIMESTAMP_MONOTONIC`).
  public var monotonicTimestamps = false
  /// Framebuffers may name their memory layout (`DRM_CAP_ADDFB2_MODIFIERS`).
  public var framebufferModifiers = false
  /// All planes are listed, primary and cursor ones included (`DRM_CLIENT_CAP_UNIVERSAL_PLANES`).
  public var universalPlanes = false
  /// Atomic commits are switched on (`DRM_CLIENT_CAP_ATOMIC`).
  public var atomic = false
  /// Modes carry their picture aspect (`DRM_CLIENT_CAP_ASPECT_RATIO`; atomic implies it).
  public var aspectRatio = false

  /// No capability.
  public init() {}

  /// `DRM_CAP_*` of drm.h.
  package enum Number {
    package static let dumbBuffer: UInt64 = 0x1
    package static let monotonicTimestamps: UInt64 = 0x6
    package static let framebufferModifiers: UInt64 = 0x10
  }
}
