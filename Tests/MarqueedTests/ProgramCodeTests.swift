import Glibc
import Testing

@testable import marqueed

struct ProgramCodeTests {
  /// Kilobytes of this process's files that are in memory: its code, its constants and its libraries.
  private static func residentFileKilobytes() throws -> Int {
    let file = try #require(fopen("/proc/self/status", "r"))
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      guard text.hasPrefix("RssFile:") else { continue }
      return Int(text.filter(\.isNumber)) ?? 0
    }
    return 0
  }

  @Test func whatIsGivenBackIsNotInMemoryAndRunsAllTheSame() throws {
    let before = try Self.residentFileKilobytes()
    try ProgramCode.release()
    let after = try Self.residentFileKilobytes()
    #expect(after < before * 3 / 4, "\(before) KiB before, \(after) after")
    try ProgramCode.release()
  }
}
