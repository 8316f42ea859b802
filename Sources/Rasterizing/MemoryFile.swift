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
