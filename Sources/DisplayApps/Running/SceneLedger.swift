internal import ControlProtocol

/// The app's sessions: which scene each is, on which screen, and what the daemon was last told to show there.
struct SceneLedger {
  /// What a session shows.
  enum Shown: Hashable {
    case nothing
    case content(ContentInfo)

    init(_ content: ContentInfo?) { self = content.map { .content($0) } ?? .nothing }
  }

  /// A session whose display is there.
  private struct Entry {
    let session: String
    /// The name of its scene configuration.
    var scene: String
    var screen: Screen?
    var told: Shown?
  }

  /// In the order in which they came, so that what is sent has an order too.
  private var entries: [Entry] = []

  /// Begins anew with the sessions that the daemon knows; what they show is not known.
  mutating func begin(_ sessions: [SessionInfo], on screens: [ScreenInfo]) {
    entries = sessions.filter { $0.role == ExternalDisplay.role }.map { session in
      let screen = screens.first { $0.name == session.screen }
      return Entry(session: session.identifier, scene: session.configuration, screen: screen.map { Screen($0) })
    }
  }

  /// A session is about to be connected.
  mutating func connect(_ session: String, scene: String, on screen: Screen) {
    if let index = entries.firstIndex(where: { $0.session == session }) {
      entries[index].scene = scene
      entries[index].screen = screen
    } else {
      entries.append(Entry(session: session, scene: scene, screen: screen))
    }
  }

  /// The screen of a session is another one, or in another mode; nil: its display has gone.
  mutating func move(_ session: String, to screen: Screen?) {
    guard let index = entries.firstIndex(where: { $0.session == session }) else { return }
    entries[index].screen = screen
  }

  /// A session is no more.
  mutating func discard(_ session: String) { entries.removeAll { $0.session == session } }

  /// What a session shows is not known any more.
  mutating func forget(_ session: String) {
    guard let index = entries.firstIndex(where: { $0.session == session }) else { return }
    entries[index].told = nil
  }

  /// What the daemon has yet to be told, for the contents that hold now: nothing of a session whose content is what it was.
  ///
  /// It counts as told from then on, also where it is refused: the same is not tried again.
  ///
  /// - Parameters:
  ///   - session: The only one that is looked at; nil for all.
  ///   - content: What a scene shows on a screen, by the scene's name.
  mutating func changes(
    of session: String? = nil, for content: (String, Screen) -> ContentInfo?
  ) -> [SceneChangeInfo] {
    var changes: [SceneChangeInfo] = []
    for index in entries.indices where session == nil || entries[index].session == session {
      guard let screen = entries[index].screen else { continue }
      let shown = Shown(content(entries[index].scene, screen))
      guard shown != entries[index].told else { continue }
      entries[index].told = shown
      let session = entries[index].session
      switch shown {
      case .nothing: changes.append(SceneChangeInfo(session: session, window: false))
      case .content(let info): changes.append(SceneChangeInfo(session: session, content: info, window: true))
      }
    }
    return changes
  }
}
