public import DisplayTypes
public import SystemPackage

extension DisplayError {
  /// The error for a failed system call.
  public init(errno: Errno, operation: String, device: String) {
    self.init(code: Code(errno), operation: operation, device: device, errno: errno.rawValue)
  }
}

extension DisplayError.Code {
  /// Another process is the card's master and must drop it first: a desktop, a boot splash, a second daemon.
  public static let anotherMaster = DisplayError.Code(rawValue: "another-master")

  /// The kind of failure for an errno, from the kernel's documentation of DRM ioctls (drm-uapi, "Recommended IOCTL Return Values").
  public init(_ errno: Errno) {
    switch errno {
    case .resourceBusy, .resourceTemporarilyUnavailable, .interrupted: self = .busy
    case .invalidArgument, .outOfRange, .noSpace, .argListTooLong: self = .refused
    case .permissionDenied, .notPermitted: self = .notPermitted
    case .noSuchFileOrDirectory: self = .gone
    case .operationNotSupportedByDevice, .noSuchAddressOrDevice: self = .deviceLost
    case .noMemory: self = .outOfMemory
    case .noFunction, .notSupported, .inappropriateIOCTLForDevice: self = .unsupported
    default: self = .other
    }
  }
}
