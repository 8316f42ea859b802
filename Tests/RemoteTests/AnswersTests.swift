import ControlClient
import ControlProtocol
import Testing

@testable import marquee_remote

/// The status of an answer of the web server for each failure of a call to the daemon.
@Suite struct AnswersTests {
  private func status(_ error: ControlError) -> HTTPStatus { Answers.failure(.client(.failed(error))).status }

  @Test func aCallThatMaySucceedInAMomentIsToBeTriedAgain() {
    let answer = Answers.failure(.client(.failed(.busy(reason: "64 pictures are being made already"))))
    #expect(answer.status == .serviceUnavailable)
    #expect(answer.headers.contains { $0.name == "Retry-After" && $0.value == "1" })
    #expect(Answers.failure(.busy).status == .serviceUnavailable)
  }

  @Test func aCallThatCannotSucceedIsRefused() {
    #expect(status(.failed(message: "it is a video")) == .unprocessableContent)
    #expect(status(.noTalk) == .conflict)
  }
}
