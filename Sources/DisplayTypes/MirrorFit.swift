/// How a mirrored picture of another shape lies on a screen.
public enum MirrorFit: String, Hashable, Sendable, CaseIterable {
  /// As large as fits, with black above and below, or beside it.
  case letterbox
  /// It fills the screen, and is cut off on two sides.
  case fill
  /// It fills the screen, and its shape changes.
  case stretch
}
