internal import ContentModel
package import Rasterizing

/// The files and folders that contents name.
package protocol MediaLibrary: AnyObject {
  /// Opens a regular file that is complete.
  func open(_ path: String) throws(MediaTrouble) -> MediaFile

  /// The picture files of a folder: absolute paths in the order of their names, without hidden ones.
  func pictures(inFolder path: String) throws(MediaTrouble) -> [String]

  /// Calls back after possible changes of these files or folders, with their paths, until the watch is released. The call comes in a later
  /// turn of the event loop.
  func watch(_ paths: Set<String>, didChange: @escaping (Set<String>) -> Void) -> any MediaWatch

  /// The files of this library that are in one folder.
  ///
  /// - Parameter rule: the reason why another file cannot be opened, as a sentence.
  func confined(to folder: String, rule: String) -> any MediaLibrary
}

extension MediaLibrary {
  package func confined(to folder: String, rule: String) -> any MediaLibrary {
    ConfinedMediaLibrary(self, folder: folder, rule: rule)
  }
}

/// Keeps files under observation until it is released.
package protocol MediaWatch: AnyObject {}

/// The reason why a file or a folder cannot be shown now.
package nonisolated enum MediaTrouble: Error, Hashable, Sendable {
  case missing(path: String)
  /// A folder, but a file is expected.
  case isFolder(path: String)
  /// A file, but a folder is expected.
  case isNoFolder(path: String)
  /// A device, a pipe or a socket.
  case isNoFile(path: String)
  /// The daemon's user has no permission to read it.
  case notReadable(path: String, user: String)
  case isBeingWritten(path: String)
  case isEmpty(path: String)
  /// Any other reason of the system.
  case system(path: String, reason: String)
}

nonisolated extension MediaTrouble: CustomStringConvertible {
  /// The trouble and the remedy, as a sentence without control characters.
  package var description: String { Quoting.whole(sentence) }

  private var sentence: String {
    switch self {
    case .missing(let path): "\(path): there is no such file"
    case .isFolder(let path): "\(path) is a folder, not a file; show it as a slideshow, or name a file in it"
    case .isNoFolder(let path): "\(path) is a file, not a folder; show it as an image, or name its folder"
    case .isNoFile(let path): "\(path) is neither a file nor a folder; copy its contents into a file"
    case .notReadable(let path, let user):
      "\(path) cannot be read by \(user), the user that marqueed runs as (home directories are closed to the service); put it into "
        + "\(MediaPath.serviceFolder), or let that user read it and every folder above it"
    case .isBeingWritten(let path): "\(path) is still being written"
    case .isEmpty(let path): "\(path) is empty"
    case .system(let path, let reason): "\(path) cannot be read: \(reason)"
    }
  }
}
