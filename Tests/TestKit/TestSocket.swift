internal import EventLoop
internal import Glibc

/// Makes Unix sockets by paths of files, and connections to ports of this machine.
///
/// The sockets are close-on-exec: otherwise a program that another test starts would keep them open.
public enum TestSocket {
  /// A stream of bytes. Its calls block.
  public static let stream = Int32(SOCK_STREAM.rawValue)
  /// Messages without a connection.
  public static let datagrams = Int32(SOCK_DGRAM.rawValue)
  /// Messages in a connection.
  public static let packets = Int32(SOCK_SEQPACKET.rawValue)
  /// Flag for the other types: no call waits.
  public static let nonBlocking = Int32(SOCK_NONBLOCK.rawValue)

  /// A call that failed.
  public struct Failure: Error, CustomStringConvertible {
    /// The failed call.
    public let call: String
    /// The errno.
    public let code = errno

    /// The call and the reason of the failure.
    public var description: String { "\(call): \(String(cString: strerror(code)))" }
  }

  /// Makes a socket that is connected to the socket at a path.
  public static func connected(to path: String, _ type: Int32 = stream) throws(Failure) -> Int32 {
    try made(type, "connect to \(path)") { UnixAddress(path: path)?.connect($0) ?? false }
  }

  /// Makes a socket that is bound to a path. The path must not exist.
  public static func bound(to path: String, _ type: Int32 = stream) throws(Failure) -> Int32 {
    try made(type, "bind \(path)") { UnixAddress(path: path)?.bind($0) ?? false }
  }

  /// Makes a bound socket that queues this number of connections.
  public static func listening(at path: String, _ type: Int32 = stream, backlog: Int32 = 8) throws(Failure) -> Int32 {
    try made(type, "listen at \(path)") { (UnixAddress(path: path)?.bind($0) ?? false) && listen($0, backlog) == 0 }
  }

  /// A connection to a port of 127.0.0.1.
  public static func connected(toPort port: UInt16) throws(Failure) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return try made(stream, "connect to 127.0.0.1:\(port)", family: AF_INET) { number in
      withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      } == 0
    }
  }

  private static func made(
    _ type: Int32, _ call: String, family: Int32 = AF_UNIX, _ prepare: (Int32) -> Bool
  ) throws(Failure) -> Int32 {
    let number = socket(family, type | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0, prepare(number) else {
      let failure = Failure(call: call)
      if number >= 0 { close(number) }
      throw failure
    }
    return number
  }
}
