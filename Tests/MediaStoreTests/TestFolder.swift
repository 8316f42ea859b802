import EventLoop
import Glibc
import TestKit

/// A folder that is removed with the value.
final class TestFolder {
  private let folder: TemporaryFolder
  var path: String { folder.path }

  init() throws {
    folder = try TemporaryFolder("media")
  }

  struct Failure: Error {
    var call: String
    var number = errno
  }

  func path(_ name: String) -> String { name.isEmpty ? path : path + "/" + name }

  /// Makes a file whose last change was this many seconds ago.
  @discardableResult
  func write(_ name: String, _ text: String = "x", age: Int = 3_600) throws -> String {
    let descriptor = try begin(name, text)
    try setAge(descriptor, seconds: age)
    close(descriptor)
    return path(name)
  }

  /// Opens a file for writing, writes, and leaves it open.
  func begin(_ name: String, _ text: String = "x") throws -> Int32 {
    let descriptor = open(path(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0, Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count else {
      throw Failure(call: "open \(name)")
    }
    return descriptor
  }

  func setAge(_ descriptor: Int32, seconds: Int) throws {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    now.tv_sec -= seconds
    guard futimens(descriptor, [now, now]) == 0 else { throw Failure(call: "futimens") }
  }

  func makeFolder(_ name: String) throws {
    guard mkdir(path(name), 0o755) == 0 else { throw Failure(call: "mkdir \(name)") }
  }

  func link(_ name: String, to target: String) throws {
    guard symlink(target, path(name)) == 0 else { throw Failure(call: "symlink \(name)") }
  }

  func move(_ name: String, to other: String) throws {
    guard rename(path(name), path(other)) == 0 else { throw Failure(call: "rename \(name)") }
  }

  /// How many descriptors of this process lead to files in it.
  var openCount: Int {
    (FolderNames.read("/proc/self/fd") ?? []).filter { number in
      var target = [CChar](repeating: 0, count: Int(PATH_MAX))
      let length = readlink("/proc/self/fd/\(number)", &target, target.count)
      let name = String(decoding: target.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      return name.hasPrefix(path + "/")
    }.count
  }

  /// Removes a file or a folder with all in it.
  func remove(_ name: String) { TemporaryFolder.remove(path(name)) }
}
