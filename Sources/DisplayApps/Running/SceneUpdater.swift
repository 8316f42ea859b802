internal import ControlProtocol
internal import Dispatch
internal import Observation

/// Keeps the daemon told of what an app's body says: one transaction for all that has changed in a turn of the main queue.
///
/// One transaction is under way at a time. What changes meanwhile is in the next one, as it is by then.
@MainActor
final class SceneUpdater {
  private let scenes: () -> [ExternalDisplay]
  private let send: ([SceneChangeInfo]) -> Void
  private var ledger = SentScenes()
  private var isScheduled = false
  /// Whether the body may say something else than when it was last evaluated for all sessions.
  ///
  /// Only then is it evaluated: a content that is never equal to itself is sent once for each change, not for ever.
  private var isStale = false
  /// Ends the watching of the evaluation before, where nothing that it read has changed.
  private let watch = ObservationTurn()
  /// The transaction whose answer is waited for.
  private var underWay: [SceneChangeInfo] = []
  /// Sessions that are told each by itself before the body is evaluated for all; of what they show, what holds by then.
  private var alone: [String] = []

  /// Makes one that knows of no session.
  ///
  /// - Parameters:
  ///   - scenes: The body's.
  ///   - send: Sends a transaction; ``wasTaken()`` or ``wasRefused()`` follows.
  init(scenes: @escaping () -> [ExternalDisplay], send: @escaping ([SceneChangeInfo]) -> Void) {
    self.scenes = scenes
    self.send = send
  }

  /// Begins anew with a daemon's sessions.
  func begin(_ sessions: [SessionInfo], on screens: [ScreenInfo]) {
    ledger.begin(sessions, on: screens)
    underWay = []
    alone = []
    scheduleEvaluation()
  }

  /// A session is about to be connected.
  ///
  /// - Returns: What is to be sent before its question is answered, so that its first frame has it.
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

  /// A session is no more.
  func discard(_ session: String) { ledger.discard(session) }

  /// The transaction was made.
  func wasTaken() {
    underWay = []
    proceed()
  }

  /// The transaction was refused, and changed nothing: where it is of several sessions, each gets one of its own.
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

  /// Sends what is next, unless an answer is waited for.
  private func proceed() {
    guard underWay.isEmpty else { return }
    while underWay.isEmpty, !alone.isEmpty { underWay = changes(of: alone.removeFirst()) }
    if underWay.isEmpty, isStale {
      isStale = false
      underWay = watchedChanges()
    }
    if !underWay.isEmpty { send(underWay) }
  }

  /// What the body says that the daemon does not know; whatever it read is watched from now on.
  private func watchedChanges() -> [SceneChangeInfo] {
    let turn = watch.next()
    return withObservationTracking {
      watch.read()
      return changes()
    } onChange: { [weak self] in
      // Before the change: it is looked at once whoever changes it has returned.
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          guard let self, self.watch.turn == turn else { return }
          self.scheduleEvaluation()
        }
      }
    }
  }

  /// What the body says of one session, or of all, that the daemon does not know.
  private func changes(of session: String? = nil) -> [SceneChangeInfo] {
    let scenes = scenes()
    return ledger.changes(of: session) { name, screen in
      // A session may have been made by an earlier version of the app.
      (scenes.first { $0.name == name } ?? scenes.first)?.content(screen)
    }
  }
}

/// The app's sessions: which scene each is, on which screen, and what the daemon was last told to show there.
struct SentScenes {
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
    var screen: ScreenDescription?
    var told: Shown?
  }

  /// In the order in which they came, so that what is sent has an order too.
  private var entries: [Entry] = []

  /// Begins anew with the sessions that the daemon knows; what they show is not known.
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
/// Each reads it, and the next one changes it: so the observations of one end before those of the next begin, also where
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
