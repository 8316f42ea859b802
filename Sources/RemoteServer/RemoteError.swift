/// Why the server could not be started.
public enum RemoteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder has not all pages.
  case pages(folder: String)

  /// What happened and what to do.
  public var description: String {
    switch self {
    case .pages(let folder): "\(folder) has not all the files of the pages; compare it with Sources/RemoteServer/Pages."
    }
  }
}
