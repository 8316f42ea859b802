/// What a peer may do; each level includes those below it.
public enum AccessLevel: String, Codable, Hashable, Sendable, CaseIterable {
  /// Nothing at all.
  case none
  /// Look: screens, modes, events, screenshots, status.
  case observe
  /// Change what is shown and how.
  case control
  /// Change the daemon itself: reload its configuration, simulate displays.
  case admin

  private var rank: Int {
    switch self {
    case .none: 0
    case .observe: 1
    case .control: 2
    case .admin: 3
    }
  }
}

extension AccessLevel: Comparable {
  /// Whether `left` allows less than `right`.
  public static func < (left: AccessLevel, right: AccessLevel) -> Bool { left.rank < right.rank }
}
