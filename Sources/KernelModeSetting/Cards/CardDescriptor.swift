internal import CDRM
public import DisplayTypes
internal import Synchronization
internal import SystemPackage

/// An open card, borrowed from the `Card` that owns it: all questions and orders to the kernel start here.
///
/// It is a value that owns nothing, so that a probe thread may use a copy. It must not be used after its owner has closed the
/// card, for the number may then be another file's.
///
/// Every function blocks as long as the kernel does: probing a connector takes 12 to 50 ms and has taken 2 s, a modeset up to
/// several refreshes.
public struct CardDescriptor: Sendable {
  /// The open file's number, to wait on for events.
  ///
  /// Not to be closed or read by others.
  public let number: Int32
  /// The device file, such as `/dev/dri/card0`.
  public let path: String
  package let interface: any DRMInterface
  let definitions = PropertyDefinitions()

  package init(number: Int32, path: String, interface: any DRMInterface) {
    self.number = number
    self.path = path
    self.interface = interface
  }

  /// The error for an errno.
  ///
  /// EIO comes from hardware that does not answer and from a removed device alike. The device counts as lost only if the kernel does not
  /// answer a harmless query either, so that one screen's failure does not close a card with other screens.
  /// longer answers a harmless question, so that one screen's trouble never closes a card under the others.
  func failure(_ errno: Errno, _ operation: @autoclosure () -> String) -> DisplayError {
    if errno == .ioError, isGone {
      return DisplayError(errno: .operationNotSupportedByDevice, operation: operation(), device: path)
    }
    return DisplayError(errno: errno, operation: operation(), device: path)
  }

  /// Whether the kernel reports the device as removed.
  private var isGone: Bool {
    do throws(Errno) {
      _ = try interface.capability(number, CardCapabilities.Number.dumbBuffer)
      return false
    } catch {
      return error == .operationNotSupportedByDevice
    }
  }
}

extension CardDescriptor {
  /// The driver's name, such as `virtio_gpu`.
  ///
  /// C: `drmGetVersion`.
  public func driverName() throws(DisplayError) -> String {
    do throws(Errno) {
      return try interface.driverName(number)
    } catch {
      throw failure(error, "read the driver's name")
    }
  }

  /// Whether the card has displays at all: one for rendering only has none, and answers EINVAL or EOPNOTSUPP.
  public func hasModesetting() throws(DisplayError) -> Bool {
    do throws(Errno) {
      return !(try interface.resources(number)).crtcs.isEmpty
    } catch {
      let failure = failure(error, "check whether the card has displays")
      if failure.code == .unsupported || failure.code == .refused { return false }
      throw failure
    }
  }

  /// Switches a client capability on or off.
  ///
  /// - Throws: `unsupported` or `refused` if the driver lacks it.
  /// - C: `drmSetClientCap`.
  public func setClientCapability(_ capability: ClientCapability, _ isOn: Bool = true) throws(DisplayError) {
    do throws(Errno) {
      try interface.setClientCapability(number, capability.rawValue, isOn ? 1 : 0)
    } catch {
      throw failure(error, "switch the client capability \(capability) \(isOn ? "on" : "off")")
    }
  }

  /// Enables the capabilities of this client, and returns the supported ones.
  ///
  /// - Parameter atomic: false for the legacy path on a driver with atomic commits.
  /// - Throws: `DisplayError` only if the device is lost. A missing capability is a result.
  public func negotiateCapabilities(atomic: Bool = true) throws(DisplayError) -> CardCapabilities {
    var found = CardCapabilities()
    if atomic {
      found.atomic = try enable(.atomic)
    } else {
      // An inherited descriptor may have it on. Switching it off takes the other two with it: hence before them.
      _ = try enable(.atomic, false)
    }
    found.universalPlanes = try enable(.universalPlanes)
    found.aspectRatio = try enable(.aspectRatio)
    found.dumbBuffers = try capability(CardCapabilities.Number.dumbBuffer) != 0
    found.monotonicTimestamps = try capability(CardCapabilities.Number.monotonicTimestamps) != 0
    found.framebufferModifiers = try capability(CardCapabilities.Number.framebufferModifiers) != 0
    return found
  }

  private func enable(_ capability: ClientCapability, _ isOn: Bool = true) throws(DisplayError) -> Bool {
    do throws(DisplayError) {
      try setClientCapability(capability, isOn)
      return true
    } catch {
      if error.isDeviceLost { throw error }
      return false
    }
  }

  private func capability(_ capability: UInt64) throws(DisplayError) -> UInt64 {
    do throws(Errno) {
      return try interface.capability(number, capability)
    } catch {
      let failure = failure(error, "read the capability \(capability)")
      if failure.isDeviceLost { throw failure }
      return 0
    }
  }
}

/// The abilities of a card's driver, and the capabilities that are enabled for this open file.
public struct CardCapabilities: Hashable, Sendable {
  /// Buffers for the CPU can be made (`DRM_CAP_DUMB_BUFFER`).
  public var dumbBuffers = false
  /// Flip timestamps are of `CLOCK_MONOTONIC` (`DRM_CAP_TIMESTAMP_MONOTONIC`).
  public var monotonicTimestamps = false
  /// Framebuffers may name their memory layout (`DRM_CAP_ADDFB2_MODIFIERS`).
  public var framebufferModifiers = false
  /// All planes are listed, primary and cursor ones included (`DRM_CLIENT_CAP_UNIVERSAL_PLANES`).
  public var universalPlanes = false
  /// Atomic commits are switched on (`DRM_CLIENT_CAP_ATOMIC`).
  public var atomic = false
  /// Modes carry their picture aspect (`DRM_CLIENT_CAP_ASPECT_RATIO`; atomic implies it).
  public var aspectRatio = false

  /// No capability.
  public init() {}

  /// `DRM_CAP_*` of drm.h.
  package enum Number {
    package static let dumbBuffer: UInt64 = 0x1
    package static let monotonicTimestamps: UInt64 = 0x6
    package static let framebufferModifiers: UInt64 = 0x10
  }
}

/// The optional features of an open file (`DRM_CLIENT_CAP_*` in drm.h).
public enum ClientCapability: UInt64, Hashable, Sendable {
  /// List primary and cursor planes too.
  case universalPlanes = 2
  /// Atomic commits and their properties; implies `universalPlanes` and `aspectRatio`.
  case atomic = 3
  /// The picture aspect in modes.
  case aspectRatio = 4
  /// List writeback connectors; needs `atomic`.
  case writebackConnectors = 5
}

extension CardDescriptor {
  /// Whether this open file may set modes now.
  ///
  /// C: `drmIsMaster`.
  public var isMaster: Bool { interface.isMaster(number) }

  /// Becomes the card's master, unless it is already.
  ///
  /// - Throws: `anotherMaster` while another process is master (EBUSY): wait until it drops master, or see `CardHolders`. `notPermitted`
  /// (EACCES, EPERM) if the card was opened during another process's mastership, or by another thread, and the process is not root: close
  /// the card and open it again.
  /// - C: `drmSetMaster`.
  public func becomeMaster() throws(DisplayError) {
    if isMaster { return }
    do throws(Errno) {
      try interface.setMaster(number)
    } catch {
      var failure = failure(error, "become the card's master")
      if failure.code == .busy { failure.code = .anotherMaster }
      throw failure
    }
  }

  /// Lets another process set modes.
  ///
  /// On Linux 6.1 it cannot be taken back but by the same thread or root.
  ///
  /// C: `drmDropMaster`.
  public func dropMaster() throws(DisplayError) {
    guard isMaster else { return }
    do throws(Errno) {
      try interface.dropMaster(number)
    } catch {
      throw failure(error, "drop master of the card")
    }
  }
}

extension CardDescriptor {
  /// Commits a request, as a whole or not at all.
  ///
  /// It allocates nothing if it succeeds.
  ///
  /// - Parameter operation: the failed operation in errors, such as "show a frame on HDMI-A-1".
  /// - Parameter userData: a number that each flip event returns.
  /// - Throws: `busy` while a flip is pending, `refused` for requests beyond the hardware, `gone`, `notPermitted` without master.
  /// - C: `DRM_IOCTL_MODE_ATOMIC`.
  public func commit(
    _ request: borrowing AtomicRequest, _ flags: CommitFlags, userData: UInt64 = 0,
    operation: @autoclosure () -> String = "change what is shown"
  ) throws(DisplayError) {
    do throws(Errno) {
      try interface.commit(number, request, flags: flags.rawValue, userData: userData)
    } catch {
      throw failure(error, operation())
    }
  }

  /// Reports the changed parts of the framebuffer on screen to the kernel, and waits until they are shown.
  ///
  /// It allocates nothing.
  ///
  /// - Throws: `unsupported` (ENOSYS) if the driver shows memory directly. Then no report is necessary.
  /// - C: `drmModeDirtyFB`.
  public func markDirty(_ framebuffer: FramebufferID, _ clips: DirtyClips) throws(DisplayError) {
    do throws(Errno) {
      try interface.dirtyFramebuffer(number, framebuffer.rawValue, clips)
    } catch {
      throw failure(error, "send changed parts of the framebuffer \(framebuffer)")
    }
  }
}

extension CardDescriptor {
  /// Whether the driver counts the vertical blanks of a CRTC, so that flips end at one.
  ///
  /// False for virtio-gpu, bochs, qxl and vmwgfx, whose flips end at once. The CRTC must be on.
  /// C: `drmCrtcGetSequence`, which fails with EOPNOTSUPP without vertical blanks.
  public func hasVBlank(_ crtc: CRTCID) -> Bool {
    var sequence: UInt64 = 0
    var nanoseconds: UInt64 = 0
    return unsafe drmCrtcGetSequence(number, crtc.rawValue, &sequence, &nanoseconds) == 0
  }
}

/// The names and types of a card's properties, read from the kernel once.
///
/// Drivers create their properties at their start and keep them, so only values must be read again. Without this, a snapshot of a card
/// needs hundreds of calls.
final class PropertyDefinitions: Sendable {
  private let known = Mutex<[UInt32: RawProperty]>([:])

  /// The property of that number, read from the kernel if it is unknown.
  func definition(_ number: UInt32, _ read: () throws(Errno) -> RawProperty) throws(Errno) -> RawProperty {
    if let found = known.withLock({ $0[number] }) { return found }
    let property = try read()
    known.withLock { $0[number] = property }
    return property
  }
}
