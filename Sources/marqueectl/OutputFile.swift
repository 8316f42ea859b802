import Glibc

/// Output files of the user; `-` is standard output.
enum OutputFile {
  /// Writes all bytes; an existing file keeps its contents until the new ones are complete.
  static func write(_ bytes: [UInt8], to path: String) throws {
    if path == "-" { return try fill(STDOUT_FILENO, with: bytes, path) }
    var status = stat()
    let isThere = stat(path, &status) == 0
    // A device or a pipe is written to, and not replaced.
    guard !isThere || status.st_mode & S_IFMT == S_IFREG else { return try overwrite(path, with: bytes) }
    let target = isThere ? resolved(path) : path
    var template = Array("\(target).XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    // If the folder takes no new file, the existing file may still be writable.
    guard descriptor >= 0 else { return try overwrite(path, with: bytes) }
    let mask = umask(0)
    umask(mask)
    fchmod(descriptor, isThere ? status.st_mode & 0o7777 : 0o666 & ~mask)
    do {
      do {
        try fill(descriptor, with: bytes, path)
      } catch {
        close(descriptor)
        throw error
      }
      guard close(descriptor) == 0 else { throw failure(path, errno) }
      guard rename(template, target) == 0 else { throw failure(path, errno) }
    } catch {
      unlink(template)
      throw error
    }
  }

  /// Writes a new file that only its owner may read.
  ///
  /// Refuses to replace a file.
  ///
  /// A file that cannot be completed is removed.
  static func create(_ bytes: [UInt8], at path: String) throws {
    if path == "-" { return try fill(STDOUT_FILENO, with: bytes, path) }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      guard errno == EEXIST else { throw failure(path, errno) }
      throw ToolFailure(message: "\(path) exists already and is unchanged. Name another file.", status: .failed)
    }
    do {
      do {
        try fill(descriptor, with: bytes, path)
      } catch {
        close(descriptor)
        throw error
      }
      guard close(descriptor) == 0 else { throw failure(path, errno) }
    } catch {
      unlink(path)
      throw error
    }
  }

  private static func overwrite(_ path: String, with bytes: [UInt8]) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { close(descriptor) }
    try fill(descriptor, with: bytes, path)
  }

  private static func fill(_ descriptor: Int32, with bytes: [UInt8], _ path: String) throws {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { all in
        Glibc.write(descriptor, all.baseAddress.map { $0 + written }, all.count - written)
      }
      if count >= 0 { written += count } else if errno != EINTR { throw failure(path, errno) }
    }
  }

  /// The file that a link leads to.
  private static func resolved(_ path: String) -> String {
    guard let found = realpath(path, nil) else { return path }
    defer { free(found) }
    return String(cString: found)
  }

  private static func failure(_ path: String, _ error: Int32) -> ToolFailure {
    let name = path.isEmpty ? "A file without a name" : path
    return ToolFailure(message: "\(name) could not be written: \(String(cString: strerror(error))).", status: .failed)
  }
}
