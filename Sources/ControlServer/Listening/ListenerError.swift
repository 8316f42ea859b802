public import SystemPackage

/// Why the control socket could not be opened.
public nonisolated enum ListenerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A living daemon listens there.
  case socketInUse(path: String)
  /// The path does not fit into a socket address (unix(7)).
  case pathTooLong(path: String, limit: Int)
  /// Something else than a socket is there.
  case notASocket(path: String)
  /// The directory belongs to somebody else, or others may write to it.
  case foreignDirectory(path: String, ownerID: UInt32)
  /// An inherited descriptor is no listening Unix socket.
  case notAListener(descriptor: Int32, name: String)
  /// A call to the kernel failed.
  case system(operation: String, path: String, Errno)

  /// What happened, where, and what to do.
  public var description: String {
    switch self {
    case .socketInUse(let path):
      "Another marqueed listens on \(path). Stop it first, or give this one its own socket with MARQUEE_SOCKET."
    case .pathTooLong(let path, let limit):
      "The socket's path \(path) is longer than \(limit) bytes. Set MARQUEE_SOCKET to a shorter one."
    case .notASocket(let path):
      "\(path) is there and is no socket. Remove it, or set MARQUEE_SOCKET to another path."
    case .foreignDirectory(let path, let ownerID):
      "The directory \(path) belongs to uid \(ownerID) or can be written to by others. Remove it, "
        + "or set XDG_RUNTIME_DIR or MARQUEE_SOCKET."
    case .notAListener(let descriptor, let name):
      "The inherited descriptor \(descriptor) (\(name)) is no listening Unix stream socket. Check the socket unit."
    case .system(let operation, let path, let errno):
      "Could not \(operation) \(path): \(errno.description). Is its directory there, and may this user write to it? "
        + "MARQUEE_SOCKET names another place."
    }
  }
}
