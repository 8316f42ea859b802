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
  /// The transaction whose answer is waited for.
  private var underWay: [SceneChangeInfo] = []
  /// Transactions that go before what the body says next.
  private var waiting: [[SceneChangeInfo]] = []

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
    waiting = []
    schedule()
  }

  /// A session is about to be connected; what it shows is with what is sent next.
  ///
  /// - Returns: What is to be sent before its question is answered, so that its first frame has it.
  func connect(_ session: String, scene: String, on screen: Screen) -> [SceneChangeInfo] {
    ledger.connect(session, scene: scene, on: screen)
    let changes = evaluate()
    let others = changes.filter { $0.session != session }
    if !others.isEmpty { waiting.append(others) }
    schedule()
    return changes.filter { $0.session == session }
  }

  /// The screen of a session is another one, or in another mode; nil: its display has gone.
  func move(_ session: String, to screen: Screen?) {
    ledger.move(session, to: screen)
    if screen != nil { schedule() }
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
    if underWay.count > 1 { waiting = underWay.map { [$0] } + waiting }
    underWay = []
    proceed()
  }

  private func schedule() {
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
    if waiting.isEmpty {
      let changes = evaluate()
      guard !changes.isEmpty else { return }
      waiting.append(changes)
    }
    underWay = waiting.removeFirst()
    send(underWay)
  }

  /// What the body says that the daemon does not know; whatever it read is watched from now on.
  private func evaluate() -> [SceneChangeInfo] {
    withObservationTracking {
      let scenes = scenes()
      return ledger.changes { name, screen in
        // A session may have been made by an earlier version of the app.
        (scenes.first { $0.name == name } ?? scenes.first)?.content(screen)
      }
    } onChange: { [weak self] in
      // Before the change: it is looked at once whoever changes it has returned.
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.schedule() } }
    }
  }
}
