public import DisplayTypes
internal import SystemPackage

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
