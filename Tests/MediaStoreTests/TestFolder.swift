import Glibc

/// A folder that goes with the value.
final class TestFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/marquee-media-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template), let real = realpath(made, nil) else { throw Failure(call: "mkdtemp") }
    defer { free(real) }
    path = String(cString: real)
  }

  deinit { remove("") }

  struct Failure: Error {
    var call: String
    var number = errno
  }

  func path(_ name: String) -> String { name.isEmpty ? path : path + "/" + name }

  /// Makes a file whose last change lies so many seconds back.
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
    guard let links = opendir("/proc/self/fd") else { return 0 }
    defer { closedir(links) }
    var count = 0
    while let entry = readdir(links) {
      var target = [CChar](repeating: 0, count: Int(PATH_MAX))
      let length = readlinkat(dirfd(links), Self.name(of: entry), &target, target.count)
      let name = String(decoding: target.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if name.hasPrefix(path + "/") { count += 1 }
    }
    return count
  }

  /// Removes a file or a folder with all in it.
  func remove(_ name: String) {
    let path = path(name)
    if unlink(path) == 0 { return }
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let child = Self.name(of: entry)
        if child != ".", child != ".." { remove(name.isEmpty ? child : name + "/" + child) }
      }
      closedir(folder)
    }
    rmdir(path)
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
  }
}
