internal import ContentModel
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

/// Files that are looked after; ends when it is let go.
public protocol MediaWatch: AnyObject {}

/// Why a file or a folder cannot be shown now.
///
/// The description says what happened and what to do.
public nonisolated enum MediaTrouble: Error, Hashable, Sendable {
  case missing(path: String)
  /// A folder, where a file was expected.
  case isFolder(path: String)
  /// A file, where a folder was expected.
  case isNoFolder(path: String)
  /// A device, a pipe or a socket.
  case isNoFile(path: String)
  /// The daemon's user may not read it.
  case notReadable(path: String, user: String)
  /// Somebody is still writing it.
  case isBeingWritten(path: String)
  case isEmpty(path: String)
  /// Anything else; the system's reason.
  case system(path: String, reason: String)
}

nonisolated extension MediaTrouble: CustomStringConvertible {
  /// Where media belong on a box.
  public static let usualFolder = "/var/lib/marquee/media"

  /// What happened and what to do, as a sentence without control characters.
  public var description: String { Quoting.whole(sentence) }

  private var sentence: String {
    switch self {
    case .missing(let path): "\(path): there is no such file"
    case .isFolder(let path): "\(path) is a folder, not a file; show it as a slideshow, or name a file in it"
    case .isNoFolder(let path): "\(path) is a file, not a folder; show it as an image, or name its folder"
    case .isNoFile(let path): "\(path) is neither a file nor a folder; copy what it holds into a file"
    case .notReadable(let path, let user):
      "\(path) cannot be read by \(user), the user that marqueed runs as (home directories are closed to the service); put it into "
        + "\(Self.usualFolder), or let that user read it and every folder above it"
    case .isBeingWritten(let path): "\(path) is still being written"
    case .isEmpty(let path): "\(path) is empty"
    case .system(let path, let reason): "\(path) cannot be read: \(reason)"
    }
  }
}
