import Foundation
import Testing

struct GeneratedFilesTests {
  @Test("the code of the protocol is what tools/varlink-gen writes")
  func check() throws {
    let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let process = Process()
    process.executableURL = top.appending(path: "tools/varlink-gen")
    process.arguments = ["--check"]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(String(decoding: output, as: UTF8.self))")
  }
}
