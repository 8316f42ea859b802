import SystemPackage

/// A file that a `FileKeeper` writes.
protocol KeepableFile<Value> {
  /// What is kept in it.
  associatedtype Value
  /// Its path.
  var path: String { get }
  /// Keeps it; returns when it is on the disk.
  func save(_ value: Value) throws(DaemonError)
  /// Finds out whether something could be kept, and leaves the file as it is.
  func tryOut() throws(DaemonError)
  /// Gives the file another name, so that it is not overwritten, and returns that.
  func setAside() throws(Errno) -> String
}
