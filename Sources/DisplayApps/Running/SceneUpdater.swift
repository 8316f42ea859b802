internal import ControlProtocol
internal import Dispatch
internal import Observation

/// Sends the changes of an app's body to the daemon.
///
/// All changes in a turn of the main queue are one transaction.
///
/// One transaction runs at a time. Changes during a transaction are in the next one.
@MainActor
final class SceneUpdater {
  private struct Entry {
    let session: String
    /// The name of its scene configuration.
    var scene: String
    /// Nil while its display is not connected.
    var screen: ScreenDescription?
    /// The last sent content.
    ///
    /// The inner nil is an empty content, and the outer nil an unknown one.
    var sent: ContentInfo??
  }

  private let scenes: () -> [ExternalDisplay]
  private let send: ([SceneChangeInfo]) -> Void
  /// The app's sessions in the order of their arrival, so that transactions have an order.
  private var entries: [Entry] = []
  private var isScheduled = false
  /// Whether the body may have changed since its last evaluation for all sessions.
  ///
  /// The body is evaluated only if this is true. So a content that is never equal to itself is sent once for each change.
  private var isStale = false
  /// Ends the observation of the last evaluation.
  private let watch = ObservationTurn()
  /// The changes of the transaction that has no reply yet.
  private var underWay: [SceneChangeInfo] = []
  /// Sessions that get their own transactions before the body is evaluated for all, with their current contents.
  private var alone: [String] = []

  /// After each `send`, call ``wasTaken()`` or ``wasRefused()``.
  init(scenes: @escaping () -> [ExternalDisplay], send: @escaping ([SceneChangeInfo]) -> Void) {
    self.scenes = scenes
    self.send = send
  }

  /// Starts again with the sessions of a daemon.
  ///
  /// Their contents are unknown.
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

  /// Returns the changes to send before the answer to the question about a session.
  ///
  /// Then its first frame shows them.
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

  /// Sets another screen or mode of a session; nil if its display was unplugged.
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

  /// Gives each session of a refused transaction its own transaction.
  ///
  /// The refused transaction changed nothing.
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

  /// Returns the changes of all sessions.
  ///
  /// From now on it observes the values that the body reads.
  private func watchedChanges() -> [SceneChangeInfo] {
    let turn = watch.next()
    return withObservationTracking {
      watch.read()
      return changes()
    } onChange: { [weak self] in
      // The observation fires before the change, so evaluate after the caller has returned.
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          guard let self, self.watch.turn == turn else { return }
          self.scheduleEvaluation()
        }
      }
    }
  }

  /// Returns the changes of one session, or of all sessions.
  ///
  /// Skips sessions whose content is the same.
  ///
  /// The changes count as sent even if they are refused, so that the same change is not tried again.
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
/// Each evaluation reads the count. The next one changes it, which ends the observation of the previous one.
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
