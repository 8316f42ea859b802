import Glibc

/// Files that the user wants written; `-` is standard output.
enum OutputFile {
  /// Writes all bytes; a file that could not be written whole is removed.
  static func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = path == "-" ? STDOUT_FILENO : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure(path, errno) }
    var error: Int32 = 0
    var written = 0
    while written < bytes.count, error == 0 {
      let count = bytes.withUnsafeBytes { all in
        Glibc.write(descriptor, all.baseAddress.map { $0 + written }, all.count - written)
      }
      if count >= 0 { written += count } else if errno != EINTR { error = errno }
    }
    // A device is not ours to remove.
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    if descriptor != STDOUT_FILENO, close(descriptor) != 0, error == 0 { error = errno }
    guard error != 0 else { return }
    if descriptor != STDOUT_FILENO, isFile { unlink(path) }
    throw failure(path, error)
  }

  private static func failure(_ path: String, _ error: Int32) -> ToolFailure {
    ToolFailure(message: "\(path) could not be written: \(String(cString: strerror(error))).", status: .failed)
  }
}
