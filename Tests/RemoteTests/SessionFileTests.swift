import Foundation
import Synchronization
import Testing

@testable import RemoteServer

/// What is kept of pairings.
struct SessionFileTests {
  private func with(_ body: (_ folder: String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "/sessions-\(UUID().uuidString.prefix(8))"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  /// What a desk with this folder says, after somebody has paired.
  private func said(_ folder: String) throws -> [String] {
    let said = Mutex<[String]>([])
    let desk = FrontDesk(file: SessionFile(directory: folder)) { line in said.withLock { $0.append(line) } }
    _ = try #require(desk.redeem(desk.makeCode(.control), from: "10.0.0.1", talk: nil).token)
    return said.withLock { $0 }
  }

  private func count(_ folder: String) -> Int? {
    if case .sessions(let records) = SessionFile(directory: folder).load() { records.count } else { nil }
  }

  @Test(arguments: ["", "[", "{}", "\u{0}", "[{\"digest\": \"a\"}]"])
  func aDamagedFileIsSetAsideAndSaidSo(text: String) throws {
    try with { folder in
      let file = SessionFile(directory: folder)
      for number in 1...2 {
        try Data(text.utf8).write(to: URL(filePath: file.path))
        let lines = try said(folder)
        #expect(lines.first?.contains("it is damaged; it was set aside as \(file.path).\(number).aside") == true)
        #expect(FileManager.default.contents(atPath: "\(file.path).\(number).aside") == Data(text.utf8))
        #expect(count(folder) == 1)
      }
    }
  }

  @Test func aFileOfBeforeIsRead() throws {
    try with { folder in
      let file = SessionFile(directory: folder)
      try Data("[{\"digest\": \"a\", \"role\": \"control\", \"until\": 1, \"talk\": \"t\"}]".utf8)
        .write(to: URL(filePath: file.path))
      #expect(
        file.load() == .sessions([SessionRecord(digest: "a", role: .control, until: 1, talk: "t", purpose: nil)]))
    }
  }

  @Test func aDirectoryThatIsMissingIsMade() throws {
    try with { folder in
      let lines = try said("\(folder)/state")
      #expect(lines.count == 1 && lines.allSatisfy { $0.hasPrefix("paired") })
      #expect(count("\(folder)/state") == 1)
    }
  }

  @Test func whatCannotBeKeptIsSaidInPlainWordsFromTheStart() throws {
    try with { folder in
      try Data().write(to: URL(filePath: folder))
      let lines = try said(folder)
      #expect(lines.count == 3)
      for line in [lines.first, lines.last] {
        #expect(line?.contains("\(folder)/remote-sessions.json cannot be written: it is no directory.") == true)
        #expect(line?.contains("--state") == true)
      }
    }
  }
}
