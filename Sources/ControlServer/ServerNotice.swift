package import ControlProtocol
package import DisplayTypes
package import SystemPackage

/// An event of the server for the log.
package nonisolated struct ServerNotice: Hashable, Sendable, CustomStringConvertible {
  package enum Kind: Hashable, Sendable {
    /// A peer has no access to a method, or may not connect if the method is nil.
    case refused(PeerCredentials, method: String?, granted: AccessLevel)
    /// A peer connected beyond the limit of connections.
    case turnedAway(PeerCredentials, limit: Int)
    /// A peer sent bytes that are not requests.
    case malformed(PeerCredentials, reason: String)
    /// A reader stopped reading.
    case droppedReader(PeerCredentials, waitingBytes: Int)
    /// The server accepts no clients for a second, because it has no descriptors or memory left.
    case acceptFailed(Errno)
  }

  package let kind: Kind
  /// The number of notices about the same user that were left out before this one.
  let leftOut: Int

  package var description: String {
    let text =
      switch kind {
      case .refused(let peer, let method?, let granted):
        "refused \(method) to \(peer): its access is \(granted.name)"
      case .refused(let peer, nil, _): "refused a connection to \(peer): it has no access"
      case .turnedAway(let peer, let limit): "turned \(peer) away: \(limit) connections are open"
      case .malformed(let peer, let reason): "closed the connection of \(peer): \(reason)"
      case .droppedReader(let peer, let waiting): "dropped \(peer), which left \(waiting) bytes unread"
      case .acceptFailed(let errno):
        "could not take a client, trying again each second: \(errno.description)\(Self.remedy(errno))"
      }
    return leftOut > 0 ? "\(text) (and \(leftOut) more like it)" : text
  }

  private static func remedy(_ errno: Errno) -> String {
    guard errno == .tooManyOpenFiles else { return "" }
    return "; close some clients, or allow more descriptors (LimitNOFILE= in the unit, ulimit -n)"
  }
}

/// Limits the notices about each user, so that no user fills the log.
package nonisolated struct NoticeLimiter {
  private struct NoticeWindow {
    var begin: MonotonicTime
    var passed = 0
    var leftOut = 0
  }

  /// The limit of notices about a user in one window.
  private static let perWindow = 5
  /// The length of a window.
  private static let nanoseconds: UInt64 = 10_000_000_000
  /// The limit of users with their own window. The others share one.
  private static let users = 64

  private var windows: [UInt32: NoticeWindow] = [:]

  package init() {}

  /// Returns the number of notices about `userID` that were left out before this one; nil if this one is left out too.
  package mutating func pass(userID: UInt32, at now: MonotonicTime) -> Int? {
    let key = windows[userID] == nil && windows.count >= Self.users ? UInt32.max : userID
    var window = windows[key] ?? NoticeWindow(begin: now)
    defer { windows[key] = window }
    if now.nanoseconds(since: window.begin) >= Self.nanoseconds { (window.begin, window.passed) = (now, 0) }
    guard window.passed < Self.perWindow else {
      window.leftOut += 1
      return nil
    }
    window.passed += 1
    defer { window.leftOut = 0 }
    return window.leftOut
  }
}
