/// Why the display hardware, or its simulation, refused something.
///
/// `code` is open, so that a new kind breaks no caller; classify with `isRetryable` and `isDeviceLost`.
public struct DisplayError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The word for it in logs and messages.
    public var rawValue: String

    /// Makes a code of its word.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The device is busy with something that will end: try at the next refresh (EBUSY, EAGAIN, EINTR).
    public static let busy = Code(rawValue: "busy")
    /// The mode, plane or property does not fit (EINVAL, ERANGE, ENOSPC).
    public static let refused = Code(rawValue: "refused")
    /// No right to do it now: another master, or the VT is away (EACCES, EPERM).
    public static let notPermitted = Code(rawValue: "not-permitted")
    /// The connector or object has vanished (ENOENT).
    public static let gone = Code(rawValue: "gone")
    /// The device itself is gone (ENODEV, EIO after removal).
    public static let deviceLost = Code(rawValue: "device-lost")
    /// No CRTC or plane is free for the screen.
    public static let noPipeline = Code(rawValue: "no-pipeline")
    /// Memory ran out (ENOMEM).
    public static let outOfMemory = Code(rawValue: "out-of-memory")
    /// The driver lacks it (ENOSYS, EOPNOTSUPP, ENOTTY).
    public static let unsupported = Code(rawValue: "unsupported")
    /// Any other errno.
    public static let other = Code(rawValue: "other")
  }

  /// The kind of failure.
  public var code: Code
  /// The operation as a phrase, as "set the mode 1920x1080@60 on HDMI-A-1".
  public var operation: String
  /// The device file.
  public var device: String
  /// The kernel's errno, zero if there was none.
  public var errno: Int32

  /// Makes an error; an errno of 0 means that none is known.
  public init(code: Code, operation: String, device: String, errno: Int32 = 0) {
    self.code = code
    self.operation = operation
    self.device = device
    self.errno = errno
  }

  /// Whether a repetition may succeed at the next refresh.
  public var isRetryable: Bool { code == .busy }
  /// Whether the device must be closed and searched for again.
  public var isDeviceLost: Bool { code == .deviceLost }

  /// The device, the operation and the reason, for people.
  public var description: String {
    "could not \(operation) (\(device)): \(code.rawValue)" + (errno == 0 ? "" : ", errno \(errno)")
  }
}
