/// The rights of a peer.
///
/// Each level includes the levels before it.
public enum AccessLevel: String, Codable, Hashable, Sendable, CaseIterable {
  /// No rights.
  case none
  /// Read screens, modes, events, screenshots and status.
  case observe
  /// Change the content and the settings of screens.
  case control
  /// Change the daemon itself: reload its configuration, and simulate displays.
  case admin
}

extension AccessLevel: Comparable {
  /// Whether `left` allows less than `right`.
  public static func < (left: AccessLevel, right: AccessLevel) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}
