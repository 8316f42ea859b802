internal import DisplayTypes

/// The configuration, the run-time choices, and the memory.
struct SceneModel {
  var policy: ScreenPolicy
  var registry: AppRegistry
  var front: FrontApp? { didSet { setOwnApps() } }
  /// The daemon's own apps that show raised alarms; the newest comes last.
  var alarmApps: [App] = [] { didSet { setOwnApps() } }
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

  func state(
    _ sessions: [SceneSessionRecord], discarded: [SceneSessionRecord], alarms: [AlarmRecord]
  ) -> PersistentState {
    PersistentState(
      displays: memory.records, sessions: sessions, foregroundApp: chosenForegroundApp,
      support: support, apps: registry.records, discarded: discarded, absentApps: absent.days,
      alarms: alarms)
  }

  private mutating func setOwnApps() { registry.own = alarmApps + [front?.app].compactMap(\.self) }
}
