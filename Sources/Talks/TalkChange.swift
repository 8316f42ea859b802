/// What follows from something that was done in a talk.
public struct TalkChange: Hashable, Sendable {
  /// Something is another than it was.
  public var isAny: Bool
  /// Something that is kept is.
  public var isKept: Bool
  /// What the audience sees may be.
  public var isSeen: Bool
  /// The speaker has reached another slide.
  public var isTurn: Bool

  /// Nothing does.
  public static let none = TalkChange(isAny: false, isKept: false, isSeen: false, isTurn: false)

  private init(isAny: Bool, isKept: Bool, isSeen: Bool, isTurn: Bool) {
    self.isAny = isAny
    self.isKept = isKept
    self.isSeen = isSeen
    self.isTurn = isTurn
  }

  /// Compares a talk with itself before.
  public init(from before: Talk, to after: Talk) {
    isAny = before != after
    isTurn = before.page != after.page || before.pages != after.pages
    isSeen =
      before.shownPage != after.shownPage || before.cover != after.cover || before.seenPointer != after.seenPointer
      || before.message != after.message || before.code != after.code
    var (old, new) = (before, after)
    // What nobody keeps.
    old.forgetPassing()
    new.forgetPassing()
    isKept = old != new
  }
}
