import CLinuxEvents
import EventLoop
import Glibc

/// One run of the `marqueectl` that was built with the tests.
final class ToolRun {
  private let directory: String
  private var process: pid_t = 0
  private(set) var status: Int32?

  enum Failure: Error {
    case couldNotStart(Int32)
    case couldNotWatch(Int32)
  }

  /// Starts it; its standard input is a file with `input`, its standard output goes to a file that is named, or is kept.
  init(_ arguments: [String], environment: [String] = [], input: String = "", output: String? = nil) throws {
    directory = "/tmp/marquee-tool-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    mkdir(directory, 0o700)
    let stdin = open("\(directory)/in", O_CREAT | O_WRONLY, 0o600)
    _ = write(stdin, input, input.utf8.count)
    close(stdin)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "\(directory)/in", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output ?? "\(directory)/out", O_CREAT | O_WRONLY, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, "\(directory)/error", O_CREAT | O_WRONLY, 0o600)
    var argv = (["marqueectl"] + arguments).map { strdup($0) } + [nil]
    // Without its options a sanitizer takes memory that Swift still refers to for lost, and the status is not the program's.
    let options = ["ASAN_OPTIONS", "TSAN_OPTIONS"].compactMap { (name: String) -> String? in
      getenv(name).map { "\(name)=" + String(cString: $0) }
    }
    var envp = (environment + options).map { strdup($0) } + [nil]
    defer { for string in argv + envp { free(string) } }
    let result = posix_spawn(&process, Self.path, &actions, nil, &argv, &envp)
    guard result == 0 else { throw Failure.couldNotStart(result) }
  }

  deinit {
    for name in ["in", "out", "error"] { unlink("\(directory)/\(name)") }
    rmdir(directory)
  }

  /// Waits for its end.
  func wait() {
    guard status == nil else { return }
    var value: Int32 = 0
    while waitpid(process, &value, 0) < 0 { guard errno == EINTR else { return } }
    status = value & 0x7F == 0 ? (value >> 8) & 0xFF : -1
  }

  /// Turns a loop until the program has ended.
  func wait(turning loop: EventLoop) throws {
    let descriptor = marquee_pidfd_open(process)
    guard descriptor >= 0 else { throw Failure.couldNotWatch(errno) }
    defer { close(descriptor) }
    var hasEnded = false
    let watch = try loop.watch(descriptor, for: .readable) { _ in hasEnded = true }
    while !hasEnded { loop.turn(waiting: true) }
    watch.cancel()
    wait()
  }

  var output: String { text("out") }
  var complaint: String { text("error") }

  private func text(_ name: String) -> String {
    let descriptor = open("\(directory)/\(name)", O_RDONLY)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }

  /// Beside the test's own executable.
  private static let path: String = {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    let own = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return (own.lastIndex(of: "/").map { String(own[...$0]) } ?? "./") + "marqueectl"
  }()
}
