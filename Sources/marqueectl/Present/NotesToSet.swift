import ControlProtocol
import SpeakerNotes

/// Notes of a file that are to be set for a talk.
struct NotesToSet {
  var file: NotesFile
  /// Whether notes that were set for this talk before stay, since nobody has named the file.
  var onlyIfNone = false

  /// Whether they are to be set, after what is known of slides.
  func isWanted(over slides: some Sequence<TalkSlideInfo>) -> Bool {
    !onlyIfNone || !slides.contains { $0.notesSource == .set }
  }
}
