import Configuration
import ControlClient
import ControlProtocol
import Glibc
import SpeakerNotes

/// What happens before a talk is presented: it begins, or the one that is going on is taken.
struct TalkBeginning {
  let options: Present
  /// The talk that is going on.
  let present: TalkInfo?

  /// The talk, and the notes that are to be set for it.
  func talk() throws -> (TalkInfo, NotesFile?) {
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
      return (try adjusted(present), options.notes == nil ? nil : notes)
    }
    let call = StartTalkCall(
      deck: file, page: options.page, durationSeconds: options.minutes.map { $0 * 60 } ?? notes?.durationSeconds,
      screen: options.screen, newScreens: options.newScreens?.value,
      notesHalf: options.notesHalf?.value ?? notes?.notesHalf, replace: options.replace ? true : nil)
    let reply = try options.daemon.call(call)
    // Only now no talk needs the former deck.
    DeckCopy.clean(exceptFor: reply.talk.deck)
    return (reply.talk, notes)
  }

  private func goOn() throws -> (TalkInfo, NotesFile?) {
    guard let present else {
      throw ToolFailure(message: "No talk is going on. Begin one: marqueectl present talk.pdf", status: .failed)
    }
    return (try adjusted(present), try NotesFinder.read(named: options.notes, beside: nil))
  }

  /// The talk that is going on with what the options say of it.
  private func adjusted(_ talk: TalkInfo) throws -> TalkInfo {
    var talk = talk
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
    guard let reach = DaemonReach(process: status.processID), !reach.reads(file) else { return file }
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

  /// Sets the notes of a file where no view does it; returns which are for no slide.
  func setNotes(_ file: NotesFile?) throws -> [String] {
    guard let file else { return [] }
    var labels: [String] = []
    while true {
      let reply = try slides(from: labels.count + 1)
      labels += reply.slides.map(\.label)
      if reply.slides.isEmpty || labels.count >= reply.pages { break }
    }
    let notes = SlideNotes(file, labels: labels)
    for call in try notes.calls() { _ = try options.daemon.call(call) }
    return notes.problems
  }
}
