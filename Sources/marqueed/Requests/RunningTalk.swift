import Content
import ContentModel
import ControlProtocol
import ControlServer
import DisplayTypes
import KeptFiles
import Presentation
import Rasterizing
import Scenes

/// The talk that goes on, with all that belongs to it; at most one.
final class RunningTalk {
  /// The app whose scenes show it.
  nonisolated static let appName = "talk"

  /// What is shown; nil while no talk goes on.
  var stage: TalkScenes?
  /// The app in front, as long as a talk goes on.
  var app: App?
  /// Those who watch it.
  let streams: TalkStreams
  /// What is kept of it.
  let file: KeptValue<TalkRecord>
  /// The speaker's notes, and where they are kept.
  var notes: TalkNotesRecord?
  let notesFile: KeptValue<TalkNotesRecord>
  /// Notes of which parts are missing.
  var gatherings = TalkNotesUploads()
  /// Pictures of slides for controllers.
  let pictures: Thumbnails
  /// What there is to say of the last change that nobody asked for, until something is done.
  var remark: String?
  /// The screens as they were told last.
  var toldScreens: [TalkScreenInfo] = []
  /// Ends what is shown for a time.
  var timer: (any DisplayTimer)?
  /// Looks at the screens once what happens at a time has happened.
  var screensTimer: (any DisplayTimer)?

  /// - Parameter directory: where the daemon keeps its state.
  init(
    directory: String, store: StoreThread, clock: any DisplayClock, documents: any DocumentRasterizer,
    rasterizer: any Rasterizer
  ) {
    pictures = Thumbnails(documents: documents, rasterizer: rasterizer)
    notesFile = KeptValue("talk-notes.json", in: directory, store: store, clock: clock)
    streams = TalkStreams()
    file = KeptValue("talk.json", in: directory, store: store, clock: clock)
  }

  /// Makes the app in front.
  static func makeApp(_ makeDelegate: @escaping () -> any SceneDelegate) -> App {
    App(
      name: appName,
      manifest: SceneManifest(configurations: [.externalDisplayNonInteractive: [SceneConfiguration(name: appName)]]),
      makeDelegate: makeDelegate)
  }

  /// Takes back the notes of a talk that has ended, and the pictures of its slides.
  ///
  /// Their file goes after the talk's own has changed: where the daemon ends between the two, no talk is without its notes.
  func forgetNotes() {
    pictures.forget()
    gatherings = TalkNotesUploads()
    notes = nil
    file.whenKept { [weak self] in
      // Those of the next talk may be there already.
      if let self, notes == nil { notesFile.forget() }
    }
  }

  /// Calls once all of the talk that was to be kept by now is on the disk, or the files' `trouble` says why it is not.
  func whenKept(_ action: @escaping () -> Void) {
    file.whenKept { [notesFile] in notesFile.whenKept(action) }
  }

  /// Goes on with the notes of a talk; those of another one, whose end came between the two files, are taken back.
  ///
  /// - Parameter isLost: Whether a talk was kept that cannot be read: the notes may be its own.
  func takeUpNotes(of talk: String?, isLost: Bool = false) {
    let kept = notesFile.take().value
    if let kept, kept.talk == talk {
      notes = kept
    } else if kept != nil, !isLost {
      notesFile.forget()
    }
  }
}

/// Those who watch the talk.
///
/// Each gets the newest state whenever it has read what it was sent: who reads slowly misses what is old.
final class TalkStreams {
  private final class Reader {
    let responder: ControlResponder
    /// There is something newer than it has got.
    var owes = false

    init(_ responder: ControlResponder) { self.responder = responder }
  }

  private var readers: [ObjectIdentifier: Reader] = [:]
  private var newest = GetTalkReply()

  /// How many there are.
  var count: Int { readers.count }

  /// Adds a reader, which gets the talk as it is.
  func add(_ responder: ControlResponder, _ reply: GetTalkReply) {
    let key = ObjectIdentifier(responder)
    readers[key] = Reader(responder)
    responder.onGone = { [weak self] in self?.readers[key] = nil }
    newest = reply
    responder.send(reply)
  }

  /// The talk is another than it was.
  func tell(_ reply: GetTalkReply) {
    newest = reply
    // A copy: a reader that is dropped here takes itself out.
    for reader in Array(readers.values) where !reader.owes { send(to: reader) }
  }

  private func send(to reader: Reader) {
    reader.owes = !reader.responder.sendIfTaken(newest)
    guard reader.owes else { return }
    reader.responder.whenTaken { [weak self, weak reader] in
      if let self, let reader { send(to: reader) }
    }
  }
}
