import Configuration
import ContentModel
import ControlClient
import ControlProtocol
import Glibc
import SpeakerView

/// What happens before a talk is presented: it begins, or the one that is going on is taken.
struct TalkStart {
  let options: Present
  /// The talk that is going on.
  let present: TalkInfo?

  /// The talk, and the notes that are to be set for it.
  func talk() throws -> (TalkInfo, NotesToSet?) {
    guard let deck = options.deck else { return try goOn() }
    let original = MediaPath.fullPath(deck)
    guard access(original, R_OK) == 0 else {
      throw ToolFailure(message: "\(deck) could not be opened: \(String(cString: strerror(errno))).", status: .failed)
    }
    let notes = try NotesFinder.read(named: options.notes, beside: original)
    let file = try readable(try Self.pdf(original))
    if let present, !options.replace {
      guard present.deck == file else {
        throw ToolFailure(
          message: "A talk is going on: \(present.title), at slide \(present.page) of \(present.pages). "
            + "`marqueectl present --resume` goes on with it; --replace ends it and begins this one.", status: .failed)
      }
      Console.complain("marqueectl: This talk is going on at slide \(present.page) already; --replace begins anew.")
      return (try adjusted(present), notes.map { NotesToSet(file: $0, onlyIfNone: options.notes == nil) })
    }
    let call = StartTalkCall(
      deck: file, page: options.page, durationSeconds: options.minutes.map { $0 * 60 } ?? notes?.durationSeconds,
      screen: options.screen, newScreens: options.newScreens?.value,
      notesHalf: options.notesHalf?.value ?? notes?.notesHalf, replace: options.replace ? true : nil)
    let reply = try options.daemon.call(call)
    // Only now no talk needs the former deck.
    DeckCopy.clean(exceptFor: reply.talk.deck)
    return (reply.talk, notes.map { NotesToSet(file: $0) })
  }

  private func goOn() throws -> (TalkInfo, NotesToSet?) {
    guard let present else {
      throw ToolFailure(message: "No talk is going on. Begin one: marqueectl present talk.pdf", status: .failed)
    }
    return (try adjusted(present), try notes(of: present))
  }

  /// The notes that are named; else those beside the deck, for a talk that has none.
  ///
  /// A mistake in those keeps nobody from going on.
  private func notes(of talk: TalkInfo) throws -> NotesToSet? {
    if let name = options.notes {
      return try NotesFinder.read(named: name, beside: nil).map { NotesToSet(file: $0) }
    }
    do {
      return try NotesFinder.read(named: nil, beside: talk.deck).map { NotesToSet(file: $0, onlyIfNone: true) }
    } catch let failure as ToolFailure {
      Console.complain("marqueectl: \(failure.message)")
      return nil
    }
  }

  /// The talk that is going on with what the options say of it.
  private func adjusted(_ talk: TalkInfo) throws -> TalkInfo {
    var talk = talk
    if let page = options.page, page > talk.pages {
      throw ToolFailure(
        message: "--page needs a number from 1 to \(talk.pages), the slides of \(talk.title): \(page) is out of range.",
        status: .usage)
    }
    if let minutes = options.minutes {
      talk = try options.daemon.call(ControlTalkCall(action: .setDuration, seconds: minutes * 60, noWait: true)).talk
    }
    if let page = options.page { talk = try options.daemon.call(ControlTalkCall(action: .goto, page: page)).talk }
    return talk
  }

  private static func pdf(_ file: String) throws -> String {
    let ending = file.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return OfficeConversion.endings.contains(ending) ? try OfficeConversion(file: file).pdf() : file
  }

  private func readable(_ file: String) throws -> String {
    let status = try options.daemon.call(StatusCall())
    guard let reach = DaemonFileAccess(process: status.processID), !reach.reads(file) else { return file }
    return try DeckCopy(file: file).copy()
  }

  /// What is known of slides; a deck that is being opened is asked again, for ten seconds.
  private func slides(from first: Int) throws -> TalkSlidesReply {
    for _ in 0..<50 {
      do {
        return try options.daemon.call(TalkSlidesCall(first: first))
      } catch let failure as ToolFailure where failure.status == .failed {
        poll(nil, 0, 200)
      }
    }
    return try options.daemon.call(TalkSlidesCall(first: first))
  }

  /// Sets the notes of a file for a talk, where no view does it; returns which are for no slide, as a sentence.
  func setNotes(_ wanted: NotesToSet?, for talk: TalkInfo) throws -> String? {
    guard let wanted else { return nil }
    var known: [TalkSlideInfo] = []
    while true {
      let reply = try slides(from: known.count + 1)
      known += reply.slides
      if reply.slides.isEmpty || known.count >= reply.pages { break }
    }
    guard wanted.isWanted(for: talk, over: known) == true else { return nil }
    let notes = SlideNotes(wanted.file, labels: known.map(\.label))
    for call in try notes.calls() { _ = try options.daemon.call(call) }
    return notes.problem
  }
}

/// The file of notes that belongs to a deck.
enum NotesFinder {
  /// Those beside `talk.pdf`, the first that is there: `talk.notes.md`, `talk.md`, `talk.pdfpc`, `talk.pdf.pdfpc`.
  static func names(beside deck: String) -> [String] {
    let slash = deck.lastIndex(of: "/").map { deck.index(after: $0) } ?? deck.startIndex
    let dot = deck[slash...].lastIndex(of: ".") ?? deck.endIndex
    let stem = deck[..<dot]
    return ["\(stem).notes.md", "\(stem).md", "\(stem).pdfpc", "\(deck).pdfpc"]
  }

  /// Reads the file that is named, else the one beside the deck; nil where there is none.
  static func read(named name: String?, beside deck: String?) throws -> NotesFile? {
    guard let path = name ?? deck.flatMap({ names(beside: $0).first { access($0, R_OK) == 0 } }) else { return nil }
    let bytes = try InputFile.bytes(from: path, limit: NotesFile.limit, kind: "notes")
    do throws(NotesFileError) {
      return try NotesFile(bytes, name: path)
    } catch {
      throw ToolFailure(message: "The notes cannot be read. \(error.description).", status: .failed)
    }
  }
}

/// Notes of a file that are to be set for a talk.
struct NotesToSet {
  var file: NotesFile
  /// Whether notes that were set for this talk before stay, since nobody has named the file.
  var onlyIfNone = false
  /// The version that was sent without an answer to all of it.
  var sent: String?

  /// Whether they are to be set, after what is known of a talk and its slides; nil where that cannot be said yet.
  func isWanted(for talk: TalkInfo, over slides: some Collection<TalkSlideInfo>) -> Bool? {
    // The daemon has got it all, and its answer was lost: what somebody has changed since then stays.
    if let sent, talk.notesVersion == sent { return false }
    guard onlyIfNone else { return true }
    if talk.notesVersion != nil || slides.contains(where: { $0.notesSource == .set }) { return false }
    return slides.count >= talk.pages ? true : nil
  }
}
