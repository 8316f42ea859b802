package import DisplayTypes

/// The state that must survive the daemon. The whole state is written before the reply to a change.
package nonisolated struct PersistentState: Hashable, Sendable {
  /// The records of displays; the newest comes last.
  package var displays: [DisplayRecord]
  /// All sessions that were not forgotten.
  package var sessions: [SceneSessionRecord]
  package var foregroundApp: String?
  package var support: SupportChoices
  package var apps: [AppRecord]

  /// Ended sessions of absent apps.
  package var discarded: [SceneSessionRecord]

  /// Absent apps for which choices are kept besides sessions, with the first day of absence counted from 1970-01-01.
  package var absentApps: [String: Int]

  /// Those that calls have raised; the newest comes last.
  package var alarms: [AlarmRecord]

  /// The connectors with a display that had an EDID.
  package var connectorsWithEDID: Set<String> { Set(displays.filter(\.hadEDID).map(\.connector)) }

  package init(
    displays: [DisplayRecord] = [], sessions: [SceneSessionRecord] = [], foregroundApp: String? = nil,
    support: SupportChoices = SupportChoices(), apps: [AppRecord] = [], discarded: [SceneSessionRecord] = [],
    absentApps: [String: Int] = [:], alarms: [AlarmRecord] = []
  ) {
    self.displays = displays
    self.sessions = sessions
    self.foregroundApp = foregroundApp
    self.support = support
    self.discarded = discarded
    self.apps = apps
    self.absentApps = absentApps
    self.alarms = alarms
  }
}

/// A registered app as it is stored until its controller returns.
package nonisolated struct AppRecord: Hashable, Sendable {
  package var name: String
  package var manifest: SceneManifest
  package var isFallback: Bool
  /// Whether its scenes are for the main screen only.
  package var isPrivate: Bool
  package var support: ExternalSupport?
  /// The user ID of the program that registered it; nil if unknown.
  package var owner: UInt32?
  /// The picture of its screens until its controller returns.
  package var controllerLoss: ControllerLoss

  package init(
    name: String, manifest: SceneManifest, isFallback: Bool, isPrivate: Bool = false, support: ExternalSupport? = nil,
    owner: UInt32? = nil, controllerLoss: ControllerLoss = .keep
  ) {
    self.name = name
    self.manifest = manifest
    self.isFallback = isFallback
    self.isPrivate = isPrivate
    self.support = support
    self.owner = owner
    self.controllerLoss = controllerLoss
  }
}
