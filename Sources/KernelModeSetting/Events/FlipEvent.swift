public import DisplayTypes

/// The kernel's word that a picture is on its screen (`DRM_EVENT_FLIP_COMPLETE`).
public struct FlipEvent: Hashable, Sendable {
  /// The CRTC; zero where the driver does not say.
  public var crtc: CRTCID
  /// What was given with the commit or the flip.
  public var userData: UInt64
  /// The number of the vblank; 0 on drivers that have none.
  public var sequence: UInt32
  /// When the picture's first pixel goes out, as the driver says.
  ///
  /// Drivers without vblank give any number: check it against the clock.
  public var timestamp: MonotonicTime

  /// Makes an event.
  public init(crtc: CRTCID, userData: UInt64, sequence: UInt32, timestamp: MonotonicTime) {
    self.crtc = crtc
    self.userData = userData
    self.sequence = sequence
    self.timestamp = timestamp
  }
}
