public import Rasterizing

/// The files and folders that contents name.
public protocol MediaLibrary: AnyObject {
  /// Opens a regular file whose writing has come to an end.
  func open(_ path: String) throws(MediaTrouble) -> MediaFile

  /// The picture files of a folder: absolute paths in the order of their names, without hidden ones.
  func pictures(inFolder path: String) throws(MediaTrouble) -> [String]

  /// Calls back, in a later turn of the event loop, when one of these files or folders may have changed, has come, or is gone: with those.
  ///
  /// Lasts as long as the watch that it returns.
  func watch(_ paths: Set<String>, didChange: @escaping (Set<String>) -> Void) -> any MediaWatch
}
