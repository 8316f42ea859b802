import Configuration
import ControlProtocol
import DisplayTypes
import Scenes

/// What a screen would show, and how.
struct ScreenOutlook {
  /// The scene on it.
  struct Scene: Equatable {
    var app: String
    var configuration: String
    /// What the file has it show; nil where it was chosen at run time, or is an app's.
    var content: ContentDescription?

    init(_ session: SceneSession, _ configuration: Configuration) {
      app = session.app
      self.configuration = session.configuration.name
      guard session.chosenContent == nil else { return }
      content =
        configuration.app(named: session.app)?.configurations(for: session.role.rawValue)?
        .first { $0.name.value == session.configuration.name }?.content?.value
    }
  }

  var record: DecisionRecord
  var mode: String?
  var scene: Scene?
  var wasSet: Bool

  /// What is another than before, each as a sentence.
  func changes(from old: ScreenOutlook) -> [String] {
    var changes: [String] = []
    func note(_ what: String, _ before: String?, _ now: String?) {
      if before != now { changes.append("\(what): \(now ?? "none") instead of \(before ?? "none")") }
    }
    note("mode", old.mode ?? "dark", mode ?? "dark")
    if wasSet, old.mode == mode { changes.append("mode: \(mode ?? "dark") is set again") }
    for setting in record.settings {
      note(setting.name, old.record.settings.first { $0.name == setting.name }?.value, setting.value)
    }
    note("shows", old.record.shows, record.shows)
    note(
      "scene", old.scene.map { "\($0.configuration) of \($0.app)" }, scene.map { "\($0.configuration) of \($0.app)" })
    if let scene, let before = old.scene, scene.app == before.app, scene.configuration == before.configuration,
      scene.content != before.content
    {
      changes.append("content: \(scene.configuration) of \(scene.app) shows something else")
    }
    return changes
  }
}
