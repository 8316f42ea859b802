internal import EventLoop
internal import Glibc

/// The machine's clocks, in seconds.
enum SystemTime {
  /// A clock that only goes forward (CLOCK_MONOTONIC).
  static var monotonic: Double { read(CLOCK_MONOTONIC) }

  /// The time of day, since 1970.
  static var wall: Double { read(CLOCK_REALTIME) }

  static func seconds(_ time: timespec) -> Double { Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 }

  /// Lets the calling thread rest.
  static func sleep(_ seconds: Double) {
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int((seconds - seconds.rounded(.down)) * 1e9))
    var left = timespec()
    while unsafe nanosleep(&time, &left) != 0, errno == EINTR { time = left }
  }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return seconds(time)
  }
}

/// Threads of their own for work that waits.
package enum BlockingThread {
  /// Starts one; without memory for it the work is not done.
  package static func start(_ name: String, _ work: @escaping @Sendable () -> Void) {
    // The thread ends after the work.
    (try? LoopThread.start(name: name, main: work))?.post { EventLoop.current?.stop() }
  }
}

/// Files that are read in one piece.
enum SmallFile {
  /// The bytes of a file, at most so many; nil if it cannot be read.
  static func read(_ path: String, most: Int) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return read(file, most: most)
  }

  /// The same of a file that is open.
  static func read(_ file: Int32, most: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65536)
    while bytes.count < most {
      let count = unsafe Glibc.read(file, &part, min(part.count, most - bytes.count))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      guard count > 0 else { break }
      bytes += part[..<count]
    }
    return bytes
  }
}

/// Folders of the file system.
package enum LocalFolders {
  /// Where the program works; `/` if that is gone.
  static var workingDirectory: String {
    guard let path = unsafe getcwd(nil, 0) else { return "/" }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  /// Makes a folder for this user alone, with those above it, as far as that can be done.
  static func makeFolder(_ path: String) {
    var whole = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      whole += "/\(part)"
      unsafe mkdir(whole, 0o700)
    }
  }
}

/// Writing that ends when all is written.
enum WholeWrite {
  /// Writes all bytes; returns the errno of a failure (write(2)).
  static func write(_ bytes: [UInt8], to file: Int32) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count < 0 ? errno : ENOSPC }
      rest = rest.dropFirst(count)
    }
    return nil
  }
}

/// Why the system refused a file or a directory, in plain words.
enum FileErrorText {
  /// The words for an errno.
  static func text(_ number: Int32) -> String {
    switch number {
    case ENOENT: "it does not exist"
    case ENOTDIR: "it is no directory"
    case EISDIR: "it is a directory"
    case EACCES, EPERM: "this program’s user may not use it"
    case EROFS: "its disk is read-only"
    case ENOSPC, EDQUOT: "its disk is full"
    default: unsafe String(cString: strerror(number))
    }
  }
}
