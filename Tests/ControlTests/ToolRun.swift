import CLinuxEvents
import EventLoop
import Glibc
import TestKit

/// One run of the `marqueectl` that was built with the tests.
final class ToolRun {
  private let folder: TemporaryFolder
  private var directory: String { folder.path }
  private let process: pid_t
  private(set) var status: Int32?

  enum Failure: Error {
    case couldNotWatch(Int32)
  }

  /// Starts it. Its standard input is a file with `input`. Its standard output goes to the file `output`, or is kept.
  init(_ arguments: [String], environment: [String] = [], input: String = "", output: String? = nil) throws {
    folder = try TemporaryFolder("tool")
    let directory = folder.path
    let stdin = open("\(directory)/in", O_CREAT | O_WRONLY, 0o600)
    _ = write(stdin, input, input.utf8.count)
    close(stdin)
    // Without its options a sanitizer takes memory that Swift still refers to for lost, and the status is not the program's.
    let options = ["ASAN_OPTIONS", "TSAN_OPTIONS"].compactMap { (name: String) -> String? in
      getenv(name).map { "\(name)=" + String(cString: $0) }
    }
    let files = [
      open("\(directory)/in", O_RDONLY | O_CLOEXEC), StartedProgram.openLog(output ?? "\(directory)/out"),
      StartedProgram.openLog("\(directory)/error"),
    ]
    defer { for file in files { close(file) } }
    process = try StartedProgram.start(
      [BuiltPrograms.path(of: "marqueectl")] + arguments, environment: environment + options, input: files[0],
      output: files[1], errors: files[2])
  }

  /// Waits for its end.
  func wait() {
    if status == nil { status = StartedProgram.wait(for: process) }
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

  private func text(_ name: String) -> String { TemporaryFolder.text(of: "\(directory)/\(name)") ?? "" }
}
