import Content
import ContentModel
import ControlProtocol
import ControlServer
import DisplayTypes
import Rasterizing

struct SlidesHandler: SlideMethods {
  let talk: RunningTalk
  let documents: any DocumentRasterizer

  /// Users who may only observe get no notes.
  func handle(_ call: TalkSlidesCall, _ responder: ControlResponder) throws(ControlError) {
    guard let talkScenes = talk.talkScenes else { throw .noTalk }
    let shown = talkScenes.talk
    let first = call.first ?? 1
    let last = min(shown.pages, first - 1 + min(call.count ?? 50, 50))
    guard first <= last else { return responder.reply(TalkSlidesReply(pages: shown.pages, slides: [])) }
    let file = try openFile(of: talkScenes)
    readTexts(of: file, first...last, talkScenes.deck.part) { result in
      guard talk.talkScenes?.talk.identifier == shown.identifier else { return responder.fail(.noTalk) }
      let seesNotes = responder.access.contains(.remote)
      let slides = result.map { pages in
        pages.enumerated().map { index, page in
          let set = talk.notes.record?[first + index]
          let (notes, source) = set.map { ($0, .set) } ?? (page.notes, page.notesSource)
          return TalkSlideInfo(
            page: first + index, label: TalkTitle.cleaned(page.label), title: TalkTitle.cleaned(page.title),
            text: page.text, notes: seesNotes ? notes : "", notesSource: seesNotes ? source : .none,
            hidden: seesNotes && talk.notes.record?.isHidden(first + index) == true)
        }
      }
      responder.answer(
        slides.map { TalkSlidesReply(pages: shown.pages, slides: $0) }
          .mapError { .failed(message: "\(shown.deck): \($0)") })
    }
  }

  private func openFile(of talkScenes: TalkScenes) throws(ControlError) -> MediaFile {
    if let file = talkScenes.deck.file { return file }
    throw .failed(message: talkScenes.deck.trouble ?? "the deck is being opened; try again")
  }

  /// Reads a few pages at a time, so that a visible slide never waits for many pages.
  private func readTexts(
    of file: MediaFile, _ pages: ClosedRange<Int>, _ part: PagePart, _ read: [PageText] = [],
    completion: @escaping (Result<[PageText], RasterError>) -> Void
  ) {
    let first = pages.lowerBound + read.count
    guard first <= pages.upperBound else { return completion(.success(read)) }
    let request = PageTextRequest(file: file, first: first, count: min(8, pages.upperBound - first + 1), part: part)
    documents.readTexts(request) { result in
      switch result {
      case .failure(let error): completion(.failure(error))
      case .success(let texts):
        guard !texts.pages.isEmpty else { return completion(.success(read)) }
        readTexts(of: file, pages, part, read + texts.pages, completion: completion)
      }
    }
  }

  func handle(_ call: SetTalkNotesCall, _ responder: ControlResponder) throws(ControlError) {
    guard try talk.setNotes(call) else { return responder.reply(EmptyReply()) }
    talk.whenKept {
      if let trouble = talk.notes.file.trouble {
        return responder.fail(.failed(message: "the notes are \(trouble)"))
      }
      responder.reply(EmptyReply())
    }
  }

  func handle(_ call: TalkPictureCall, _ responder: ControlResponder) throws(ControlError) {
    guard let talkScenes = talk.talkScenes else { throw .noTalk }
    var part = talkScenes.deck.part
    if call.part == .notes {
      guard responder.access.contains(.remote) else {
        throw .accessDenied(method: TalkPictureCall.method.rawValue, required: .remote, granted: responder.access)
      }
      guard part != .whole else {
        throw .invalidValue(
          parameter: "part", value: TalkPart.notes.rawValue, expected: "slide: no half of this deck's pages has notes")
      }
      part = part.rest
    }
    guard call.page <= talkScenes.talk.pages else {
      throw .invalidValue(parameter: "page", value: "\(call.page)", expected: "1 to \(talkScenes.talk.pages)")
    }
    let file = try openFile(of: talkScenes)
    let wish = Thumbnails.Wish(
      version: file.version, page: call.page, part: part, size: PixelSize(width: call.width, height: call.height))
    let isTaken = talk.pictures.make(wish, of: file) { result in
      responder.answer(
        result.map { TalkPictureReply(page: call.page, width: $0.size.width, height: $0.size.height, png: $0.png) }
          .mapError { ControlError($0, "slide \(call.page) cannot be drawn: ") })
    }
    guard isTaken else {
      throw .busy(
        reason: "\(Thumbnails.mostWaiting) pictures of slides are being made already; try again when they are done")
    }
  }
}

nonisolated extension PageText {
  fileprivate var notesSource: TalkNotesSource { isOfRest ? .half : notes.isEmpty ? .none : .annotations }
}

nonisolated extension Talk.Half {
  /// The part of a page that is shown if this half has the notes.
  var shownPart: PagePart {
    switch self {
    case .none: .whole
    case .left: .right
    case .right: .left
    case .top: .bottom
    case .bottom: .top
    }
  }
}
