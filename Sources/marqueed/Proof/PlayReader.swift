import CLinuxEvents
import ControlProtocol
import EventLoop
import SystemPackage

/// Answers questions for the proof of play on a thread of its own, one after the other: the files of 92 days are read for some.
///
/// The thread is there only while there is a question.
final class PlayReader {
  /// The most questions that wait.
  static let mostPending = 16
  private let loop: EventLoop
  private var thread: Mailbox?
  /// How many questions have no answer yet.
  private(set) var pending = 0

  init(loop: EventLoop) {
    self.loop = loop
  }

  /// Calls `answer` on the main thread with the whole message of the reply (`ControlJSON.frame`).
  ///
  /// Throws where too many wait, or no thread can be started.
  func answer(
    _ search: PlaySearch, warning: String?, then answer: @escaping ([UInt8]) -> Void
  ) throws(ControlError) {
    guard pending < Self.mostPending else {
      throw .failed(
        message: "\(Self.mostPending) questions for the proof of play wait already. Try again when they are answered.")
    }
    let thread = try startedThread()
    pending += 1
    let main = loop.mailbox
    let relay = AnswerRelay<[UInt8]> { [weak self] message in
      self?.ended()
      answer(message)
    }
    thread.post {
      let message = Self.message(search, warning)
      main.post { MainActor.assumeIsolated { relay.complete(message) } }
    }
  }

  /// The reply as it is sent: made here, because ten thousand plays take long to encode.
  private nonisolated static func message(_ search: PlaySearch, _ warning: String?) -> [UInt8] {
    let (plays, isCut) = search.newest()
    let reply = PlaysReply(plays: plays.map { PlayInfo($0) }, isCut: isCut, warning: warning)
    do throws(ControlError) {
      return try ControlJSON.frame(ControlReplyMessage(reply))
    } catch {
      return (try? ControlJSON.frame(error)) ?? []
    }
  }

  private func startedThread() throws(ControlError) -> Mailbox {
    if let thread { return thread }
    do throws(Errno) {
      let thread = try LoopThread.start(name: "marquee-plays")
      self.thread = thread
      return thread
    } catch {
      throw .failed(message: "the proof of play cannot be read: no thread could be started: \(error)")
    }
  }

  private func ended() {
    pending -= 1
    guard pending == 0, let thread else { return }
    self.thread = nil
    thread.post {
      // What the plays took goes back to the system.
      marquee_trim_heap()
      EventLoop.current?.stop()
    }
  }
}
