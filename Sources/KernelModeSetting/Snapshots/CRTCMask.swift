/// A set of CRTCs by their place in `CardResources.crtcs` (`possible_crtcs` in drm_mode.h).
public struct CRTCMask: OptionSet, Hashable, Sendable {
  /// Bit n is the n-th CRTC.
  public var rawValue: UInt32

  /// Takes the kernel's mask.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The set of one CRTC; empty where the place is not in 0...31.
  public init(index: Int) {
    rawValue = index >= 0 && index < 32 ? 1 << UInt32(index) : 0
  }

  /// Whether the CRTC at a place is in it.
  public func contains(index: Int) -> Bool {
    !intersection(CRTCMask(index: index)).isEmpty
  }
}
