internal import CLandlock
internal import Glibc

/// A set of Landlock's rules, before it is in force.
@safe struct LandlockRules: ~Copyable {
  let attributes: LandlockAttributes
  private let descriptor: Int32

  /// Makes a set that permits no handled right yet. Throws the kernel's errno.
  init(_ handled: LandlockAttributes.Handled) throws(SandboxFailure) {
    let version = try Self.checked(marquee_landlock_version())
    let attributes = LandlockAttributes(handled, version: version)
    var forKernel = attributes.forKernel
    let descriptor = try Self.checked(unsafe marquee_landlock_create(&forKernel, attributes.size))
    self.attributes = attributes
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Permits rights at a path and below it. Ignores a path that does not exist.
  func permit(_ rights: UInt64, at path: String) throws(SandboxFailure) {
    let result = unsafe marquee_landlock_permit(descriptor, path, rights)
    // A missing or unreachable file cannot be opened, so it needs no rule.
    guard ![-ENOENT, -EACCES, -ENOTDIR].contains(result) else { return }
    _ = try Self.checked(result)
  }

  /// Permits rights below an open folder.
  func permit(_ rights: UInt64, at folder: Int32) throws(SandboxFailure) {
    _ = try Self.checked(marquee_landlock_permit_at(descriptor, folder, rights))
  }

  /// Puts the rules in force for this thread and the threads that it starts. This cannot be undone.
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

/// The rights that a set of Landlock's rules removes, as far as a version of the kernel's interface knows them. Source:
/// include/uapi/linux/landlock.h of Linux 6.12.
package struct LandlockAttributes: Hashable {
  package enum Handled {
    case allRights
    /// All rights except starting programs.
    case allButPrograms
    /// The rights to change files and to start programs.
    case changes
  }

  /// Bits of `LANDLOCK_ACCESS_FS_*`.
  package var files: UInt64
  /// Bits of `LANDLOCK_SCOPE_*`: effects that are restricted to the processes under these rules.
  package var scopes: UInt64
  /// The size of `struct landlock_ruleset_attr` that the kernel knows, in bytes.
  package var size: Int

  /// - Parameter version: the result of `landlock_create_ruleset` with `LANDLOCK_CREATE_RULESET_VERSION`.
  package init(_ handled: Handled, version: Int32) {
    var rights =
      switch handled {
      case .allRights: (1 << 13) - 1
      case .allButPrograms: (1 << 13) - 1 - Self.execute
      case .changes: Self.changes
      } as UInt64
    if version >= 2, handled != .changes { rights |= Self.refer }
    if version >= 3 { rights |= Self.truncate }
    if version >= 5, handled != .changes { rights |= Self.deviceRequests }
    files = rights
    scopes = version >= 6 ? Self.signals : 0
    let members =
      switch version {
      // Version 1 has files, version 4 adds the network, and version 6 adds scopes.
      case ..<4: 1
      case 4...5: 2
      default: 3
      }
    size = members * MemoryLayout<UInt64>.size
  }

  /// The version of the kernel's interface; nil if this kernel has no Landlock.
  package static var kernelVersion: Int32? {
    let version = marquee_landlock_version()
    return version < 0 ? nil : version
  }

  /// The rights that make a file changeable, as far as these attributes handle them.
  var writing: UInt64 { files & (Self.writingFiles | Self.truncate) }
  /// The rights to read files and list folders, as far as these attributes handle them.
  var reading: UInt64 { files & (Self.readFile | Self.listFolder) }
  /// The rights to read and write a device and to send it requests, as far as these attributes handle them.
  var usingDevice: UInt64 { files & (Self.readFile | Self.writeFile | Self.deviceRequests) }
  /// The right to see the names in a folder, if these attributes handle it.
  var listing: UInt64 { files & Self.listFolder }

  var forKernel: marquee_landlock_attributes { marquee_landlock_attributes(files: files, network: 0, scopes: scopes) }

  private static let execute: UInt64 = 1 << 0
  private static let writeFile: UInt64 = 1 << 1
  private static let readFile: UInt64 = 1 << 2
  private static let listFolder: UInt64 = 1 << 3
  /// `WRITE_FILE`, `REMOVE_DIR`, `REMOVE_FILE`, `MAKE_DIR`, `MAKE_REG` and `MAKE_SYM`.
  private static let writingFiles: UInt64 = writeFile | 1 << 4 | 1 << 5 | 1 << 7 | 1 << 8 | 1 << 12
  /// The same, and `EXECUTE`, `MAKE_CHAR`, `MAKE_SOCK`, `MAKE_FIFO` and `MAKE_BLOCK`.
  private static let changes: UInt64 = writingFiles | execute | 1 << 6 | 1 << 9 | 1 << 10 | 1 << 11
  /// Version 2.
  private static let refer: UInt64 = 1 << 13
  /// Version 3.
  private static let truncate: UInt64 = 1 << 14
  /// `IOCTL_DEV`, version 5.
  private static let deviceRequests: UInt64 = 1 << 15
  /// `LANDLOCK_SCOPE_SIGNAL`, version 6: signals reach only processes under the same rules.
  private static let signals: UInt64 = 1 << 1
}
