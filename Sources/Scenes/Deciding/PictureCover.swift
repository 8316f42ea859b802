/// What lies over the picture of a screen: both are the user's, and neither changes what is due there.
public nonisolated struct PictureCover: Hashable, Sendable {
  /// Black is shown in its place.
  public var isBlank: Bool
  /// What was shown last is held.
  public var isFrozen: Bool

  /// Makes a cover.
  public init(isBlank: Bool = false, isFrozen: Bool = false) {
    self.isBlank = isBlank
    self.isFrozen = isFrozen
  }

  /// Nothing lies over the picture.
  public static let clear = PictureCover()

  /// Whether the picture can be seen, and moves.
  public var isClear: Bool { self == .clear }
}
