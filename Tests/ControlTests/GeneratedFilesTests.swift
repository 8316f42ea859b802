import Foundation
import TestKit
import Testing

struct GeneratedFilesTests {
  @Test("the code of the protocol is the output of tools/varlink-gen")
  func check() throws {
    let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let (status, output) = try StartedProgram.run(
      [top.appending(path: "tools/varlink-gen").path, "--check"], errors: true)
    #expect(status == 0, "\(output)")
  }
}
