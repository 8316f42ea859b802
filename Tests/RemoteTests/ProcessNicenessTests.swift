import Foundation
import TestKit
import Testing

/// The pages have a lower priority than the picture.
struct ProcessNicenessTests {
  /// The nice value at the start, and the result.
  @Test(.timeLimit(.minutes(30)), arguments: [(0, 10), (15, 15)])
  func everyThreadComesLaterThanThePicture(start: Int, niceness: Int) async throws {
    let folder = try TemporaryFolder.make("priority")
    defer { TemporaryFolder.remove(folder) }
    let program = Bundle.main.bundlePath + "/marquee-remote"
    try #require(FileManager.default.isExecutableFile(atPath: program), "\(program)")
    // Only root's threads may raise their priority again.
    let isRoot = geteuid() == 0
    let server = try RunningProgram(
      (isRoot ? ["setpriv", "--bounding-set=-sys_nice"] : []) + [
        "nice", "-n", "\(start)", program, "--listen", "127.0.0.1:0",
      ], environment: ["XDG_RUNTIME_DIR": folder, "HOME": folder, "MARQUEE_SOCKET": "\(folder)/none"])
    defer { server.end() }
    // By then it listens, on threads of its own.
    var text = ""
    while !text.contains("http://") {
      let more = RunningProgram.read(server.errors)
      try #require(!more.isEmpty, "\(text)")
      text += more
    }
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(server.number)/task")
    #expect(threads.count > 1)
    for thread in threads {
      // Behind the name in brackets, which may have blanks: the 17th field is the niceness.
      let path = "/proc/\(server.number)/task/\(thread)/stat"
      // One may have ended by now.
      guard let stat = try? String(contentsOfFile: path, encoding: .utf8) else { continue }
      let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
      #expect(fields.count > 16 && fields[16] == "\(niceness)", "\(stat)")
    }
  }
}
