public import ControlProtocol
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
