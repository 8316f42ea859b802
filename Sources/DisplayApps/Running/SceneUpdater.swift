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
    let role: String
    /// The name of its scene configuration.
    var scene: String
    /// Nil while its display is not connected.
    var screen: ScreenDescription?
    var phase = ScenePhase.background
    /// The last sent content.
    ///
    /// The inner nil is an empty content, and the outer nil an unknown one.
    var sent: ContentInfo??
    /// The last sent or restored data; nil if it is unknown.
    var data: [String: JSONValue]?
  }

  /// The last reported state of a declared scene.
  private struct SceneReport {
    var screens: [ScreenDescription] = []
    var phase = ScenePhase.background
  }

  private let scenes: () -> [DeclaredScene]
  private let send: ([SceneChangeInfo]) -> Void
  /// The app's sessions in the order of their arrival, so that transactions have an order.
  private var entries: [Entry] = []
  /// By the role and the name of a scene.
  private var reports: [[String]: SceneReport] = [:]
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
  init(scenes: @escaping () -> [DeclaredScene], send: @escaping ([SceneChangeInfo]) -> Void) {
    self.scenes = scenes
    self.send = send
  }

  /// Starts again with the sessions of a daemon, and restores the data of sessions that this process does not know.
  ///
  /// Their contents are unknown.
  func begin(_ sessions: [SessionInfo], data: [String: [String: JSONValue]] = [:], on screens: [ScreenInfo]) {
    let known = Set(entries.map(\.session))
    entries = sessions.map { session in
      let screen = screens.first { $0.name == session.screen }
      return Entry(
        session: session.identifier, role: session.role, scene: session.configuration,
        screen: screen.map { ScreenDescription($0) }, phase: ScenePhase(session.state))
    }
    for entry in entries where !known.contains(entry.session) { restore(data[entry.session], of: entry.session) }
    underWay = []
    alone = []
    // The app gets all screens and phases again.
    reports = [:]
    report()
    scheduleEvaluation()
  }

  /// Returns the changes to send before the answer to the question about a session.
  ///
  /// Then its first frame shows them.
  func connect(
    _ session: String, role: String, scene: String, data: [String: JSONValue]? = nil, activities: [SceneActivity] = [],
    on screen: ScreenDescription
  ) -> [SceneChangeInfo] {
    if let index = index(of: session) {
      entries[index].scene = scene
      entries[index].screen = screen
    } else {
      entries.append(Entry(session: session, role: role, scene: scene, screen: screen))
      restore(data, of: session)
    }
    resume(activities, in: session)
    report()
    // The evaluation for all sessions that follows observes the values.
    scheduleEvaluation()
    return changes(of: session)
  }

  /// Whether the last content of a session was not empty.
  func hasContent(_ session: String) -> Bool { index(of: session).flatMap { entries[$0].sent } != .some(.none) }

  /// Sets another screen or mode of a session; nil if its display was unplugged.
  func move(_ session: String, to screen: ScreenDescription?) {
    if let index = index(of: session) { entries[index].screen = screen }
    report()
    if screen != nil { scheduleEvaluation() }
  }

  func setPhase(_ phase: ScenePhase, of session: String) {
    if let index = index(of: session) { entries[index].phase = phase }
    report()
  }

  func receive(_ inputs: [UserInput], in session: String) {
    guard let index = index(of: session), let action = scene(of: entries[index], in: scenes())?.onInput else { return }
    for input in inputs { action(input) }
  }

  func resume(_ activities: [SceneActivity], in session: String) {
    guard !activities.isEmpty, let index = index(of: session),
      let action = scene(of: entries[index], in: scenes())?.onActivity
    else { return }
    for activity in activities { action(activity) }
  }

  func discard(_ session: String) {
    entries.removeAll { $0.session == session }
    report()
  }

  private func restore(_ data: [String: JSONValue]?, of session: String) {
    guard let data, !data.isEmpty, let index = index(of: session),
      let restore = scene(of: entries[index], in: scenes())?.data?.restore
    else { return }
    entries[index].data = data
    restore(data)
  }

  /// Reports changed screens and phases to the app.
  private func report() {
    for scene in scenes() {
      let own = entries.filter { $0.role == scene.role && $0.scene == scene.name }
      let new = SceneReport(screens: own.compactMap(\.screen), phase: own.map(\.phase).max() ?? .background)
      let key = [scene.role, scene.name]
      let old = reports.updateValue(new, forKey: key) ?? SceneReport()
      if new.screens != old.screens { scene.onScreens?(new.screens) }
      if new.phase != old.phase { scene.onPhase?(new.phase) }
    }
  }

  /// The scene of a session; another one of its role if an earlier version of the app has made the session.
  private func scene(of entry: Entry, in scenes: [DeclaredScene]) -> DeclaredScene? {
    let ofRole = scenes.filter { $0.role == entry.role }
    return ofRole.first { $0.name == entry.scene } ?? ofRole.first
  }

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
      for session in alone {
        guard let index = index(of: session) else { continue }
        entries[index].sent = nil
        entries[index].data = nil
      }
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
  /// Skips sessions whose content and data are the same.
  ///
  /// The changes count as sent even if they are refused, so that the same change is not tried again.
  private func changes(of session: String? = nil) -> [SceneChangeInfo] {
    let scenes = scenes()
    var changes: [SceneChangeInfo] = []
    for index in entries.indices where session == nil || entries[index].session == session {
      let entry = entries[index]
      guard let scene = scene(of: entry, in: scenes) else { continue }
      var change = SceneChangeInfo(session: entry.session)
      if let screen = entry.screen {
        let content = scene.content(screen)
        if entry.sent != .some(content) {
          entries[index].sent = .some(content)
          change.content = content
          change.window = content != nil
        }
      }
      if let data = scene.data?.current(), data != entry.data {
        entries[index].data = data
        change.userInfo = data
      }
      if change != SceneChangeInfo(session: entry.session) { changes.append(change) }
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
