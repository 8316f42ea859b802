internal import CLandlock
internal import Glibc

/// A set of Landlock's rules, before it holds.
@safe struct LandlockRules: ~Copyable {
  let attributes: LandlockAttributes
  private let descriptor: Int32

  /// Permits nothing of what it handles yet; fails with the kernel's errno.
  init(_ handled: LandlockAttributes.Handled) throws(SandboxFailure) {
    let version = try Self.checked(marquee_landlock_version())
    let attributes = LandlockAttributes(handled, version: version)
    var forKernel = attributes.forKernel
    let descriptor = try Self.checked(unsafe marquee_landlock_create(&forKernel, attributes.size))
    self.attributes = attributes
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Permits rights at a path and below it.
  ///
  /// A path that does not exist needs none.
  func permit(_ rights: UInt64, at path: String) throws(SandboxFailure) {
    let result = unsafe marquee_landlock_permit(descriptor, path, rights)
    // Nobody can open what is not there or not reachable.
    guard ![-ENOENT, -EACCES, -ENOTDIR].contains(result) else { return }
    _ = try Self.checked(result)
  }

  /// Permits rights below an open folder.
  func permit(_ rights: UInt64, at folder: Int32) throws(SandboxFailure) {
    _ = try Self.checked(marquee_landlock_permit_at(descriptor, folder, rights))
  }

  /// From here on the rules hold for this thread and those that it starts, for good.
  consuming func enforce() throws(SandboxFailure) {
    _ = try Self.checked(marquee_landlock_restrict(descriptor))
  }

  private static func checked(_ result: Int32) throws(SandboxFailure) -> Int32 {
    guard result >= 0 else { throw SandboxFailure(error: -result) }
    return result
  }
}

/// A part of the sandbox that the kernel did not apply.
struct SandboxFailure: Error, Hashable {
  /// The errno of the call that failed.
  var error: Int32
}
