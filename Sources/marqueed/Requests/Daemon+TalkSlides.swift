import Content
import ContentModel
import ControlProtocol
import ControlServer
import DisplayTypes
import Rasterizing
import Scenes

/// What controllers are told of slides beside the talk itself: texts, notes and pictures.
extension Daemon {
  /// What is known of some slides; who may only observe gets no notes.
  func handle(_ call: TalkSlidesCall, _ responder: ControlResponder) throws(ControlError) {
    guard let stage = runningTalk.stage else { throw .noTalk }
    let talk = stage.talk
    let first = call.first ?? 1
    let last = min(talk.pages, first - 1 + min(call.count ?? 50, 50))
    guard first <= last else { return responder.reply(TalkSlidesReply(pages: talk.pages, slides: [])) }
    guard let file = stage.deck.file else {
      throw .failed(message: stage.deck.trouble ?? "the deck is being opened; ask again")
    }
    readTexts(of: file, first...last, stage.deck.part) { [weak self] result in
      guard let self, runningTalk.stage?.talk.identifier == talk.identifier else { return responder.fail(.noTalk) }
      switch result {
      case .failure(let error): responder.fail(.failed(message: "\(talk.deck): \(error)"))
      case .success(let pages):
        let seesNotes = responder.access >= .control
        let slides = pages.enumerated().map { index, page in
          let set = self.runningTalk.notes?[first + index]
          let (notes, source) = set.map { ($0, .set) } ?? (page.notes, page.notesSource)
          return TalkSlideInfo(
            page: first + index, label: TalkTitle.cleaned(page.label), title: TalkTitle.cleaned(page.title),
            text: page.text, notes: seesNotes ? notes : "", notesSource: seesNotes ? source : .none)
        }
        responder.reply(TalkSlidesReply(pages: talk.pages, slides: slides))
      }
    }
  }

  /// A few pages at a time, so that a slide that is to be seen never waits for many.
  private func readTexts(
    of file: MediaFile, _ pages: ClosedRange<Int>, _ part: PagePart, _ read: [PageText] = [],
    completion: @escaping (Result<[PageText], RasterError>) -> Void
  ) {
    let first = pages.lowerBound + read.count
    guard first <= pages.upperBound else { return completion(.success(read)) }
    let request = PageTextRequest(file: file, first: first, count: min(8, pages.upperBound - first + 1), part: part)
    content.documents.readTexts(request) { [weak self] result in
      switch result {
      case .failure(let error): completion(.failure(error))
      case .success(let texts):
        guard let self, !texts.pages.isEmpty else { return completion(.success(read)) }
        readTexts(of: file, pages, part, read + texts.pages, completion: completion)
      }
    }
  }

  /// Asks the document what it is called.
  func askTitle() {
    guard let stage = runningTalk.stage, let file = stage.deck.file else { return }
    let identifier = stage.talk.identifier
    content.documents.readTexts(PageTextRequest(file: file, first: 1, count: 1)) { [weak self] result in
      guard let self, let stage = runningTalk.stage, stage.talk.identifier == identifier,
        stage.deck.file?.version == file.version, case .success(let texts) = result
      else { return }
      var talk = stage.talk
      talk.call(texts.title)
      if talk.title.isEmpty { talk.call(Self.title(of: talk.deck)) }
      guard talk != stage.talk else { return }
      stage.talk = talk
      keepTalk()
      tellTalk()
    }
  }

  /// Keeps the speaker's notes for some slides.
  func handle(_ call: SetTalkNotesCall, _ responder: ControlResponder) throws(ControlError) {
    guard let stage = runningTalk.stage else { throw .noTalk }
    guard call.talk ?? stage.talk.identifier == stage.talk.identifier else {
      throw .failed(message: "the notes are for another talk than the one that goes on, so nothing was changed")
    }
    var record = runningTalk.notes ?? TalkNotesRecord(talk: stage.talk.identifier, notes: [:])
    var gathering: TalkNotesUpload?
    if let set = call.set {
      gathering = runningTalk.gatherings.adding(call.notes, of: set)
      if let gathering {
        record = TalkNotesRecord(talk: stage.talk.identifier, set: set.version, notes: [:])
        for (page, text) in gathering.notes { record[page] = text }
      } else if record.set != set.version {
        // Else somebody has sent the same notes, and their last part sooner.
        throw .failed(
          message:
            "part \(set.part) of the notes came without those before it, so nothing was changed: send them again "
            + "from the first part")
      }
    } else {
      for note in call.notes { record[note.page] = note.text }
    }
    guard record.byteCount <= TalkNotesRecord.mostBytes else {
      throw .failed(
        message: "the notes of a talk may take \(TalkNotesRecord.mostBytes) bytes in all, and these would make it "
          + "\(record.byteCount); nothing was changed")
    }
    if let set = call.set, let gathering { runningTalk.gatherings.keep(gathering, of: set) }
    if let gathering, !gathering.isWhole { return responder.reply(EmptyReply()) }
    runningTalk.notes = record
    runningTalk.notesFile.keep(record)
    tellTalk()
    system.talkDid(.didChange("notes"))
    runningTalk.whenKept { [runningTalk] in
      if let trouble = runningTalk.notesFile.trouble {
        return responder.fail(.failed(message: "the notes are \(trouble)"))
      }
      responder.reply(EmptyReply())
    }
  }

  /// A small picture of a slide, or of its notes.
  func handle(_ call: TalkPictureCall, _ responder: ControlResponder) throws(ControlError) {
    guard let stage = runningTalk.stage else { throw .noTalk }
    var part = stage.deck.part
    if call.part == .notes {
      guard responder.access >= .control else {
        throw .accessDenied(method: TalkPictureCall.method.rawValue, required: .control, granted: responder.access)
      }
      guard part != .whole else {
        throw .invalidValue(
          parameter: "part", value: TalkPart.notes.rawValue, expected: "slide: no half of this deck's pages has notes")
      }
      part = part.rest
    }
    guard call.page <= stage.talk.pages else {
      throw .invalidValue(parameter: "page", value: "\(call.page)", expected: "1 to \(stage.talk.pages)")
    }
    guard let file = stage.deck.file else {
      throw .failed(message: stage.deck.trouble ?? "the deck is being opened; ask again")
    }
    let wish = Thumbnails.Wish(
      version: file.version, page: call.page, part: part, size: PixelSize(width: call.width, height: call.height))
    let isTaken = runningTalk.pictures.make(wish, of: file) { result in
      switch result {
      case .success(let made):
        responder.reply(
          TalkPictureReply(page: call.page, width: made.size.width, height: made.size.height, png: made.png))
      case .failure(let error):
        responder.fail(.failed(message: "slide \(call.page) cannot be drawn: \(error)"))
      }
    }
    guard isTaken else {
      throw .failed(
        message: "\(Thumbnails.mostWaiting) pictures of slides are waited for already; ask again when they are there"
      )
    }
  }
}

nonisolated extension PageText {
  fileprivate var notesSource: TalkNotesSource { isOfRest ? .half : notes.isEmpty ? .none : .annotations }
}

nonisolated extension Talk.Half {
  /// The part of a page that is shown, where this half has the notes.
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

/// What was sent of notes that come in parts: several may send theirs at once, the same ones or others.
///
/// Of more versions than a few those that came last count; whoever sends the others begins again.
nonisolated struct TalkNotesUploads {
  /// How many versions are gathered at once.
  static let most = 4

  /// What is not whole; the one that was added to last is the last.
  private var open: [TalkNotesUpload] = []

  /// What there is with a part; nil where those before it are missing.
  ///
  /// Nothing is kept of it.
  func adding(_ part: [TalkNoteInfo], of set: TalkNoteSet) -> TalkNotesUpload? {
    var gathering = open.first { $0.isOf(set) } ?? TalkNotesUpload(set)
    return gathering.add(part, of: set) ? gathering : nil
  }

  /// Goes on with what `adding` gave, until that is whole.
  mutating func keep(_ gathering: TalkNotesUpload, of set: TalkNoteSet) {
    open.removeAll { $0.isOf(set) }
    guard !gathering.isWhole else { return }
    open.append(gathering)
    if open.count > Self.most { open.removeFirst() }
  }
}

/// Notes of one version that come in parts, until all of them are there.
///
/// It is in memory only: who sends them sends them again where the daemon ends meanwhile.
nonisolated struct TalkNotesUpload {
  private let version: String
  private let parts: Int
  private var next = 1
  private(set) var notes: [Int: String] = [:]

  /// Nothing yet of what a part belongs to.
  init(_ set: TalkNoteSet) {
    version = set.version
    parts = set.parts
  }

  /// Whether all parts are there.
  var isWhole: Bool { next > parts }

  /// Whether it is of these notes.
  func isOf(_ set: TalkNoteSet) -> Bool { version == set.version && parts == set.parts }

  /// Adds the next part, or one that came before; false where parts before it are missing.
  ///
  /// Several may send the same notes.
  mutating func add(_ part: [TalkNoteInfo], of set: TalkNoteSet) -> Bool {
    guard isOf(set), set.part <= next else { return false }
    for note in part { notes[note.page] = note.text }
    if set.part == next { next += 1 }
    return true
  }
}
