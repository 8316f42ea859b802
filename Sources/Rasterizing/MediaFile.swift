/// A regular file that is open for reading, shared by reference. It is Sendable because it never changes. The release closure runs once, on
/// the thread of the last owner.
public final class MediaFile: @unchecked Sendable {
  /// The descriptor, open while this object exists. It may be passed on over a socket. All owners share its offset, so read with `pread`,
  /// or map it.
  package let descriptor: Int32
  /// The state of the file when it was opened.
  package let version: FileVersion
  private let release: @Sendable () -> Void

  /// Takes a descriptor, which `release` closes.
  package init(descriptor: Int32, version: FileVersion, release: @escaping @Sendable () -> Void) {
    self.descriptor = descriptor
    self.version = version
    self.release = release
  }

  deinit { release() }
}

/// A sealed memory file (memfd) with its bytes mapped, shared by reference. It is Sendable because the bytes never change. The release
/// closure runs once, on the thread of the last owner.
public final class MemoryFile: @unchecked Sendable {
  /// The maximum size of a worker's memory file. The largest picture has 256 MiB, and a PNG of it may be a little larger.
  package static let maximumBytes = 320 << 20

  /// The descriptor, open while this object exists. It may be passed on over a socket.
  package let descriptor: Int32
  /// The bytes, valid while this object exists.
  package let bytes: UnsafeRawBufferPointer
  private let release: @Sendable () -> Void

  /// Takes a descriptor and its mapping; `release` closes and unmaps them.
  package init(descriptor: Int32, bytes: UnsafeRawBufferPointer, release: @escaping @Sendable () -> Void) {
    self.descriptor = descriptor
    self.bytes = bytes
    self.release = release
  }

  deinit { release() }
}
