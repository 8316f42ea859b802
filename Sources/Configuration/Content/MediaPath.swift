import Glibc

/// Paths of media as files say them: relative ones begin in the folder of the file that says them.
///
/// Below /etc are no media: there they begin in `serviceFolder`.
public enum MediaPath {
  /// Where the media of the service are.
  public static let serviceFolder = "/var/lib/marquee/media"

  /// An absolute path; nil where the text is no path, or is relative and there is no folder.
  static func absolute(_ text: String, in folder: String?) -> String? {
    guard !text.isEmpty, text.utf8.count < Int(PATH_MAX), !text.utf8.contains(0) else { return nil }
    if text.hasPrefix("/") { return clean(text) }
    return folder.flatMap { clean("\($0)/\(text)") }
  }

  /// Where relative paths of a file begin.
  static func folder(ofFile file: String) -> String {
    let path = fullPath(file)
    if path.hasPrefix("/etc/") { return serviceFolder }
    let parts = path.split(separator: "/").dropLast()
    return parts.isEmpty ? "/" : parts.map { "/\($0)" }.joined()
  }

  /// The path from the root, without `.`, `..` and double slashes, as people mean them; symbolic links are left as they are.
  public static func fullPath(_ file: String) -> String {
    guard !file.hasPrefix("/") else { return clean(file) ?? file }
    guard let current = unsafe getcwd(nil, 0) else { return file }
    defer { unsafe free(current) }
    return clean("\(unsafe String(cString: current))/\(file)") ?? file
  }

  private static func clean(_ path: String) -> String? {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    let text = "/" + parts.joined(separator: "/")
    return text.utf8.count < Int(PATH_MAX) ? text : nil
  }
}
