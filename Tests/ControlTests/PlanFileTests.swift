import ControlProtocol
import Foundation
import Testing

@testable import marqueectl

/// A file that is planned with goes as one message: a long one does, and one that is too long is told of with what to do.
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

  @Test func aLongerOneSaysWhatToDo() throws {
    try withFile(of: 200_000) { path in
      let failure = #expect(throws: ToolFailure.self) { try Plan.call(path) }
      #expect(failure?.message.contains("Put its playlists into files of their own") == true)
    }
  }
}
