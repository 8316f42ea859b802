import ControlProtocol
import SpeakerNotes

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
