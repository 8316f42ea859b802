/// What sort of value a property holds (`DRM_MODE_PROP_*` in drm_mode.h).
public enum PropertyKind: Hashable, Sendable {
  /// A number between two limits.
  case range
  /// A two's complement number between two limits.
  case signedRange
  /// One of the named values.
  case enumeration
  /// Any of the named bits.
  case bitmask
  /// The number of a blob, zero for none.
  case blob
  /// The number of another object, zero for none.
  case object
  /// A sort that this version does not know.
  case other

  /// Reads the flags of `drmModeGetProperty`.
  package init(flags: UInt32) {
    switch flags & 0x0000_ffc0 {
    case 1 << 6: self = .object
    case 2 << 6: self = .signedRange
    default:
      if flags & 1 << 1 != 0 {
        self = .range
      } else if flags & 1 << 3 != 0 {
        self = .enumeration
      } else if flags & 1 << 4 != 0 {
        self = .blob
      } else if flags & 1 << 5 != 0 {
        self = .bitmask
      } else {
        self = .other
      }
    }
  }
}
