internal import ControlProtocol
internal import Dispatch
internal import Observation

/// Keeps the daemon told of what an app's body says: one transaction for all that has changed in a turn of the main queue.
///
/// One transaction is under way at a time. What changes meanwhile is in the next one, as it is by then.
@MainActor
final class SceneTeller {
  private let scenes: () -> [ExternalDisplay]
  private let send: ([SceneChangeInfo]) -> Void
  private var ledger = SceneLedger()
  private var isScheduled = false
  /// Whether the body may say something else than when it was last evaluated for all sessions.
  ///
  /// Only then is it evaluated: a content that is never equal to itself is sent once for each change, not for ever.
  private var isStale = false
  /// Ends the watching of the evaluation before, where nothing that it read has changed.
  private let watch = Watch()
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
  func connect(_ session: String, scene: String, on screen: Screen) -> [SceneChangeInfo] {
    ledger.connect(session, scene: scene, on: screen)
    // It is not watched here: the evaluation for all sessions that follows does that.
    scheduleEvaluation()
    return changes(of: session)
  }

  /// The screen of a session is another one, or in another mode; nil: its display has gone.
  func move(_ session: String, to screen: Screen?) {
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
