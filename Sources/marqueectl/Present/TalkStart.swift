import Configuration
import ContentModel
import ControlClient
import ControlProtocol
import Glibc
import SpeakerView

/// The steps before the view: begin a talk, or take over the current talk.
struct TalkStart {
  let options: Present
  let present: TalkInfo?

  func talk() throws -> (TalkInfo, NotesToSet?) {
    guard let deck = options.deck else {
      guard let present else {
        throw ToolFailure(message: "There is no talk. Start one: marqueectl present talk.pdf")
      }
      return (try adjusted(present), try notes(of: present))
    }
    let original = MediaPath.fullPath(deck)
    guard access(original, R_OK) == 0 else {
      throw ToolFailure(message: "\(deck) could not be opened: \(String(errno: errno)).")
    }
    let notes = try NotesFinder.read(named: options.notes, beside: original)
    let pdf = try Self.pdf(original)
    let file = try readable(pdf)
    if let present, !options.replace {
      guard present.deck == file else {
        throw ToolFailure(
          message: "Another talk is running: \(present.title), at slide \(present.page) of \(present.pages). "
            + "`marqueectl present --resume` continues it; --replace ends it and starts this one.")
      }
      Console.complain("marqueectl: This talk is running already, at slide \(present.page); --replace starts it again.")
      return (try adjusted(present), notes.map { NotesToSet(file: $0, onlyIfNone: options.notes == nil) })
    }
    let call = StartTalkCall(
      deck: file, page: options.page, durationSeconds: options.secondsOfTalk ?? notes?.durationSeconds,
      screen: options.screen, newScreens: options.newScreens?.value,
      notesHalf: options.notesHalf?.value ?? notes?.notesHalf, replace: options.replace ? true : nil)
    let reply = try options.daemon.call(call)
    // The previous talk has ended and no longer needs its deck.
    DeckCopy.clean(exceptFor: reply.talk.deck)
    if file != pdf, let videos = DeckVideos(of: original, copiedTo: file) {
      let names = (reply.talk.videoFiles ?? []) + DeckVideos.names(in: notes)
      for sentence in videos.copy(names) { Console.complain("marqueectl: \(sentence)") }
    }
    return (reply.talk, notes.map { NotesToSet(file: $0) })
  }

  /// Reads the notes of the named file. Without a name, it reads the file beside the deck if the talk has no notes. An error in the file
  /// beside the deck does not prevent a talk.
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

  /// The current talk, with the changes of the options.
  private func adjusted(_ talk: TalkInfo) throws -> TalkInfo {
    var talk = talk
    if let page = options.page, page > talk.pages {
      throw ToolFailure(
        message: "--page needs a number from 1 to \(talk.pages), the slides of \(talk.title): \(page) is out of range.",
        status: .usage)
    }
    if let seconds = options.secondsOfTalk {
      // With --until, the time that has passed belongs to the talk.
      let passed = options.until == nil ? 0 : Double(talk.timer.elapsedMilliseconds) / 1000
      talk = try options.daemon.call(
        ControlTalkCall(action: .setDuration, seconds: seconds + passed, noWait: true)
      ).talk
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
    guard let access = DaemonFileAccess(process: status.processID), !access.reads(file) else { return file }
    return try DeckCopy(file: file).copy()
  }

  /// Requests the slides. While the deck opens, it repeats the request for ten seconds.
  private func slides(from first: Int) throws -> TalkSlidesReply {
    for _ in 0..<50 {
      do {
        return try options.daemon.call(TalkSlidesCall(first: first))
      } catch {
        guard ToolFailure(error)?.status == .failed else { throw error }
        poll(nil, 0, 200)
      }
    }
    return try options.daemon.call(TalkSlidesCall(first: first))
  }

  /// Sets the notes of a file for a talk without a view. Returns a sentence about notes without a slide.
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
  /// Reads the named file, otherwise the file beside the deck; nil if there is none.
  static func read(named name: String?, beside deck: String?) throws -> NotesFile? {
    guard let path = name ?? deck.flatMap({ NotesFile.names(beside: $0).first { access($0, R_OK) == 0 } }) else {
      return nil
    }
    let bytes = try InputFile.bytes(from: path, limit: NotesFile.limit, kind: "notes")
    do {
      return try NotesFile(bytes, name: path)
    } catch {
      throw ToolFailure(message: "The notes cannot be read. \(error).")
    }
  }
}

/// The notes of a file, to set for a talk.
struct NotesToSet {
  var file: NotesFile
  /// Whether existing notes of the talk stay, because the user named no file.
  var onlyIfNone = false
  /// The version of notes that was sent, but whose replies have not all arrived.
  var sent: String?

  /// Whether the talk still needs these notes; nil while that is unknown.
  func isWanted(for talk: TalkInfo, over slides: some Collection<TalkSlideInfo>) -> Bool? {
    // The daemon has received all notes, and only its reply was lost. Later changes by other controllers stay.
    if let sent, talk.notesVersion == sent { return false }
    guard onlyIfNone else { return true }
    if talk.notesVersion != nil || slides.contains(where: { $0.notesSource == .set }) { return false }
    return slides.count >= talk.pages ? true : nil
  }
}
