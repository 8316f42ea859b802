internal import CDRM
public import DisplayTypes
internal import Synchronization
internal import SystemPackage

/// An open card, borrowed from the `Card` that owns it, for all calls to the kernel.
///
/// Do not use it after its owner has closed the card, because the number may then belong to another file.
///
/// Every function blocks as long as the kernel does. A probe of a connector takes 12 to 50 ms, and at worst 2 s. A modeset takes several
/// refreshes.
public struct CardDescriptor: Sendable {
  /// The number of the open file, to wait for events.
  ///
  /// Do not close it or read from it.
  public let number: Int32
  /// The device file, such as `/dev/dri/card0`.
  public let path: String
  package let interface: any DRMInterface
  /// Whether a seat manager sets and drops master. Taking master back would take the card from the program of the active terminal.
  private let isManaged: Bool
  let definitions = PropertyDefinitions()

  package init(number: Int32, path: String, isManaged: Bool = false, interface: any DRMInterface) {
    self.isManaged = isManaged
    self.number = number
    self.path = path
    self.interface = interface
  }

  /// Performs a kernel call, and throws its errno as an error of the operation.
  func calling<Value: ~Copyable>(
    _ operation: @autoclosure () -> String, _ call: () throws(Errno) -> Value
  ) throws(DisplayError) -> Value {
    do throws(Errno) {
      return try call()
    } catch {
      throw failure(error, operation())
    }
  }

  /// The error for an errno.
  ///
  /// EIO can mean silent hardware or a removed device. The device counts as lost only if a harmless query fails too. So the failure of one
  /// screen does not close a card with other screens.
  func failure(_ errno: Errno, _ operation: @autoclosure () -> String) -> DisplayError {
    DisplayError(
      errno: errno == .ioError && isGone ? .operationNotSupportedByDevice : errno, operation: operation(), device: path)
  }

  private var isGone: Bool {
    do throws(Errno) {
      // DRM_CAP_DUMB_BUFFER
      _ = try interface.capability(number, 0x1)
      return false
    } catch {
      return error == .operationNotSupportedByDevice
    }
  }
}

extension CardDescriptor {
  /// The driver's name, such as `virtio_gpu` (`drmGetVersion`).
  public func driverName() throws(DisplayError) -> String {
    try calling("read the driver's name") { () throws(Errno) in try interface.driverName(number) }
  }

  /// Whether the card can drive displays.
  ///
  /// A card for rendering only answers EINVAL or EOPNOTSUPP.
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
    try calling("switch the client capability \(capability) \(isOn ? "on" : "off")") { () throws(Errno) in
      try interface.setClientCapability(number, capability.rawValue, isOn ? 1 : 0)
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
      // An inherited descriptor may have it enabled. Disabling it disables the other two, so it comes before them.
      _ = try enable(.atomic, false)
    }
    found.universalPlanes = try enable(.universalPlanes)
    found.aspectRatio = try enable(.aspectRatio)
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
}

/// The capabilities that are enabled for this open file.
public struct CardCapabilities: Hashable, Sendable {
  /// The kernel lists all planes, including primary and cursor planes (`DRM_CLIENT_CAP_UNIVERSAL_PLANES`).
  public var universalPlanes = false
  /// Atomic commits are switched on (`DRM_CLIENT_CAP_ATOMIC`).
  public var atomic = false
  /// Modes carry their picture aspect (`DRM_CLIENT_CAP_ASPECT_RATIO`; atomic implies it).
  public var aspectRatio = false

  /// No capability.
  public init() {}
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
  /// Whether this open file may set modes now (`drmIsMaster`).
  public var isMaster: Bool { interface.isMaster(number) }

  /// Becomes the card's master, unless this open file is master already.
  ///
  /// - Throws: `anotherMaster` while another process is master (EBUSY). Wait until it drops master, or see `CardHolders`. `notPermitted`
  /// (EACCES, EPERM) if the process is not root, and the card was opened by another thread or while another process was master. Close the
  /// card and open it again.
  /// - C: `drmSetMaster`.
  public func becomeMaster() throws(DisplayError) {
    if isMaster { return }
    if isManaged {
      throw DisplayError(
        code: .anotherMaster, operation: "use the card, which its seat manager has taken back", device: path)
    }
    do throws(Errno) {
      try interface.setMaster(number)
    } catch {
      var failure = failure(error, "become the card's master")
      if failure.code == .busy { failure.code = .anotherMaster }
      throw failure
    }
  }

  /// Lets another process set modes (`drmDropMaster`).
  ///
  /// On Linux 6.1 only the same thread or root can take it back.
  public func dropMaster() throws(DisplayError) {
    guard isMaster else { return }
    try calling("drop master of the card") { () throws(Errno) in try interface.dropMaster(number) }
  }

  /// Commits a request as a whole or not at all.
  ///
  /// Allocates nothing if it succeeds.
  ///
  /// - Parameter operation: the failed operation in errors, such as "show a frame on HDMI-A-1".
  /// - Parameter userData: a number that each flip event returns.
  /// - Throws: `busy` while a flip is pending, `refused` for requests beyond the hardware, `gone`, `notPermitted` without master.
  /// - C: `DRM_IOCTL_MODE_ATOMIC`.
  public func commit(
    _ request: borrowing AtomicRequest, _ flags: CommitFlags, userData: UInt64 = 0,
    operation: @autoclosure () -> String = "change the picture"
  ) throws(DisplayError) {
    do throws(Errno) {
      try interface.commit(number, request, flags: flags.rawValue, userData: userData)
    } catch {
      throw failure(error, operation())
    }
  }

  /// Reports the changed parts of the visible framebuffer to the kernel, and waits until they are shown.
  ///
  /// Allocates nothing.
  ///
  /// - Throws: `unsupported` (ENOSYS) if the driver shows memory directly. Then no report is necessary.
  /// - C: `drmModeDirtyFB`.
  public func markDirty(_ framebuffer: FramebufferID, _ clips: DirtyClips) throws(DisplayError) {
    try calling("send changed parts of the framebuffer \(framebuffer)") { () throws(Errno) in
      try interface.dirtyFramebuffer(number, framebuffer.rawValue, clips)
    }
  }

  /// Whether the driver counts the vertical blanks of a CRTC.
  ///
  /// If so, flips end at a vertical blank.
  ///
  /// False for virtio-gpu, bochs, qxl and vmwgfx, whose flips end at once. The CRTC must be on.
  /// C: `drmCrtcGetSequence`, which fails with EOPNOTSUPP without vertical blanks.
  public func hasVBlank(_ crtc: CRTCID) -> Bool {
    var sequence: UInt64 = 0
    var nanoseconds: UInt64 = 0
    return unsafe drmCrtcGetSequence(number, crtc.rawValue, &sequence, &nanoseconds) == 0
  }
}

/// A cache of the names and types of a card's properties, which never change.
///
/// Without it a snapshot of a card needs hundreds of calls.
final class PropertyDefinitions: Sendable {
  private let known = Mutex<[UInt32: RawProperty]>([:])

  func definition(_ number: UInt32, _ read: () throws(Errno) -> RawProperty) throws(Errno) -> RawProperty {
    if let found = known.withLock({ $0[number] }) { return found }
    let property = try read()
    known.withLock { $0[number] = property }
    return property
  }
}
