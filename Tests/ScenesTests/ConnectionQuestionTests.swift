import DisplayTypes
import Presentation
import Testing

@testable import Scenes

@Suite("Whether an app was asked about a connection")
struct ConnectionQuestionTests {
  private let start = MonotonicTime(nanoseconds: 1_000_000_000)
  private let mode = ScreenMode(
    clockKilohertz: 74_250, horizontal: ModeTiming(display: 1280, syncStart: 1390, syncEnd: 1430, total: 1650),
    vertical: ModeTiming(display: 720, syncStart: 725, syncEnd: 730, total: 750))

  private func subject(_ session: String = "a", hasModes: Bool = true) -> ConnectionQuestion.Subject {
    ConnectionQuestion.Subject(session: session, modes: hasModes ? [mode] : [])
  }

  private func time(_ milliseconds: UInt64) -> MonotonicTime { start.advanced(by: milliseconds * 1_000_000) }

  @Test("it is asked once, and waited for until it is answered")
  func once() {
    var question = ConnectionQuestion()
    #expect(question.consider(subject(), number: 1, now: start) == .ask(until: time(500)))
    #expect(question.isOpen)
    #expect(question.consider(subject(), number: 2, now: time(10)) == .wait)
    #expect(question.answered(1) == true)
    #expect(!question.isOpen)
    #expect(question.consider(subject(), number: 3, now: time(20)) == .goOn)
  }

  @Test("a second answer, one to another question and a late one are ignored")
  func unheard() {
    var question = ConnectionQuestion()
    #expect(question.answered(1) == false)
    _ = question.consider(subject(), number: 1, now: start)
    #expect(question.answered(2) == false)
    #expect(question.answered(1) == true)
    #expect(question.answered(1) == false)
    question = ConnectionQuestion()
    _ = question.consider(subject(), number: 3, now: start)
    #expect(question.timeOver(now: time(499)) == false)
    #expect(question.timeOver(now: time(500)) == true)
    #expect(question.timeOver(now: time(501)) == false)
    #expect(question.answered(3) == false)
    #expect(question.consider(subject(), number: 4, now: time(600)) == .goOn)
  }

  @Test("other modes make another question, in the time that is left")
  func otherModes() {
    var question = ConnectionQuestion()
    _ = question.consider(subject(hasModes: false), number: 1, now: start)
    #expect(question.consider(subject(), number: 2, now: time(300)) == .ask(until: time(500)))
    #expect(question.answered(1) == false)
    #expect(question.answered(2) == true)
    // The answer was about other modes than there are now.
    #expect(question.consider(subject(hasModes: false), number: 3, now: time(400)) == .ask(until: time(900)))
  }

  @Test("another session is another question, with time of its own")
  func otherSession() {
    var question = ConnectionQuestion()
    _ = question.consider(subject(), number: 1, now: start)
    #expect(question.consider(subject("b"), number: 2, now: time(300)) == .ask(until: time(800)))
    #expect(question.answered(1) == false)
  }
}
