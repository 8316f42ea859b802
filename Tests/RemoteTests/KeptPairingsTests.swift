import Foundation
import TestDaemon
import TestKit
import Testing

/// The pairings of the program itself on a disk that the test holds, fails, and cuts off.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct KeptPairingsTests {
  private func with(_ body: (_ folder: String) async throws -> Void) async throws {
    let folder = try TemporaryFolder.make("kept")
    defer { TemporaryFolder.remove(folder) }
    try await body(folder)
  }

  private static let file = "remote-sessions.json.new"

  /// More phones than the program has threads for requests.
  @Test func aPhoneIsAnsweredAfterItsPairingIsOnTheDiskAndOthersAreServedMeanwhile() async throws {
    try await with { folder in
      let program = try RemoteProgram(folder)
      let codes = try (0..<8).map { _ in try program.code() }
      let gate = try SyncGate(at: RemoteProgram.gate(of: folder))
      let replies = codes.map { program.pair($0) }
      let first = try gate.next(of: Self.file)
      #expect(try await program.get("/pair").status == 200)
      #expect(replies.map(\.isThere) == Array(repeating: false, count: codes.count))
      first.letGo()
      let names = try gate.next(of: "state")
      #expect(try await program.get("/pair").status == 200)
      #expect(replies.map(\.isThere) == Array(repeating: false, count: codes.count))
      gate.open()
      names.letGo()
      var cookies: [String?] = []
      for reply in replies {
        let answer = try await reply.answer
        #expect(answer.status == 200 && !answer.body.contains("unkept"), "\(answer.body)")
        cookies.append(answer.cookie)
      }
      program.kill()
      let next = try RemoteProgram(folder)
      for cookie in cookies {
        let status = try await next.get("/screens", cookie: cookie).status
        #expect(status == 200)
      }
    }
  }

  @Test func answeredPairingsSurviveAKill() async throws {
    try await with { folder in
      var program = try RemoteProgram(folder)
      let (staying, leaving) = (
        try await program.pair(try program.code()).answer, try await program.pair(try program.code()).answer
      )
      program.kill()
      program = try RemoteProgram(folder)
      #expect(try await program.get("/screens", cookie: leaving.cookie).status == 200)
      #expect(try await program.leave(leaving.cookie).answer.status == 204)
      program.kill()
      program = try RemoteProgram(folder)
      #expect(try await program.get("/screens", cookie: leaving.cookie).status == 303)
      #expect(try await program.get("/screens", cookie: staying.cookie).status == 200)
      // The previous file would admit a phone that has left.
      program.kill()
      try Data("{".utf8).write(to: URL(filePath: "\(folder)/state/remote-sessions.json"))
      program = try RemoteProgram(folder)
      #expect(try await program.get("/screens", cookie: leaving.cookie).status == 303)
    }
  }

  @Test func aPairingThatIsNotKeptHasANoteAndIsKeptLater() async throws {
    try await with { folder in
      var program = try RemoteProgram(folder)
      let code = try program.code()
      let gate = try SyncGate(at: RemoteProgram.gate(of: folder))
      let reply = program.pair(code)
      try gate.next(of: Self.file).fail(ENOSPC)
      let answer = try await reply.answer
      #expect(answer.status == 200 && answer.cookie != nil)
      #expect(answer.body.contains("\"unkept\":\"") && answer.body.contains("its disk is full"), "\(answer.body)")
      try await program.log(has: "remote-sessions.json.new cannot be written: its disk is full")
      #expect(try await program.get("/screens", cookie: answer.cookie).status == 200)
      gate.open()
      // Pairings that were not kept are written again at the end.
      program.end()
      program = try RemoteProgram(folder)
      #expect(try await program.get("/screens", cookie: answer.cookie).status == 200)
    }
  }

  @Test func anUnpairingThatIsNotKeptIsAnErrorAndEndsThePairingNevertheless() async throws {
    try await with { folder in
      let program = try RemoteProgram(folder)
      let paired = try await program.pair(try program.code()).answer
      let gate = try SyncGate(at: RemoteProgram.gate(of: folder))
      let reply = program.leave(paired.cookie)
      try gate.next(of: Self.file).fail(EIO)
      let answer = try await reply.answer
      #expect(answer.status == 500 && answer.cookie?.hasSuffix("=") == true, "\(answer.head)")
      #expect(answer.body.contains("Input/output error"), "\(answer.body)")
      try await program.log(has: "remote-sessions.json.new cannot be written: Input/output error")
      #expect(try await program.get("/screens", cookie: paired.cookie).status == 303)
    }
  }
}
