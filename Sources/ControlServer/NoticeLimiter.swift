internal import DisplayTypes

/// Lets a few notices of each user through in a while and counts the rest, so that nobody fills the log.
nonisolated struct NoticeLimiter {
  private struct Window {
    var begin: MonotonicTime
    var passed = 0
    var leftOut = 0
  }

  /// Notices of one user that pass in one window.
  static let perWindow = 5
  /// The window's length.
  static let nanoseconds: UInt64 = 10_000_000_000
  /// Users that are told apart; beyond them everybody shares one window.
  static let users = 64

  private var windows: [UInt32: Window] = [:]

  /// Whether a notice about `userID` passes: the number of those left out before it, else nil.
  mutating func pass(userID: UInt32, at now: MonotonicTime) -> Int? {
    let key = windows[userID] == nil && windows.count >= Self.users ? UInt32.max : userID
    var window = windows[key] ?? Window(begin: now)
    if now.nanoseconds(since: window.begin) >= Self.nanoseconds {
      window.begin = now
      window.passed = 0
    }
    guard window.passed < Self.perWindow else {
      window.leftOut += 1
      windows[key] = window
      return nil
    }
    window.passed += 1
    let leftOut = window.leftOut
    window.leftOut = 0
    windows[key] = window
    return leftOut
  }
}
