public import DisplayTypes
internal import SystemPackage

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
