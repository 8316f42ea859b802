public import DisplayTypes

/// Decides between two looks whether pixels move, or are static as they should be.
///
/// Pure. A screen stands still that has waited at both looks and got nothing in between; a living event loop alone proves nothing.
public struct PixelWatch: Hashable, Sendable {
  private var last: [ScreenID: ScreenVitals] = [:]

  /// Has not looked yet.
  public init() {}

  /// Looks again; returns the screens that stand still.
  public mutating func look(_ vitals: [ScreenID: ScreenVitals]) -> Set<ScreenID> {
    defer { last = vitals }
    return Set(vitals.filter { $0.value.isWaiting && last[$0.key] == $0.value }.keys)
  }
}
