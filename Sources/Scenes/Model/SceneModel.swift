internal import DisplayTypes

/// The configuration, the run-time choices, and the memory.
struct SceneModel {
  var policy: ScreenPolicy
  var registry: AppRegistry
  var front: FrontApp? { didSet { setOwnApps() } }
  /// The newest comes last.
  var alarms: [RaisedAlarm] = [] { didSet { setOwnApps() } }
  var chosenForegroundApp: String?
  var support: SupportChoices
  var memory: DisplayMemory
  var absent: AbsentApps

  init(policy: ScreenPolicy, apps: [App], kept state: PersistentState) {
    self.policy = policy
    registry = AppRegistry(configured: apps)
    chosenForegroundApp = state.foregroundApp
    support = state.support
    absent = AbsentApps(state.absentApps)
    memory = DisplayMemory(state.displays)
  }

  func state(_ sessions: [SceneSessionRecord], discarded: [SceneSessionRecord]) -> PersistentState {
    PersistentState(
      displays: memory.records, sessions: sessions, foregroundApp: chosenForegroundApp,
      support: support, apps: registry.records, discarded: discarded, absentApps: absent.days,
      alarms: alarms.map(\.record))
  }

  private mutating func setOwnApps() { registry.own = alarms.map(\.app) + [front?.app].compactMap(\.self) }
}
