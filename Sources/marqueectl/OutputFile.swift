import EventLoop
import Glibc

/// Output files of the user. `-` is standard output.
enum OutputFile {
  /// Writes all bytes. An existing file keeps its contents until the new contents are complete.
  static func write(_ bytes: [UInt8], to path: String) throws(ToolFailure) {
    if path == "-" { return try fill(STDOUT_FILENO, with: bytes, path) }
    var status = stat()
    let isThere = stat(path, &status) == 0
    // Write to a device or a pipe itself, and do not replace it.
    guard !isThere || status.st_mode & S_IFMT == S_IFREG else { return try overwrite(path, with: bytes) }
    let target = DescriptorIO.resolved(path)
    var template = Array("\(target).XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    // If the folder takes no new file, the existing file may still be writable.
    guard descriptor >= 0 else { return try overwrite(path, with: bytes) }
    let mask = umask(0)
    umask(mask)
    fchmod(descriptor, isThere ? status.st_mode & 0o7777 : 0o666 & ~mask)
    try complete(descriptor, with: bytes, path, temporary: template) { rename(template, target) }
  }

  /// Writes a new file that only its owner may read, and replaces no file.
  static func create(_ bytes: [UInt8], at path: String) throws(ToolFailure) {
    if path == "-" { return try fill(STDOUT_FILENO, with: bytes, path) }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      guard errno == EEXIST else { throw failure(path, errno) }
      throw ToolFailure(message: "\(path) exists already and is unchanged. Name another file.")
    }
    try complete(descriptor, with: bytes, path, temporary: Array(path.utf8CString))
  }

  private static func overwrite(_ path: String, with bytes: [UInt8]) throws(ToolFailure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { close(descriptor) }
    try fill(descriptor, with: bytes, path)
  }

  /// Writes and closes a new file, and then calls `finish`. Removes `temporary` after a failure.
  private static func complete(
    _ descriptor: Int32, with bytes: [UInt8], _ path: String, temporary: [CChar], finish: () -> Int32 = { 0 }
  ) throws(ToolFailure) {
    var error = WholeWrite.write(bytes, to: descriptor)
    if close(descriptor) != 0 { error = error ?? errno }
    if error == nil, finish() != 0 { error = errno }
    guard let error else { return }
    unlink(temporary)
    throw failure(path, error)
  }

  private static func fill(_ descriptor: Int32, with bytes: [UInt8], _ path: String) throws(ToolFailure) {
    if let error = WholeWrite.write(bytes, to: descriptor) { throw failure(path, error) }
  }

  private static func failure(_ path: String, _ error: Int32) -> ToolFailure {
    let name = path.isEmpty ? "A file without a name" : path
    return ToolFailure(message: "\(name) could not be written: \(String(errno: error)).")
  }
}
