/// The card of a box that has nothing else to show: its name, its address, and a code that pairs a phone.
public struct SetupDescription: Hashable, Sendable {
  /// Whether a code is shown, where the web pages offer one.
  public var offersPairing: Bool

  /// Makes a card's description.
  public init(offersPairing: Bool = true) {
    self.offersPairing = offersPairing
  }
}
