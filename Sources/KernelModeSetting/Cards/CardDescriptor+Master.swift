public import DisplayTypes
internal import SystemPackage

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
