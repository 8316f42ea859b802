import ControlProtocol
import Foundation
import Testing

@testable import marqueectl

/// The file for a plan is sent as one message. A long one is accepted; one that is too long is an error with a next step.
struct PlanFileTests {
  private func withFile(of bytes: Int, _ body: (String) throws -> Void) throws {
    let path = NSTemporaryDirectory() + "marquee-plan-\(UUID().uuidString).yaml"
    let line = "# what the screens in the hall are for, and who looks after them\n"
    try String(repeating: line, count: bytes / line.utf8.count).write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(path)
  }

  @Test func aFileAsLongAsAMessageIsPlannedWith() throws {
    try withFile(of: 60_000) { path in
      let call = try Plan.call(path)
      #expect(call.configuration.utf8.count > 59_000)
      #expect(try ControlJSON.encode(ControlCallMessage(call)).count <= ControlLimits.requestBytes)
    }
  }

  @Test func aLongerOneIsRefusedWithTheNextStep() throws {
    try withFile(of: 200_000) { path in
      let failure = #expect(throws: ToolFailure.self) { try Plan.call(path) }
      #expect(failure?.message.contains("Put its playlists into separate files") == true)
    }
  }

  /// No process writes to the pipe, so a read would never end.
  @Test(.timeLimit(.minutes(30))) func aPathThatIsNoFileIsRefusedWithoutWaiting() throws {
    let pipe = NSTemporaryDirectory() + "marquee-plan-\(UUID().uuidString)"
    try #require(mkfifo(pipe, 0o600) == 0)
    defer {
      // Releases a process that waits there nevertheless.
      close(open(pipe, O_WRONLY | O_NONBLOCK))
      unlink(pipe)
    }
    for command in [["plan", "--config"], ["edid"]] {
      for (path, words) in [(pipe, "is no regular file"), ("/dev/zero", "is no regular file"), ("/", "is a directory")]
      {
        let tool = try ToolRun(command + [path], environment: ["MARQUEE_SOCKET=/tmp/no-such-marquee"])
        tool.wait()
        #expect(tool.status == 1 && tool.complaint.contains("\(path) \(words)"), "\(command): \(tool.complaint)")
      }
    }
  }
}
