import DisplayTypes

/// Changes of user information that are not on the disk yet: a session whose newest one cannot be kept gets back what was kept last.
struct UserInfoChanges {
  private struct Change {
    /// What is on the disk.
    var kept: UserInfo
    /// How many changes wait for that.
    var waiting = 0
  }

  private var changes: [String: Change] = [:]

  /// A session has other user information, which is to be kept.
  mutating func begin(_ session: String, from former: UserInfo) {
    changes[session, default: Change(kept: former)].waiting += 1
  }

  /// A change was kept, or could not be; returns what the session is to have instead of it.
  ///
  /// Changes of a session end in the order in which they began. One that was followed by another leaves the result to that.
  mutating func end(_ session: String, isKept: Bool, as userInfo: UserInfo) -> UserInfo? {
    guard var change = changes[session] else { return nil }
    change.waiting -= 1
    if isKept { change.kept = userInfo }
    changes[session] = change.waiting > 0 ? change : nil
    return isKept || change.waiting > 0 ? nil : change.kept
  }
}
