public import DisplayTypes

/// An error that the simulated device answers with, by its name in errno.h.
public enum SimulatedFailure: String, Hashable, Sendable, CaseIterable {
  case busy = "EBUSY"
  case invalid = "EINVAL"
  case noSpace = "ENOSPC"
  case outOfRange = "ERANGE"
  case notPermitted = "EACCES"
  case gone = "ENOENT"
  case deviceLost = "ENODEV"
  case outOfMemory = "ENOMEM"
  case unsupported = "ENOSYS"
  case inputOutput = "EIO"

  /// Linux's number (asm-generic/errno-base.h, errno.h).
  public var errno: Int32 {
    switch self {
    case .busy: 16
    case .invalid: 22
    case .noSpace: 28
    case .outOfRange: 34
    case .notPermitted: 13
    case .gone: 2
    case .deviceLost: 19
    case .outOfMemory: 12
    case .unsupported: 38
    case .inputOutput: 5
    }
  }

  /// The kind of failure that the upper layers see.
  public var code: DisplayError.Code {
    switch self {
    case .busy: .busy
    case .invalid, .noSpace, .outOfRange: .refused
    case .notPermitted: .notPermitted
    case .gone: .gone
    case .deviceLost: .deviceLost
    case .outOfMemory: .outOfMemory
    case .unsupported: .unsupported
    case .inputOutput: .other
    }
  }
}
