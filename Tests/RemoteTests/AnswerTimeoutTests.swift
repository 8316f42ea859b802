import Testing

@testable import marquee_remote

struct AnswerTimeoutTests {
  @Test func nothingIsDueWithoutACall() {
    var timeout = AnswerTimeout()
    #expect(timeout.due == nil)
    timeout.callDidBegin(at: 10)
    timeout.callDidEnd(isAnswered: true, at: 11)
    #expect(timeout.due == nil)
  }

  @Test func anyAnswerDefersIt() {
    var timeout = AnswerTimeout()
    timeout.callDidBegin(at: 10)
    timeout.callDidBegin(at: 11)
    #expect(timeout.due == 10 + AnswerTimeout.limit)
    timeout.callDidEnd(isAnswered: true, at: 11.5)
    #expect(timeout.due == 11.5 + AnswerTimeout.limit)
    timeout.didAnswer(at: 13)
    #expect(timeout.due == 13 + AnswerTimeout.limit)
  }

  @Test func aCallThatEndsWithoutAnAnswerDefersNothing() {
    var timeout = AnswerTimeout()
    timeout.callDidBegin(at: 10)
    timeout.callDidBegin(at: 11)
    timeout.callDidEnd(isAnswered: false, at: 15)
    #expect(timeout.due == 10 + AnswerTimeout.limit)
    timeout.callDidEnd(isAnswered: false, at: 16)
    timeout.callDidBegin(at: 17)
    #expect(timeout.due == 17 + AnswerTimeout.limit)
  }
}
