import Content
import ControlProtocol
import ControlServer
import DisplayTypes
import Presentation
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
  /// What there is to say of the last change that nobody asked for, until something is done.
  var remark: String?
  /// The screens as they were told last.
  var toldScreens: [TalkScreenInfo] = []
  /// Ends what is shown for a time.
  var timer: (any DisplayTimer)?
  /// Looks at the screens once what happens at a time has happened.
  var screensTimer: (any DisplayTimer)?

  /// - Parameter directory: where the daemon keeps its state.
  init(directory: String, clock: any DisplayClock) {
    streams = TalkStreams(clock: clock)
    file = TalkFile("talk.json", in: directory, clock: clock)
  }
}
