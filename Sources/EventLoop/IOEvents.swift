/// What a file descriptor is watched for, and what happened on it.
///
/// The bits are epoll's.
public struct IOEvents: OptionSet, Sendable {
  /// The kernel's bits (`EPOLLIN` and others).
  public var rawValue: UInt32

  /// Takes the kernel's bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// There is something to read, or the other side has closed.
  public static let readable = IOEvents(rawValue: 0x001)
  /// Urgent data; on sysfs attributes and pressure files "it changed".
  public static let priority = IOEvents(rawValue: 0x002)
  /// Writing would not block.
  public static let writable = IOEvents(rawValue: 0x004)
  /// An error is pending.
  ///
  /// Always watched for.
  public static let error = IOEvents(rawValue: 0x008)
  /// The other side hung up.
  ///
  /// Always watched for.
  public static let hangUp = IOEvents(rawValue: 0x010)
  /// The other side has ended its stream, or hung up (`EPOLLRDHUP`).
  public static let readHangUp = IOEvents(rawValue: 0x2000)
  /// Only what comes is told, once, and what is there when it is asked for; not what stays (`EPOLLET`).
  public static let onlyNew = IOEvents(rawValue: 1 << 31)
}
