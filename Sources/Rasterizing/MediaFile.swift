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
