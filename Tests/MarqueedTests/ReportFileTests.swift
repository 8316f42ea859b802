import FoundationEssentials
import Glibc
import Testing

@testable import marqueed

@MainActor
struct ReportFileTests {
  /// The program does not wait for it, and does not treat it as an empty report.
  @Test func otherPathsAreReported() throws {
    let pipe = "/tmp/marquee-report-\(UUID().uuidString)"
    try #require(mkfifo(pipe, 0o600) == 0)
    defer { unlink(pipe) }
    for (path, words) in [(pipe, "is a device, a pipe or a socket"), ("/", "is a directory")] {
      let error = #expect(throws: ReplayError.self) { _ = try ReportFile(path: path) }
      #expect(error?.status == 66 && error?.description.contains("\(path): \(words)") == true, "\(error as Any)")
    }
  }
}
