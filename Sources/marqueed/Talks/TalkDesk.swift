import Content
import ControlProtocol
import ControlServer
import DisplayTypes
import Presentation
import Rasterizing
import Scenes
import Talks

/// The talk that goes on, with all that belongs to it; at most one.
final class TalkDesk {
  /// The app whose scenes show it.
  nonisolated static let appName = "talk"

  /// What is shown; nil while no talk goes on.
  var stage: TalkStage?
  /// The app in front, as long as a talk goes on.
  var app: App?
  /// Those who watch it.
  let streams: TalkStreams
  /// What is kept of it.
  let file: TalkFile<TalkRecord>
  /// The speaker's notes, and where they are kept.
  var notes: TalkNotesRecord?
  let notesFile: TalkFile<TalkNotesRecord>
  /// Notes of which parts are missing.
  var gatherings = TalkNotesGatherings()
  /// Pictures of slides for controllers.
  let pictures: TalkPictures
  /// What there is to say of the last change that nobody asked for, until something is done.
  var remark: String?
  /// The screens as they were told last.
  var toldScreens: [TalkScreenInfo] = []
  /// Ends what is shown for a time.
  var timer: (any DisplayTimer)?
  /// Looks at the screens once what happens at a time has happened.
  var screensTimer: (any DisplayTimer)?

  /// - Parameter directory: where the daemon keeps its state.
  init(directory: String, clock: any DisplayClock, documents: any DocumentRasterizer, rasterizer: any Rasterizer) {
    pictures = TalkPictures(documents: documents, rasterizer: rasterizer)
    notesFile = TalkFile("talk-notes.json", in: directory, clock: clock)
    streams = TalkStreams()
    file = TalkFile("talk.json", in: directory, clock: clock)
  }

  /// Makes the app in front.
  static func makeApp(_ makeDelegate: @escaping () -> any SceneDelegate) -> App {
    App(
      name: appName,
      manifest: SceneManifest(configurations: [.externalDisplayNonInteractive: [SceneConfiguration(name: appName)]]),
      makeDelegate: makeDelegate)
  }

  /// Takes back the notes of a talk that has ended, and the pictures of its slides.
  func forgetNotes() {
    pictures.forget()
    gatherings = TalkNotesGatherings()
    notes = nil
    notesFile.keep(nil)
  }

  /// Goes on with the notes of a talk; those of another one, whose end came between the two files, are taken back.
  func takeUpNotes(of talk: String?) {
    let kept = notesFile.load()
    if let kept, kept.talk == talk {
      notes = kept
    } else if kept != nil, !file.isSetAside {
      notesFile.keep(nil)
    }
  }
}
