/// How one picture gives way to the next.
public struct TransitionDescription: Hashable, Sendable {
  /// What is seen of it.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// From one frame to the next.
    case cut
    /// The new one becomes visible over the old one.
    case crossfade
    /// The new one comes in over the old one, which stands still.
    case slide
    /// The new one stands still, and an edge that moves lays it open.
    case wipe
    /// The new one pushes the old one out.
    case push
  }

  /// How fast it goes between its beginning and its end.
  public enum Curve: String, Hashable, Sendable, CaseIterable {
    case linear
    /// Slow at first.
    case easeIn = "ease-in"
    /// Slow at last.
    case easeOut = "ease-out"
    /// Slow at first and at last.
    case easeInOut = "ease-in-out"
  }

  /// Where a picture that slides, pushes or is wiped in goes to.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    case left, right, up, down
  }

  /// The longest one.
  public static let longestMilliseconds = 10_000

  /// What is seen of it.
  public var kind: Kind
  /// How long it takes, in milliseconds; of no meaning for a cut.
  public var milliseconds: Int
  /// How fast it goes between its beginning and its end.
  public var curve: Curve
  /// Where the new picture goes to.
  public var direction: Direction

  /// Makes a transition.
  public init(_ kind: Kind, milliseconds: Int = 600, curve: Curve = .easeInOut, direction: Direction = .left) {
    self.kind = kind
    self.milliseconds = milliseconds
    self.curve = curve
    self.direction = direction
  }

  /// From one frame to the next.
  public static let cut = TransitionDescription(.cut, milliseconds: 0)
}
