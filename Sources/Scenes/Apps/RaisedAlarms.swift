package import ContentModel

/// An alarm that a call has raised; kept until a call clears it, or until its time is over.
package nonisolated struct AlarmRecord: Hashable, Sendable {
  package var name: String
  package var content: ContentDescription
  /// The names of its screens; nil for all.
  package var screens: [String]?
  package var until: WallTime?
  /// Whether its content may use files in the media folder only.
  package var isConfined: Bool
  /// The user who raised it; nil if that is not known.
  package var user: String?

  package init(
    name: String, content: ContentDescription, screens: [String]? = nil, until: WallTime? = nil,
    isConfined: Bool = false, user: String? = nil
  ) {
    self.name = name
    self.content = content
    self.screens = screens
    self.until = until
    self.isConfined = isConfined
    self.user = user
  }

  /// No other app can have this name (`NameRule`).
  package var appName: String { Self.prefix + name }

  private static let prefix = "alarm:"

  /// The name of the alarm that an app of this name shows; nil for another app.
  package static func name(ofApp app: String) -> String? {
    app.hasPrefix(prefix) ? String(app.dropFirst(prefix.count)) : nil
  }

  func covers(_ screen: String) -> Bool { screens?.contains(screen) ?? true }

  func isOver(at time: WallTime) -> Bool { until.map { $0 <= time } ?? false }
}

/// An alarm, and the daemon's own app that shows it.
struct RaisedAlarm {
  let record: AlarmRecord
  let app: App

  init(_ record: AlarmRecord, _ makeDelegate: @escaping () -> any SceneDelegate) {
    self.record = record
    let scene = SceneConfiguration(name: "alarm", content: record.content)
    app = App(
      name: record.appName, manifest: SceneManifest(configurations: [.externalDisplayNonInteractive: [scene]]),
      isAlarm: true, makeDelegate: makeDelegate)
  }
}

/// The alarms that calls have raised, and those of the configuration. Of the raised alarms for a screen the newest covers everything there.
package final class RaisedAlarms {
  private unowned let system: SceneSystem
  /// The newest comes last.
  private(set) var raised: [RaisedAlarm] = [] { didSet { system.model.alarmApps = raised.map(\.app) } }

  /// The most alarms at a time.
  static let capacity = 16

  init(_ system: SceneSystem) { self.system = system }

  package var records: [AlarmRecord] { raised.map(\.record) }

  /// The next end of an alarm.
  package var nextEnd: WallTime? { records.compactMap(\.until).min() }

  /// The names of the apps without those of raised alarms.
  var otherApps: [String] { system.apps.map(\.name).filter { name in !raised.contains { $0.app.name == name } } }

  /// The newest raised alarm that covers a screen.
  package func newest(on screen: String) -> AlarmRecord? { records.last { $0.covers(screen) } }

  /// Raises an alarm, which is the newest then; an alarm of the same name is replaced. Its screens are connected, or were once. The
  /// completion gets the outcome on each connected one, by its name.
  package func raise(
    _ record: AlarmRecord, makeDelegate: @escaping () -> any SceneDelegate,
    completion: @escaping (ScreenOutcomes) -> Void
  ) throws(SceneError) {
    let known = system.screens.map(\.name) + system.model.memory.records.map(\.connector)
    if let name = record.screens?.first(where: { !known.contains($0) }) {
      throw .noSuchScreen(name, near: system.screens.map(\.name))
    }
    let former = raised.first { $0.record.name == record.name }?.record
    guard former != nil || records.count < Self.capacity else {
      throw .notNow("\(Self.capacity) alarms are raised already", hint: "\"marqueectl alarm clear NAME\" makes room")
    }
    var record = record
    record.screens = record.screens.map { screens in
      screens.indices.filter { !screens[..<$0].contains(screens[$0]) }.map { screens[$0] }
    }
    system.pass.input {
      raised.removeAll { $0.record.name == record.name }
      raised.append(RaisedAlarm(record, makeDelegate))
      for coordinator in system.coordinators { coordinator.screenScenes.appDidChange(record.appName) }
      for coordinator in screens(of: [record]) { coordinator.endTrial() }
      system.post(.alarmDidRaise(name: record.name))
      system.reconsider(screens(of: [record, former].compactMap(\.self)), completion: completion)
    }
  }

  /// Clears an alarm, or all: their screens show the pictures that are due then.
  package func clear(_ name: String?, completion: @escaping (ScreenOutcomes) -> Void) throws(SceneError) {
    let ended = records.filter { $0.name == name ?? $0.name }
    if let name, ended.isEmpty {
      throw .notNow("no alarm \(name) is raised", hint: "\"marqueectl alarm list\" lists the raised alarms")
    }
    end(ended, completion: completion)
  }

  /// Clears the alarms whose time is over.
  package func clearOver(at time: WallTime) { end(records.filter { $0.isOver(at: time) }) { _ in } }

  private func end(_ ended: [AlarmRecord], completion: @escaping (ScreenOutcomes) -> Void) {
    guard !ended.isEmpty else { return completion([]) }
    system.pass.input {
      raised.removeAll { ended.contains($0.record) }
      system.reconsider(screens(of: ended), completion: completion)
      for record in ended {
        system.forgetOwnApp(record.appName)
        system.post(.alarmDidClear(name: record.name))
      }
    }
  }

  /// Takes in the alarms of an earlier process.
  package func restore(_ kept: [AlarmRecord], makeDelegate: (AlarmRecord) -> () -> any SceneDelegate) {
    raised = kept.suffix(Self.capacity).map { RaisedAlarm($0, makeDelegate($0)) }
  }

  /// Throws for an alarm: its scene and content cannot be changed.
  func refuse(_ name: String) throws(SceneError) {
    try refuseRaised(name)
    guard system.app(name)?.isAlarm == true else { return }
    throw .notNow(
      "\(name) is an alarm of the configuration file, and no call can hide or change it: remove it from the file, and reload"
    )
  }

  /// Restores the content of the file in the scene of each alarm.
  func restoreConfigured() {
    for session in system.sessions where system.app(session.app)?.isAlarm == true && session.hidesAlarm {
      session.attachesWindow = nil
      session.chosen = nil
      session.passing.temporary = nil
      guard let scene = session.scene else { continue }
      system.pass.notify { scene.delegate.sessionDidChange(of: scene) }
    }
  }

  /// Throws for an alarm that a call has raised: its app cannot be touched.
  func refuseRaised(_ app: String) throws(SceneError) {
    guard let alarm = records.first(where: { $0.appName == app }) else { return }
    throw .notNow(
      "\(app) is a raised alarm, and no call can hide or change it",
      hint: "\"marqueectl alarm clear \(alarm.name)\" ends it")
  }

  private func screens(of records: [AlarmRecord]) -> [ScreenCoordinator] {
    system.coordinators.filter { coordinator in
      coordinator.screen.map { screen in records.contains { $0.covers(screen.name) } } ?? false
    }
  }
}

extension SceneSystem {
  /// Ends the scenes of an app of the daemon's own, and forgets its sessions.
  func forgetOwnApp(_ name: String) {
    for coordinator in coordinators { coordinator.screenScenes.appDidChange(name) }
    for session in store.sessions where session.app == name && session.scene == nil { store.destroy(session) }
  }
}
