import DisplayTypes
import EventLoop
import Glibc

/// The kind of a path with frames.
enum PathKind {
  case folder
  case device
  /// A regular file, a pipe or the standard input.
  case raw

  init(of path: String) throws(ToolFailure) {
    var status = stat()
    guard path != "-" else {
      self = .raw
      return
    }
    guard stat(path, &status) == 0 else {
      throw ToolFailure(message: "\(path) could not be read: \(String(errno: errno)).")
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: self = .folder
    case S_IFCHR: self = .device
    default: self = .raw
    }
  }
}

/// The PNG files of a folder.
enum FolderList {
  /// The files in the order of their names. Numbers in the names count by their value, so 9 comes before 10.
  static func pictures(in folder: String) throws(ToolFailure) -> [String] {
    guard let all = FolderNames.read(folder) else {
      throw ToolFailure(message: "\(folder) could not be read: \(String(errno: errno)).")
    }
    let names = all.filter { $0.lowercased().hasSuffix(".png") && !$0.hasPrefix(".") }
    guard !names.isEmpty else { throw ToolFailure(message: "\(folder) has no PNG file.") }
    let place = folder.hasSuffix("/") ? folder : "\(folder)/"
    return names.sorted(by: FileNameOrder.isBefore).map { place + $0 }
  }
}

/// A file of frames without a head, which is read frame by frame.
final class RawFile {
  private let path: String
  private let frameBytes: Int
  private let descriptor: Int32
  private var count = 0

  init(path: String, frameBytes: Int) throws(ToolFailure) {
    self.path = path
    self.frameBytes = frameBytes
    descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw ToolFailure(message: "\(path) could not be read: \(String(errno: errno)).")
    }
  }

  deinit {
    if descriptor > STDIN_FILENO { close(descriptor) }
  }

  /// The bytes of the next frame; nil at the end.
  func next() throws(ToolFailure) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: frameBytes)
    var filled = 0
    while filled < frameBytes {
      let got = bytes.withUnsafeMutableBytes { memory in
        read(descriptor, memory.baseAddress?.advanced(by: filled), frameBytes - filled)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw ToolFailure(message: "\(path) could not be read: \(String(errno: errno)).") }
      if got == 0 { break }
      filled += got
    }
    if filled == 0 { return nil }
    guard filled == frameBytes else {
      throw ToolFailure(
        message: """
          \(path) ends inside frame \(count): a frame has \(frameBytes) bytes, and \(filled) were left. Check --size \
          and --format.
          """)
    }
    count += 1
    return bytes
  }
}
