public import ControlProtocol
internal import DisplayTypes
public import SystemPackage

/// What the server has to say to the log.
public nonisolated struct ServerNotice: Hashable, Sendable, CustomStringConvertible {
  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// A peer without the access for a method; nil for one that may not even connect.
    case refused(PeerCredentials, method: String?, granted: AccessLevel)
    /// A peer for whom there is no connection left.
    case turnedAway(PeerCredentials, limit: Int)
    /// A peer that sent something else than requests.
    case malformed(PeerCredentials, reason: String)
    /// A reader that stopped reading.
    case droppedReader(PeerCredentials, waitingBytes: Int)
    /// No client can be taken for a second, since descriptors or memory have run out.
    case acceptFailed(Errno)
  }

  /// What happened.
  public var kind: Kind
  /// How many of the same user's notices were left out before this one, so that the log stays small.
  public var leftOut: Int

  /// The notice as a line of the log.
  public var description: String {
    let text =
      switch kind {
      case .refused(let peer, let method?, let granted):
        "refused \(method) to \(peer): its access is \(granted.rawValue)"
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
