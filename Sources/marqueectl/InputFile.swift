import Configuration
internal import ContentModel
import Glibc

/// Input files of the user. `-` is standard input, and so is its path in /dev.
enum InputFile {
  /// Reads a text of at most `limit` bytes. Removes its last line break, because echo and editors add one.
  static func text(from path: String, limit: Int) throws(ToolFailure) -> String {
    var text = String(decoding: try bytes(from: path, limit: limit, kind: "text"), as: UTF8.self)
    if text.hasSuffix("\n") { text.removeLast() }
    return text
  }

  /// Reads a regular file of at most `limit` bytes. Standard input may be another kind of file, for which this waits.
  static func bytes(from path: String, limit: Int, kind: String) throws(ToolFailure) -> [UInt8] {
    guard path != "-", path != "/dev/stdin" else { return try standardInput(limit: limit, kind: kind) }
    do throws(ConfigurationFileError) {
      return try ConfigurationFile.read(path, limit: limit)
    } catch .tooLarge {
      throw tooLong(path, limit, kind)
    } catch .directory {
      throw ToolFailure(message: "\(path) is a directory; expected a file.")
    } catch .notRegular {
      throw ToolFailure(
        message: "\(path) is no regular file, but a device, a pipe or a socket; - reads the standard input.")
    } catch {
      throw ToolFailure(message: "\(error).")
    }
  }

  private static func standardInput(limit: Int, kind: String) throws(ToolFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while bytes.count <= limit {
      guard let next = DescriptorIO.next(STDIN_FILENO, buffer: &buffer) else {
        throw ToolFailure(message: "The standard input could not be read: \(String(errno: errno)).")
      }
      if next.isEmpty { return bytes }
      bytes += next
    }
    throw tooLong("the standard input", limit, kind)
  }

  private static func tooLong(_ name: String, _ limit: Int, _ kind: String) -> ToolFailure {
    ToolFailure(message: "The \(kind) in \(name) is longer than \(limit) bytes. Shorten it.", status: .usage)
  }
}
