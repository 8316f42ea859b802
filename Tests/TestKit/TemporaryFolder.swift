internal import EventLoop
internal import Glibc

/// A new folder. It is removed with everything in it when the value is released.
public final class TemporaryFolder: Sendable {
  /// The path of the folder, without symbolic links.
  public let path: String

  /// The folder could not be made.
  public struct Failure: Error {
    /// The errno.
    public let code = errno
  }

  /// The name of the folder begins with `marquee-` and this name.
  public init(_ name: String = "test") throws(Failure) { path = try Self.make(name) }

  deinit { Self.remove(path) }

  /// Makes a folder that the caller removes, and returns its path.
  public static func make(_ name: String = "test") throws(Failure) -> String {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/marquee-\(name)-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template), let real = realpath(made, nil) else { throw Failure() }
    defer { free(real) }
    return String(cString: real)
  }

  /// The text of a file; nil if it cannot be opened.
  public static func text(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65536)
    while case let count = read(file, &part, part.count), count > 0 { bytes += part[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Removes a file, or a folder with everything in it.
  public static func remove(_ path: String) {
    if unlink(path) == 0 { return }
    for name in FolderNames.read(path) ?? [] { remove("\(path)/\(name)") }
    rmdir(path)
  }
}
