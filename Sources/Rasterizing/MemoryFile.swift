/// A sealed memory file (memfd) with its bytes mapped, shared by reference.
///
/// Sendable because the bytes never change; the release closure runs once, on the thread that lets go last.
public final class MemoryFile: @unchecked Sendable {
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
