import Content
import ContentModel
import ControlProtocol
import ControlServer
import DisplayTypes
import EventLoop
import Presentation
import Scenes
import SystemPackage

/// Handles the calls for the proof of play, and passes shown frames to the recorder.
struct PlaysHandler: PlayMethods {
  let system: SceneSystem
  let recorder: PlayRecorder
  let searches: PlaySearchThread
  let content: ContentResources

  func begin(_ folder: PlayFolder) { recorder.folder = folder }
  func end() { recorder.close() }

  func notePlayed(_ frame: PlayedFrame) {
    let screen = system.screens.first { $0.id == frame.screen }
    let decision = screen.flatMap { try? system.find($0.name) }?.decision
    let picture = decision?.picture
    let ending: PlayEnding =
      switch picture?.shown {
      case nil: .unplugged
      case .dark: .poweredOff
      case .scene, .applications, .masked, .black, .mirror, .idle, .untouched:
        picture?.cover.isBlank == true ? .blanked : .replaced
      }
    recorder.handle(frame, screen: screen?.name, label: decision?.rule?.name?.value ?? "", ending)
  }

  /// Answers with the newest plays. A client that accepts several answers gets all plays in pages.
  func handle(_ call: PlaysCall, _ responder: ControlResponder) throws(ControlError) {
    let first = try call.since.map { text throws(ControlError) in try moment(text, "since").first }
    let last = try call.until.map { text throws(ControlError) in try moment(text, "until").last }
    guard let folder = recorder.folder else { return responder.reply(PlaysReply(plays: [], isCut: false)) }
    let search = PlaySearch(
      folder: folder.path, first: first ?? .epoch, last: last ?? content.clock.now, screen: call.screen,
      zone: content.calendar.zone)
    // So plays that have ended by now are included.
    folder.whenWritten {
      responder.failing { () throws(ControlError) in
        try searches.answer(search, warning: folder.warning, to: responder)
      }
    }
  }

  /// A moment, or the first and the last moment of a day.
  private func moment(_ text: String, _ parameter: String) throws(ControlError) -> (first: WallTime, last: WallTime) {
    if let time = WallTime(text) { return (time, time) }
    guard let day = CalendarDate(text), let zone = content.zone(nil) else {
      throw .invalidValue(parameter: parameter, value: text, expected: "a day as 2026-11-21, or \(WallTime.expected)")
    }
    let midnight = Int64(day.dayNumber) * 86_400
    return (
      WallTime(seconds: zone.moment(ofLocal: midnight)),
      WallTime(seconds: zone.moment(ofLocal: midnight + 86_400)).advanced(by: -1)
    )
  }
}

/// Answers queries of the proof of play on its own thread, one after the other. A query may read the files of 92 days.
final class PlaySearchThread {
  static let mostPending = 16
  private let thread: OnDemandThread

  init(loop: EventLoop) { thread = OnDemandThread("marquee-plays", main: loop.mailbox, trimsHeap: true) }

  var pending: Int { thread.pending }

  /// Answers with the newest plays of a search, or with all of them in pages; the last page is the final reply. A page is read after the
  /// client has taken the page before, so a slow client takes no memory. The search ends if the client disconnects.
  ///
  /// - Throws: An error if too many queries wait, or no thread can be started.
  func answer(_ search: PlaySearch, warning: String?, to responder: ControlResponder) throws(ControlError) {
    guard pending < Self.mostPending else {
      throw .failed(
        message: "\(Self.mostPending) queries of the proof of play wait already. Try again when they are answered.")
    }
    do throws(Errno) {
      try thread.keep()
    } catch {
      throw .failed(message: "the proof of play cannot be read: no thread could be started: \(error)")
    }
    responder.onGone = { [thread] in thread.release() }
    readPage(search, nil, warning, responder)
  }

  /// Reads the first page, or the next one of `pages`.
  private func readPage(_ search: PlaySearch, _ pages: PlayPages?, _ warning: String?, _ responder: ControlResponder) {
    guard responder.isOpen else { return }
    let isWhole = !responder.takesMore
    // The thread is kept, so no start can fail.
    try? thread.perform(
      { isWhole ? Self.newest(search, warning) : Self.page(pages ?? PlayPages(search), warning) },
      then: { [weak self] page in self?.send(page, search, warning, responder) })
  }

  private func send(_ page: Page, _ search: PlaySearch, _ warning: String?, _ responder: ControlResponder) {
    guard responder.isOpen else { return }
    guard let rest = page.rest else {
      thread.release()
      return responder.reply(framed: page.message ?? [])
    }
    guard let message = page.message else { return readPage(search, rest, warning, responder) }
    responder.send(framed: message)
    responder.whenRead { [weak self] in self?.readPage(search, rest, warning, responder) }
  }

  private nonisolated struct Page: Sendable {
    /// Nil if nothing was found yet.
    var message: [UInt8]?
    /// The pages that follow; nil after the last.
    var rest: PlayPages?

    /// Encodes the reply on the search thread, because ten thousand plays take long.
    init(_ plays: [PlayRecord], isCut: Bool = false, warning: String?, zone: String?, rest: PlayPages? = nil) {
      let reply = PlaysReply(
        plays: plays.map { PlayInfo($0) }, isCut: isCut, warning: rest == nil ? warning : nil, zone: zone)
      do throws(ControlError) {
        if !plays.isEmpty || rest == nil {
          message = try ControlJSON.frame(ControlReplyMessage(reply, continues: rest != nil))
        }
        self.rest = rest
      } catch {
        message = try? ControlJSON.frame(error)
      }
    }
  }

  private nonisolated static func page(_ pages: PlayPages, _ warning: String?) -> Page {
    var pages = pages
    let plays = pages.next()
    return Page(plays, warning: warning, zone: pages.zone, rest: pages.isAtEnd ? nil : pages)
  }

  private nonisolated static func newest(_ search: PlaySearch, _ warning: String?) -> Page {
    let (plays, isCut) = search.newest()
    return Page(plays, isCut: isCut, warning: warning, zone: search.zone)
  }
}
