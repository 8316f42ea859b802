import Glibc
import SystemPackage

/// A file that is written whole beside itself, synced, and put in its place in one step, so that a crash at any instruction leaves the
/// old one or the new one.
struct KeptFile {
  let path: String
  private let directory: String

  /// What a file may hold, in bytes; what is behind that is not read.
  private static let mostBytes = 16 << 20

  /// The directory is there already.
  init(_ name: String, in directory: String) {
    self.directory = directory
    path = "\(directory)/\(name)"
  }

  /// Bytes of what is written to find out whether there is room: a block of the disk.
  private static let triedBytes = 4096

  /// Finds out whether something could be kept, and leaves the file as it is: nothing waits for the disk.
  func tryOut() throws(DaemonError) {
    let temporary = "\(path).new"
    defer { unlink(temporary) }
    do throws(Errno) {
      try write([UInt8](repeating: 0x20, count: Self.triedBytes), to: temporary, isSynced: false)
    } catch {
      throw .state(path: temporary, reason: "\(error)")
    }
  }

  /// Keeps these bytes; returns when they are on the disk.
  func write(_ bytes: [UInt8]) throws(DaemonError) {
    let temporary = "\(path).new"
    do throws(Errno) {
      try write(bytes, to: temporary)
    } catch {
      throw .state(path: temporary, reason: "\(error)")
    }
    guard rename(temporary, path) == 0 else { throw .state(path: path, reason: "\(Errno(rawValue: errno))") }
    syncDirectory()
  }

  /// Forgets what was kept; returns when that is on the disk.
  func remove() throws(DaemonError) {
    guard unlink(path) == 0 || errno == ENOENT else {
      throw .state(path: path, reason: "\(Errno(rawValue: errno))")
    }
    syncDirectory()
  }

  /// What was kept.
  func read() throws(Errno) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while bytes.count < Self.mostBytes {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Errno(rawValue: errno) }
      if count == 0 { break }
      bytes += chunk.prefix(count)
    }
    return bytes
  }

  /// Gives the file another name, so that it is not overwritten, and returns that.
  func setAside() throws(Errno) -> String {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw Errno(rawValue: errno) }
    var number = 1
    while lstat("\(path).\(number).aside", &status) == 0 { number += 1 }
    let aside = "\(path).\(number).aside"
    guard rename(path, aside) == 0 else { throw Errno(rawValue: errno) }
    return aside
  }

  private func syncDirectory() {
    let folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    _ = fsync(folder)
    close(folder)
  }

  private func write(_ bytes: [UInt8], to file: String, isSynced: Bool = true) throws(Errno) {
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw count < 0 ? Errno(rawValue: errno) : .noSpace }
      rest = rest.dropFirst(count)
    }
    guard !isSynced || fsync(descriptor) == 0 else { throw Errno(rawValue: errno) }
  }
}
