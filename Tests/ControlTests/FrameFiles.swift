import FrameChecks
import Glibc

/// Frames of the pattern "coded" in files.
enum FrameFiles {
  /// Writes frames as `1.png`, `2.png` and so on.
  static func write(_ frames: [RGBAPicture], to folder: String) throws {
    for (index, frame) in frames.enumerated() { try write(try frame.png(), to: "\(folder)/\(index + 1).png") }
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    let file = fopen(path, "w")
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  static func bytes(of path: String) -> [UInt8] {
    let file = fopen(path, "r")
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    fclose(file)
    return Array(bytes.prefix(count))
  }
}
