/// Which page of a deck is wanted.
public enum PageTurn: String, Codable, Hashable, Sendable, CaseIterable {
  case next, previous, first, last
  /// The one of a number.
  case goto

  /// Reads one; throws `ControlError.invalidValue`, which lists all, where there is none of that name.
  public init(from decoder: any Decoder) throws {
    self = try decoder.name(of: "turn")
  }

  /// The page from 1 that it leads to, from another of so many; a number beyond the last leads to that.
  public func page(from current: Int, of count: Int, number: Int? = nil) -> Int {
    let last = max(1, count)
    let current = min(max(1, current), last)
    switch self {
    case .next: return min(current + 1, last)
    case .previous: return max(current - 1, 1)
    case .first: return 1
    case .last: return last
    case .goto: return min(max(1, number ?? current), last)
    }
  }
}
