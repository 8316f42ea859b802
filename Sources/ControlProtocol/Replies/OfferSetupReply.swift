/// Answers `OfferSetup`: once at the beginning, and whenever something else is asked for.
public struct OfferSetupReply: ControlReply, Hashable {
  /// Whether a set-up card is seen on a screen.
  public var shown: Bool
  /// Whether one that is seen shows a code where one is offered.
  public var pairing: Bool

  /// Makes one from its fields.
  public init(shown: Bool, pairing: Bool) {
    self.shown = shown
    self.pairing = pairing
  }
}
