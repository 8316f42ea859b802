import Content
import EventLoop
import Presentation

extension Daemon {
  /// Tells the display thread what to do.
  func command(_ command: DisplayCommand) {
    traffic &+= 1
    journal.asked(command, at: dayClock.screens.now)
    let display = display
    displayThread.post { display.assumeIsolated { $0.handle(command) } }
  }

  /// Asks the display thread something; the answer comes in a later turn, and never where that thread has ended or hangs.
  func askDisplay<Answer: Sendable>(
    _ question: @escaping @Sendable (isolated DisplayActor) -> Answer, then completion: @escaping (Answer) -> Void
  ) {
    let display = display
    let mainThread = loop.mailbox
    let relay = AnswerRelay(completion)
    displayThread.post {
      let answer = display.assumeIsolated { question($0) }
      mainThread.post { MainActor.assumeIsolated { relay.complete(answer) } }
    }
  }
}
