import Foundation
import Logging
import TestKit
import Testing

@testable import marqueed

/// In the form without the mend this suite does not end: a line waits for its reader.
@Suite(.timeLimit(.minutes(30))) struct LogWriterTests {
  @Test func aReaderThatStopsReadingBlocksNothing() throws {
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

  @Test func eachWriterReportsItsOwnLosses() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let other = LogWriter(logLevel: .info, isJournal: false, descriptor: -1)
    log("lost", other)
    let writer = LogWriter(logLevel: .info, isJournal: false, descriptor: ends[1])
    log("mine", writer)
    #expect(read(ends[0]) == "marqueed: mine\n")
  }

  @Test func theJournalHasFieldsAndWithoutItTheLineIsNotLost() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "journal-\(UUID())").path
    let receiver = try TestSocket.bound(to: path, TestSocket.datagrams)
    defer { unlink(path) }
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let writer = LogWriter(
      logLevel: .info, isJournal: true, journal: JournalSocket(path: path), descriptor: ends[1])
    log("two\nlines", writer, ["screen": "HDMI-A-1", "what": "not\nMESSAGE=forged"])
    for line in ["two", "lines"] {
      #expect(
        read(receiver)
          == "PRIORITY=6\nSYSLOG_IDENTIFIER=marqueed\nMARQUEE_SCREEN=HDMI-A-1\nMARQUEE_WHAT=not MESSAGE=forged\nMESSAGE=\(line)\n"
      )
    }
    close(receiver)
    log("nobody there", writer)
    #expect(read(ends[0]) == "<6>nobody there\n")
  }

  private func log(_ text: String, _ writer: LogWriter, _ metadata: Logger.Metadata? = nil) {
    writer.log(
      event: LogEvent(
        level: .info, message: "\(text)", metadata: metadata, source: "test", file: #fileID, function: #function,
        line: #line))
  }

  private func read(_ descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
