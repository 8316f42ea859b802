/// The place of the control socket. The daemon and its clients use the same rules. It is `$MARQUEE_SOCKET`, otherwise
/// `/run/marquee/marquee.sock` for the service, otherwise `$XDG_RUNTIME_DIR/marquee/marquee.sock`, otherwise
/// `/tmp/marquee-UID/marquee.sock` in a private directory of that user.
public struct SocketLocation: Hashable, Sendable {
  /// The requirements for the directory of the socket.
  public enum Directory: Hashable, Sendable {
    /// The daemon makes a missing directory with mode 0755.
    case shared
    /// The daemon makes a missing directory with mode 0700. It refuses a directory that other users own or may write to.
    case privateTo(userID: UInt32)
    /// There are no requirements.
    case given
  }

  /// The path of the socket.
  public var path: String
  /// The requirements for its directory.
  public var directory: Directory

  /// Makes a location.
  public init(path: String, directory: Directory = .given) {
    self.path = path
    self.directory = directory
  }

  /// The socket of the service.
  public static let service = SocketLocation(path: "/run/marquee/marquee.sock", directory: .shared)

  /// The socket of a daemon.
  public static func ofDaemon(environment: [String: String], userID: UInt32, isService: Bool) -> SocketLocation {
    given(environment) ?? (isService ? .service : ofUser(environment: environment, userID: userID))
  }

  /// The sockets for a client, in their order.
  public static func ofClient(environment: [String: String], userID: UInt32) -> [SocketLocation] {
    if let given = given(environment) { return [given] }
    var locations = [service, ofUser(environment: environment, userID: userID)]
    // su and cron start a daemon without XDG_RUNTIME_DIR.
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
