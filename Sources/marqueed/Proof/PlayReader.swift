import CLinuxEvents
import ControlProtocol
import ControlServer
import EventLoop
import SystemPackage

/// Answers questions for the proof of play on a thread of its own, one after the other: the files of 92 days are read for some.
///
/// The thread is there only while there is a question, or a client that takes all plays in pieces.
final class PlayReader {
  /// The most questions that wait.
  static let mostPending = 16
  private let loop: EventLoop
  private var thread: Mailbox?
  /// How many questions have no answer yet.
  private(set) var pending = 0
  /// How many clients take all plays in pieces.
  private var streams = 0

  init(loop: EventLoop) {
    self.loop = loop
  }

  /// Calls `answer` on the main thread with the whole message of the reply (`ControlJSON.frame`).
  ///
  /// Throws where too many wait, or no thread can be started.
  func answer(
    _ search: PlaySearch, warning: String?, then answer: @escaping ([UInt8]) -> Void
  ) throws(ControlError) {
    let thread = try startedThread()
    pending += 1
    let main = loop.mailbox
    let relay = AnswerRelay<[UInt8]> { [weak self] message in
      self?.pending -= 1
      self?.endIfIdle()
      answer(message)
    }
    thread.post {
      let message = Self.message(search, warning)
      main.post { MainActor.assumeIsolated { relay.complete(message) } }
    }
  }

  /// Sends all plays of a search in pieces, of which the last is the answer.
  ///
  /// A piece is read once the client has taken the one before, so a slow client takes no memory. It ends if the client goes.
  /// Throws where too many questions wait, or no thread can be started.
  func stream(_ search: PlaySearch, warning: String?, to responder: ControlResponder) throws(ControlError) {
    _ = try startedThread()
    streams += 1
    responder.onGone = { [weak self] in
      self?.streams -= 1
      self?.endIfIdle()
    }
    readPage(search, nil, warning, responder)
  }

  /// Reads a piece: the first, or the one at which `pages` stand.
  private func readPage(_ search: PlaySearch, _ pages: PlayPages?, _ warning: String?, _ responder: ControlResponder) {
    guard responder.isOpen, let thread else { return }
    pending += 1
    let main = loop.mailbox
    let relay = AnswerRelay<Page> { [weak self] page in
      self?.pending -= 1
      self?.take(page, search, warning, responder)
      self?.endIfIdle()
    }
    thread.post {
      let page = Self.page(search, pages, warning)
      main.post { MainActor.assumeIsolated { relay.complete(page) } }
    }
  }

  private func take(_ page: Page, _ search: PlaySearch, _ warning: String?, _ responder: ControlResponder) {
    guard responder.isOpen else { return }
    guard let rest = page.rest else {
      streams -= 1
      return responder.reply(framed: page.message ?? [])
    }
    guard let message = page.message else { return readPage(search, rest, warning, responder) }
    responder.send(framed: message)
    responder.whenTaken { [weak self] in self?.readPage(search, rest, warning, responder) }
  }

  /// A piece as it is sent.
  private nonisolated struct Page: Sendable {
    /// Nil if nothing was found yet.
    var message: [UInt8]?
    /// What follows; nil after the last.
    var rest: PlayPages?
  }

  private nonisolated static func page(_ search: PlaySearch, _ pages: PlayPages?, _ warning: String?) -> Page {
    var pages = pages ?? PlayPages(search)
    let plays = pages.next()
    let isLast = pages.isAtEnd
    if plays.isEmpty, !isLast { return Page(rest: pages) }
    let reply = PlaysReply(plays: plays.map { PlayInfo($0) }, isCut: false, warning: isLast ? warning : nil)
    do throws(ControlError) {
      return Page(
        message: try ControlJSON.frame(ControlReplyMessage(reply, continues: !isLast)), rest: isLast ? nil : pages)
    } catch {
      return Page(message: (try? ControlJSON.frame(error)) ?? [])
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
    guard pending < Self.mostPending else {
      throw .failed(
        message: "\(Self.mostPending) questions for the proof of play wait already. Try again when they are answered.")
    }
    if let thread { return thread }
    do throws(Errno) {
      let thread = try LoopThread.start(name: "marquee-plays")
      self.thread = thread
      return thread
    } catch {
      throw .failed(message: "the proof of play cannot be read: no thread could be started: \(error)")
    }
  }

  private func endIfIdle() {
    guard pending == 0, streams == 0, let thread else { return }
    self.thread = nil
    thread.post {
      // What the plays took goes back to the system.
      marquee_trim_heap()
      EventLoop.current?.stop()
    }
  }
}
