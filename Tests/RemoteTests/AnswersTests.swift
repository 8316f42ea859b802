import FlyingFox
import Foundation
import Testing

@testable import RemoteServer

struct AnswersTests {
  /// Each piece would wake the gate once for each phone.
  @Test(arguments: [1, 4097, 200_000]) func aBodyIsInOnePiece(bytes: Int) async throws {
    let body = Data(repeating: 7, count: bytes)
    let answer = Answers.make(.ok, type: "image/png", body: body)
    guard case .httpBody(let sequence) = answer.payload else {
      Issue.record("there is no body")
      return
    }
    var pieces: [Data] = []
    for try await piece in sequence { pieces.append(piece) }
    #expect(pieces == [body])
  }
}
