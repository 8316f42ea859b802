/// What a plane is meant for (the property `type`).
public enum PlaneKind: UInt64, Hashable, Sendable {
  /// An extra layer.
  case overlay = 0
  /// The layer that a CRTC cannot do without.
  case primary = 1
  /// The mouse pointer's.
  case cursor = 2
}
