/// Where the control socket is: the same rules for the daemon and for its clients.
///
/// `$MARQUEE_SOCKET`, else `/run/marquee/marquee.sock` for the service, else `$XDG_RUNTIME_DIR/marquee/marquee.sock`, else
/// `/tmp/marquee-UID/marquee.sock` in a directory that belongs to that user and to nobody else.
public struct SocketLocation: Hashable, Sendable {
  /// What is demanded of the directory that the socket stands in.
  public enum Directory: Hashable, Sendable {
    /// It is there, or is made for everybody to look into (0755).
    case shared
    /// It is made with mode 0700; one of another user, or that others may write to, is refused.
    case privateTo(userID: UInt32)
    /// It is the user's own business.
    case given
  }

  /// The path of the socket.
  public var path: String
  /// What is demanded of its directory.
  public var directory: Directory

  /// Makes a location.
  public init(path: String, directory: Directory = .given) {
    self.path = path
    self.directory = directory
  }

  /// The socket of the service.
  public static let service = SocketLocation(path: "/run/marquee/marquee.sock", directory: .shared)

  /// Where a daemon listens.
  public static func ofDaemon(environment: [String: String], userID: UInt32, isService: Bool) -> SocketLocation {
    given(environment) ?? (isService ? .service : ofUser(environment: environment, userID: userID))
  }

  /// Where a client looks, in order.
  public static func ofClient(environment: [String: String], userID: UInt32) -> [SocketLocation] {
    if let given = given(environment) { return [given] }
    var locations = [service, ofUser(environment: environment, userID: userID)]
    // A daemon that was started without XDG_RUNTIME_DIR (by su or cron) is found too.
    let temporary = ofUser(environment: [:], userID: userID)
    if !locations.contains(temporary) { locations.append(temporary) }
    return locations
  }

  private static func given(_ environment: [String: String]) -> SocketLocation? {
    environment["MARQUEE_SOCKET"].flatMap { $0.isEmpty ? nil : SocketLocation(path: $0) }
  }

  private static func ofUser(environment: [String: String], userID: UInt32) -> SocketLocation {
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
      return SocketLocation(path: "\(runtime)/marquee/marquee.sock", directory: .shared)
    }
    return SocketLocation(path: "/tmp/marquee-\(userID)/marquee.sock", directory: .privateTo(userID: userID))
  }
}
