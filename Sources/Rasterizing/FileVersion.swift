/// Which file it was, and in which state: equal where nothing was written to it in between.
public struct FileVersion: Hashable, Sendable {
  /// The file system.
  public var device: UInt64
  /// The file's number there.
  public var inode: UInt64
  /// Bytes.
  public var size: UInt64
  /// When it was last written to, in nanoseconds since 1970, as the file system says it.
  public var modified: Int64

  /// Makes a version.
  public init(device: UInt64, inode: UInt64, size: UInt64, modified: Int64) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
  }
}
