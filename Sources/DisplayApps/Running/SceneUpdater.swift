internal import ControlProtocol
internal import Dispatch
internal import Observation

/// Sends the daemon the changes of an app's body: one transaction for all changes in a turn of the main queue.
///
/// One transaction runs at a time. Changes during it are in the next one.
@MainActor
final class SceneUpdater {
  private struct Entry {
    let session: String
    /// The name of its scene configuration.
    var scene: String
    /// Nil while its display is not connected.
    var screen: ScreenDescription?
    /// The last sent content, or that there was none; nil if it is unknown.
    var sent: ContentInfo??
  }

  private let scenes: () -> [ExternalDisplay]
  private let send: ([SceneChangeInfo]) -> Void
  /// The app's sessions in the order of their arrival, so that transactions have an order.
  private var entries: [Entry] = []
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

  /// After each `send`, ``wasTaken()`` or ``wasRefused()`` has to be called.
  init(scenes: @escaping () -> [ExternalDisplay], send: @escaping ([SceneChangeInfo]) -> Void) {
    self.scenes = scenes
    self.send = send
  }

  /// Starts again with a daemon's sessions, whose contents are unknown.
  func begin(_ sessions: [SessionInfo], on screens: [ScreenInfo]) {
    entries = sessions.filter { $0.role == ExternalDisplay.role }.map { session in
      let screen = screens.first { $0.name == session.screen }
      return Entry(
        session: session.identifier, scene: session.configuration, screen: screen.map { ScreenDescription($0) })
    }
    underWay = []
    alone = []
    scheduleEvaluation()
  }

  /// Returns the changes to send before the answer to the question about a session, so that its first frame shows them.
  func connect(_ session: String, scene: String, on screen: ScreenDescription) -> [SceneChangeInfo] {
    if let index = index(of: session) {
      entries[index].scene = scene
      entries[index].screen = screen
    } else {
      entries.append(Entry(session: session, scene: scene, screen: screen))
    }
    // The evaluation for all sessions that follows observes the values.
    scheduleEvaluation()
    return changes(of: session)
  }

  /// Takes another screen or mode of a session; nil if its display has gone.
  func move(_ session: String, to screen: ScreenDescription?) {
    if let index = index(of: session) { entries[index].screen = screen }
    if screen != nil { scheduleEvaluation() }
  }

  func discard(_ session: String) { entries.removeAll { $0.session == session } }

  private func index(of session: String) -> Int? { entries.firstIndex { $0.session == session } }

  func wasTaken() {
    underWay = []
    proceed()
  }

  /// Gives each session of a refused transaction, which changed nothing, its own transaction.
  func wasRefused() {
    if underWay.count > 1 {
      alone = underWay.map(\.session)
      for session in alone { if let index = index(of: session) { entries[index].sent = nil } }
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

  /// The changes of all sessions; the values that the body reads are observed from now on.
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

  /// The changes of one session, or of all, without those whose content is the same.
  ///
  /// They count as sent, even if they are refused, so that the same change is not tried again.
  private func changes(of session: String? = nil) -> [SceneChangeInfo] {
    let scenes = scenes()
    var changes: [SceneChangeInfo] = []
    for index in entries.indices where session == nil || entries[index].session == session {
      let entry = entries[index]
      guard let screen = entry.screen else { continue }
      // An earlier version of the app may have made the session.
      let content = (scenes.first { $0.name == entry.scene } ?? scenes.first)?.content(screen)
      guard entry.sent != .some(content) else { continue }
      entries[index].sent = .some(content)
      changes.append(SceneChangeInfo(session: entry.session, content: content, window: content != nil))
    }
    return changes
  }
}

/// Counts the observed evaluations.
///
/// Each one reads the count and the next one changes it, which ends the observations of the previous one if no value has changed.
@MainActor @Observable
final class ObservationTurn {
  private(set) var turn = 0

  func read() { _ = turn }

  /// Ends the observations of the previous evaluation, and returns the number of the next.
  func next() -> Int {
    turn &+= 1
    return turn
  }
}
