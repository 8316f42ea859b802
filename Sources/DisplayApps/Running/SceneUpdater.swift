internal import ControlProtocol
internal import Dispatch
internal import Observation

/// Sends the daemon the changes of an app's body: one transaction for all changes in a turn of the main queue.
///
/// One transaction runs at a time. Changes during it are in the next one.
@MainActor
final class SceneUpdater {
  private let scenes: () -> [ExternalDisplay]
  private let send: ([SceneChangeInfo]) -> Void
  private var ledger = SentScenes()
  private var isScheduled = false
  /// Whether the body may have changed since its last evaluation for all sessions.
  ///
  /// It is evaluated only then, so that a content that is never equal to itself is sent once for each change.
  private var isStale = false
  /// Ends the observation of the last evaluation if no value has changed.
  private let watch = ObservationTurn()
  /// The transaction without a reply yet.
  private var underWay: [SceneChangeInfo] = []
  /// Sessions that get their own transactions before the body is evaluated for all, with their current contents.
  private var alone: [String] = []

  /// Makes an updater without sessions.
  ///
  /// - Parameters:
  ///   - scenes: The scenes of the body.
  ///   - send: Sends a transaction; ``wasTaken()`` or ``wasRefused()`` follows.
  init(scenes: @escaping () -> [ExternalDisplay], send: @escaping ([SceneChangeInfo]) -> Void) {
    self.scenes = scenes
    self.send = send
  }

  /// Starts again with a daemon's sessions.
  func begin(_ sessions: [SessionInfo], on screens: [ScreenInfo]) {
    ledger.begin(sessions, on: screens)
    underWay = []
    alone = []
    scheduleEvaluation()
  }

  /// A session is about to be connected.
  ///
  /// - Returns: The change to send before the answer to its question, so that its first frame shows it.
  func connect(_ session: String, scene: String, on screen: ScreenDescription) -> [SceneChangeInfo] {
    ledger.connect(session, scene: scene, on: screen)
    // It is not watched here: the evaluation for all sessions that follows does that.
    scheduleEvaluation()
    return changes(of: session)
  }

  /// The screen of a session is another one, or in another mode; nil: its display has gone.
  func move(_ session: String, to screen: ScreenDescription?) {
    ledger.move(session, to: screen)
    if screen != nil { scheduleEvaluation() }
  }

  /// A session has ended.
  func discard(_ session: String) { ledger.discard(session) }

  /// The transaction was made.
  func wasTaken() {
    underWay = []
    proceed()
  }

  /// The transaction was refused and changed nothing; each of its sessions gets its own transaction.
  func wasRefused() {
    if underWay.count > 1 {
      alone = underWay.map(\.session)
      for session in alone { ledger.forget(session) }
    }
    underWay = []
    proceed()
  }

  private func scheduleEvaluation() {
    isStale = true
    guard !isScheduled else { return }
    isScheduled = true
    DispatchQueue.main.async {
      MainActor.assumeIsolated {
        self.isScheduled = false
        self.proceed()
      }
    }
  }

  /// Sends the next transaction if none runs.
  private func proceed() {
    guard underWay.isEmpty else { return }
    while underWay.isEmpty, !alone.isEmpty { underWay = changes(of: alone.removeFirst()) }
    if underWay.isEmpty, isStale {
      isStale = false
      underWay = watchedChanges()
    }
    if !underWay.isEmpty { send(underWay) }
  }

  /// The changes for the daemon.
  ///
  /// All values that the body reads are observed from now on.
  private func watchedChanges() -> [SceneChangeInfo] {
    let turn = watch.next()
    return withObservationTracking {
      watch.read()
      return changes()
    } onChange: { [weak self] in
      // The observation fires before the change, so the evaluation follows after the caller has returned.
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          guard let self, self.watch.turn == turn else { return }
          self.scheduleEvaluation()
        }
      }
    }
  }

  /// The changes of one session, or of all.
  private func changes(of session: String? = nil) -> [SceneChangeInfo] {
    let scenes = scenes()
    return ledger.changes(of: session) { name, screen in
      // A session may have been made by an earlier version of the app.
      (scenes.first { $0.name == name } ?? scenes.first)?.content(screen)
    }
  }
}

/// The app's sessions: the scene, the screen, and the last sent content of each.
struct SentScenes {
  /// The content of a session.
  enum Shown: Hashable {
    case nothing
    case content(ContentInfo)

    init(_ content: ContentInfo?) { self = content.map { .content($0) } ?? .nothing }
  }

  /// A session with a connected display.
  private struct Entry {
    let session: String
    /// The name of its scene configuration.
    var scene: String
    var screen: ScreenDescription?
    var told: Shown?
  }

  /// In the order of their arrival, so that transactions have an order.
  private var entries: [Entry] = []

  /// Starts again with the daemon's sessions, whose contents are unknown.
  mutating func begin(_ sessions: [SessionInfo], on screens: [ScreenInfo]) {
    entries = sessions.filter { $0.role == ExternalDisplay.role }.map { session in
      let screen = screens.first { $0.name == session.screen }
      return Entry(
        session: session.identifier, scene: session.configuration, screen: screen.map { ScreenDescription($0) })
    }
  }

  /// A session is about to be connected.
  mutating func connect(_ session: String, scene: String, on screen: ScreenDescription) {
    if let index = entries.firstIndex(where: { $0.session == session }) {
      entries[index].scene = scene
      entries[index].screen = screen
    } else {
      entries.append(Entry(session: session, scene: scene, screen: screen))
    }
  }

  /// The screen of a session is another one, or in another mode; nil: its display has gone.
  mutating func move(_ session: String, to screen: ScreenDescription?) {
    guard let index = entries.firstIndex(where: { $0.session == session }) else { return }
    entries[index].screen = screen
  }

  /// A session has ended.
  mutating func discard(_ session: String) { entries.removeAll { $0.session == session } }

  /// The content of a session is unknown now.
  mutating func forget(_ session: String) {
    guard let index = entries.firstIndex(where: { $0.session == session }) else { return }
    entries[index].told = nil
  }

  /// The changes for the current contents.
  ///
  /// A session with an unchanged content has none.
  ///
  /// They count as sent from then on, even if they are refused, so that the same change is not tried again.
  ///
  /// - Parameters:
  ///   - session: The only session to check; nil for all.
  ///   - content: The content of a scene on a screen, by the scene's name.
  mutating func changes(
    of session: String? = nil, for content: (String, ScreenDescription) -> ContentInfo?
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

/// Counts the evaluations that are watched.
///
/// Each reads it, and the next one changes it: so the observations of one end before those of the next begin, also if
/// nothing else has changed, as when a display is plugged in.
@MainActor @Observable
final class ObservationTurn {
  /// Which evaluation it is.
  private(set) var turn = 0

  /// Reads it, so that its change ends the observations.
  func read() { _ = turn }

  /// Ends the observations of the evaluation before.
  ///
  /// - Returns: Which evaluation begins.
  func next() -> Int {
    turn &+= 1
    return turn
  }
}
