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
  /// When anything of it was last changed, which nobody can set: another file of the same size and time is seen by it.
  ///
  /// Workers do not look at it: a new name changes it as well, and nothing that they read.
  public var changed: Int64

  /// Makes a version.
  public init(device: UInt64, inode: UInt64, size: UInt64, modified: Int64, changed: Int64 = 0) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
  }
}
