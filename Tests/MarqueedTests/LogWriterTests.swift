import Glibc
import Logging
import Testing

@testable import marqueed

/// In the form without the mend this suite does not end: a line waits for its reader.
@Suite(.timeLimit(.minutes(1))) struct LogWriterTests {
  @Test func aReaderWhoStopsReadingStopsNothing() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let writer = LogWriter(logLevel: .info, isJournal: false, descriptor: ends[1])
    let line = String(repeating: "x", count: 1000)
    // More than a pipe holds.
    for _ in 0..<200 { log(line, writer) }
    let first = read(ends[0])
    #expect(first.hasPrefix("marqueed: xxx") && first.utf8.count <= 65536)
    log("after it", writer)
    let rest = read(ends[0])
    #expect(rest.hasPrefix("marqueed: warning: "))
    #expect(rest.contains("messages are missing here") && rest.hasSuffix("marqueed: after it\n"))
  }

  private func log(_ text: String, _ writer: LogWriter) {
    writer.log(
      event: LogEvent(
        level: .info, message: "\(text)", metadata: nil, source: "test", file: #fileID, function: #function,
        line: #line))
  }

  private func read(_ descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
