/// A regular file that is open for reading, shared by reference.
///
/// Sendable because nothing of it changes; the release closure runs once, on the thread that lets go last.
public final class MediaFile: @unchecked Sendable {
  /// Open as long as this lives; may be passed on over a socket.
  ///
  /// Its offset is shared by all who have it: read with `pread`, or map it.
  public let descriptor: Int32
  /// The state that it had when it was opened.
  public let version: FileVersion
  private let release: @Sendable () -> Void

  /// Takes a descriptor, which `release` closes.
  public init(descriptor: Int32, version: FileVersion, release: @escaping @Sendable () -> Void) {
    self.descriptor = descriptor
    self.version = version
    self.release = release
  }

  deinit { release() }
}

/// A sealed memory file (memfd) with its bytes mapped, shared by reference.
///
/// Sendable because the bytes never change; the release closure runs once, on the thread that lets go last.
public final class MemoryFile: @unchecked Sendable {
  /// The most bytes that a worker's memory file has: the largest picture has 256 MiB, and a PNG of it may be a little larger.
  public static let maximumBytes = 320 << 20

  /// Open as long as this lives; may be passed on over a socket.
  public let descriptor: Int32
  /// The file's bytes.
  ///
  /// Valid as long as this lives.
  public let bytes: UnsafeRawBufferPointer
  private let release: @Sendable () -> Void

  /// Wraps a descriptor and its mapping, both of which `release` gives back.
  public init(descriptor: Int32, bytes: UnsafeRawBufferPointer, release: @escaping @Sendable () -> Void) {
    self.descriptor = descriptor
    self.bytes = bytes
    self.release = release
  }

  deinit { release() }
}
