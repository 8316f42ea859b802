import Glibc

/// Files that the user names; `-` is standard input.
enum InputFile {
  /// A text of at most `limit` bytes, without its last line break, since echo and editors add one.
  static func text(from path: String, limit: Int) throws -> String {
    let bytes = try bytes(from: path, limit: limit, kind: "text")
    var text = String(decoding: bytes, as: UTF8.self)
    if text.hasSuffix("\n") { text.removeLast() }
    return text
  }

  /// The bytes of a file of at most `limit` bytes.
  static func bytes(from path: String, limit: Int, kind: String) throws -> [UInt8] {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path, "could not be opened") }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw failure(path, "could not be read")
      }
      bytes += buffer[..<count]
      guard bytes.count <= limit else {
        throw ToolFailure(
          message: "The \(kind) in \(name(path)) is longer than \(limit) bytes. Shorten it.", status: .usage)
      }
    }
  }

  private static func failure(_ path: String, _ what: String) -> ToolFailure {
    ToolFailure(message: "\(name(path)) \(what): \(String(cString: strerror(errno))).", status: .failed)
  }

  private static func name(_ path: String) -> String { path == "-" ? "the standard input" : path }
}
