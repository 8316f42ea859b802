internal import DisplayTypes

/// What is configured, what was chosen at run time, and what is remembered.
struct SceneModel {
  var policy: ScreenPolicy
  var registry: AppRegistry
  /// The daemon's own app in front of all others; nil while there is none.
  var front: FrontApp?
  /// The app put in the foreground of all screens at run time.
  var chosenForegroundApp: String?
  /// What was said of external displays at run time.
  var support: SupportChoices
  var memory: DisplayMemory
  /// Apps that are away, and of which something is kept besides sessions.
  var absent: AbsentApps
  /// Sessions that are no more, of apps that were not there to hear of it.
  var untold: [SceneSessionRecord]

  init(policy: ScreenPolicy, apps: [App], kept state: PersistentState) {
    self.policy = policy
    registry = AppRegistry(configured: apps)
    chosenForegroundApp = state.foregroundApp
    support = state.support
    untold = state.discarded
    absent = AbsentApps(state.absentApps)
    memory = DisplayMemory(state.displays)
  }

  /// All that is kept, with these sessions.
  func state(_ sessions: [SceneSessionRecord]) -> PersistentState {
    PersistentState(
      displays: memory.records, sessions: sessions, foregroundApp: chosenForegroundApp,
      support: support, apps: registry.records, discarded: untold, absentApps: absent.days)
  }
}
