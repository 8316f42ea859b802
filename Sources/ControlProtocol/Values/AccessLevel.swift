/// The rights of a peer; each level includes the levels before it.
public enum AccessLevel: String, Codable, Hashable, Sendable, CaseIterable {
  /// Nothing at all.
  case none
  /// Read: screens, modes, events, screenshots, status.
  case observe
  /// Change what is shown and how.
  case control
  /// Change the daemon itself: reload its configuration, simulate displays.
  case admin
}

extension AccessLevel: Comparable {
  /// Whether `left` allows less than `right`.
  public static func < (left: AccessLevel, right: AccessLevel) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}
