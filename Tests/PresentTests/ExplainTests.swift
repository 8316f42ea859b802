import ControlClient
import ControlProtocol
import Testing

@testable import marqueectl

struct ExplainTests {
  private static let record = DecisionRecord(screen: "A", edid: EDIDInfo(settled: true, bytes: 128))

  @Test func aDaemonOfBeforeIsAskedWithoutContents() throws {
    var asked: [Bool?] = []
    let reply = try Explain.reply(for: "A") { (call) throws(ClientError) in
      asked.append(call.content)
      guard call.content == nil else { throw .failed(.invalidParameter(parameter: "content")) }
      return ExplainReply(record: Self.record)
    }
    #expect(asked == [true, nil] && reply.record.screen == "A")
  }

  @Test func otherErrorsAreReported() {
    let error = ClientError.failed(.noSuchScreen(screen: "A", near: []))
    #expect(throws: error) { try Explain.reply(for: "A") { (_) throws(ClientError) in throw error } }
  }
}
