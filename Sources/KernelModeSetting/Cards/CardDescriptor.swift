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

  /// Turns an errno into the error that callers see.
  ///
  /// EIO comes from hardware that does not answer and from a removed device alike. It counts as lost only when the kernel no
  /// longer answers a harmless question, so that one screen's trouble never closes a card under the others.
  func failure(_ errno: Errno, _ operation: @autoclosure () -> String) -> DisplayError {
    if errno == .ioError, isGone {
      return DisplayError(errno: .operationNotSupportedByDevice, operation: operation(), device: path)
    }
    return DisplayError(errno: errno, operation: operation(), device: path)
  }

  /// Whether the kernel says that the device has been removed.
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
      throw failure(error, "ask for the driver's name")
    }
  }

  /// Whether the card has displays at all: one for rendering only has none, and answers EINVAL or EOPNOTSUPP.
  public func hasModesetting() throws(DisplayError) -> Bool {
    do throws(Errno) {
      return !(try interface.resources(number)).crtcs.isEmpty
    } catch {
      let failure = failure(error, "ask whether the card has displays")
      if failure.code == .unsupported || failure.code == .refused { return false }
      throw failure
    }
  }

  /// Switches a client capability on or off.
  ///
  /// - Throws: `unsupported` or `refused` where the driver lacks it.
  /// - C: `drmSetClientCap`.
  public func setClientCapability(_ capability: ClientCapability, _ isOn: Bool = true) throws(DisplayError) {
    do throws(Errno) {
      try interface.setClientCapability(number, capability.rawValue, isOn ? 1 : 0)
    } catch {
      throw failure(error, "switch the client capability \(capability) \(isOn ? "on" : "off")")
    }
  }

  /// Switches on what this client understands, and says what there is.
  ///
  /// - Parameter atomic: false for the legacy path on a driver that has atomic commits.
  /// - Throws: `DisplayError` only where the device is lost: a capability that is missing is an answer.
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
      let failure = failure(error, "ask for the capability \(capability)")
      if failure.isDeviceLost { throw failure }
      return 0
    }
  }
}

/// What a card's driver can do, and what was switched on for this open file.
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

/// What an open file may ask the kernel to show it (`DRM_CLIENT_CAP_*` in drm.h).
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
  /// - Throws: `anotherMaster` while someone else is (EBUSY): wait until it lets go, or see `CardHolders`. `notPermitted` (EACCES,
  ///   EPERM) where the card was opened while someone else was master, or by another thread, and the process is not root: close it
  ///   and open it again.
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
      throw failure(error, "let go of the card")
    }
  }
}

extension CardDescriptor {
  /// Commits a request: all of it is done, or nothing.
  ///
  /// Allocates nothing where it succeeds.
  ///
  /// - Parameter operation: what an error says could not be done, such as "show a frame on HDMI-A-1".
  /// - Parameter userData: given back with each flip event.
  /// - Throws: `busy` while a flip is in flight, `refused` for what the hardware cannot do, `gone`, `notPermitted` without master.
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

  /// Tells the kernel which parts of the framebuffer on screen have changed, and waits until they are there.
  ///
  /// Allocates nothing.
  ///
  /// - Throws: `unsupported` (ENOSYS) where the driver shows memory as it is; then there is nothing to tell.
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
  /// False for virtio-gpu, bochs, qxl and vmwgfx, whose flips end at once. The CRTC must be lit: a dark one has none.
  /// C: `drmCrtcGetSequence`, which answers EOPNOTSUPP without vertical blanks.
  public func hasVBlank(_ crtc: CRTCID) -> Bool {
    var sequence: UInt64 = 0
    var nanoseconds: UInt64 = 0
    return unsafe drmCrtcGetSequence(number, crtc.rawValue, &sequence, &nanoseconds) == 0
  }
}

/// What the properties of one open card are called and take, asked of the kernel once each.
///
/// Drivers make their properties when they start and keep them, so that only values have to be read again. A look at a card needs
/// hundreds of calls without this.
final class PropertyDefinitions: Sendable {
  private let known = Mutex<[UInt32: RawProperty]>([:])

  /// The property of that number, by `ask` where it was not seen before.
  func definition(_ number: UInt32, _ ask: () throws(Errno) -> RawProperty) throws(Errno) -> RawProperty {
    if let found = known.withLock({ $0[number] }) { return found }
    let asked = try ask()
    known.withLock { $0[number] = asked }
    return asked
  }
}
