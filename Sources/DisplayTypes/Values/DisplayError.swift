/// The reason why the display hardware, or its simulation, refused an operation. `code` is open, so that a new kind does not break callers.
/// Classify it with `isRetryable` and `isDeviceLost`.
public struct DisplayError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The word in logs and messages.
    public var rawValue: String

    /// Makes a code from its word.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The device is busy for a limited time, so try again at the next refresh (EBUSY, EAGAIN, EINTR).
    public static let busy = Code(rawValue: "busy")
    /// The device does not accept the mode, plane or property (EINVAL, ERANGE, ENOSPC).
    public static let refused = Code(rawValue: "refused")
    /// The daemon has no right to do it now: another process is master, or the VT is away (EACCES, EPERM).
    public static let notPermitted = Code(rawValue: "not-permitted")
    /// The connector or object has gone (ENOENT).
    public static let gone = Code(rawValue: "gone")
    /// The device has gone (ENODEV, or EIO after removal).
    public static let deviceLost = Code(rawValue: "device-lost")
    /// No CRTC or plane is free for the screen.
    public static let noPipeline = Code(rawValue: "no-pipeline")
    /// There is no memory (ENOMEM).
    public static let outOfMemory = Code(rawValue: "out-of-memory")
    /// The driver does not support it (ENOSYS, EOPNOTSUPP, ENOTTY).
    public static let unsupported = Code(rawValue: "unsupported")
    /// Any other errno.
    public static let other = Code(rawValue: "other")
  }

  /// The kind of failure.
  public var code: Code
  /// The operation as a phrase, such as "set the mode 1920x1080@60 on HDMI-A-1".
  public var operation: String
  /// The device file.
  public var device: String
  /// The kernel's errno; zero if there was none.
  public var errno: Int32

  /// Makes an error; an errno of 0 means none.
  public init(code: Code, operation: String, device: String, errno: Int32 = 0) {
    self.code = code
    self.operation = operation
    self.device = device
    self.errno = errno
  }

  /// Whether another try may succeed at the next refresh.
  public var isRetryable: Bool { code == .busy }
  /// Whether the device must be closed, and searched for again.
  public var isDeviceLost: Bool { code == .deviceLost }

  /// The device, the operation and the reason, for people.
  public var description: String {
    "could not \(operation) (\(device)): \(code.rawValue)" + (errno == 0 ? "" : ", errno \(errno)")
  }
}
