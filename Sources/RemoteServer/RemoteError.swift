/// Why the server could not be started.
public enum RemoteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder for the way between the gate and the server cannot be made.
  case folder(reason: String)
  /// The server behind the gate did not begin.
  case server(reason: String)
  /// The folder has not all pages.
  case pages(folder: String)

  /// What happened and what to do.
  public var description: String {
    switch self {
    case .folder(let reason):
      "Could not make a folder of this program's own: \(reason). Set TMPDIR to a folder that this user may write to."
    case .server(let reason): "The server could not begin: \(reason)."
    case .pages(let folder): "\(folder) has not all the files of the pages; compare it with Sources/RemoteServer/Pages."
    }
  }
}
