internal import DisplayTypes

/// All sessions: found again by display identity, app and role.
///
/// Looking for one makes none: that is for whoever is about to connect a scene.
final class SessionStore {
  private(set) var sessions: [SceneSession]
  private let makeIdentifier: () -> String
  /// A box behind a TV has a handful; a test rig that makes up serial numbers must not fill the disk.
  static let capacity = 256

  init(_ records: [SessionRecord], makeIdentifier: @escaping () -> String) {
    self.makeIdentifier = makeIdentifier
    sessions = records.map { record in
      SceneSession(
        identifier: record.identifier, app: record.app, role: record.role,
        configuration: SceneConfiguration(
          name: record.configuration,
          // What its app chose to be private stays so before it is connected again.
          isPrivate: record.answer?.name == record.configuration && record.answer?.isPrivate == true),
        identity: record.identity,
        connector: record.connector, chosenContent: record.chosenContent, userInfo: record.userInfo,
        activity: record.activity, frame: record.frame, manifestVersion: record.manifestVersion,
        attachesWindow: record.attachesWindow, lastAnswer: record.answer)
    }
  }

  /// The session of an app for a display; nil where it has none yet.
  ///
  /// `taken` are connectors on which equal displays are connected, or are remembered to have been.
  ///
  /// Equal displays on two connectors: the connector decides, and each keeps its own. One that moved to another connector takes
  /// its session along, unless an equal display belongs where it was.
  func find(
    app: String, role: SceneRole, identity: DisplayIdentity, connector: String, taken: Set<String>
  ) -> SceneSession? {
    let own = sessions.filter { $0.app == app && $0.role == role && $0.identity == identity }
    if let same = own.last(where: { $0.connector == connector }) { return same }
    guard !identity.isUnknown else { return nil }
    return own.last { $0.scene == nil && !taken.contains($0.connector) }
  }

  /// Whether a session has to go before another is made.
  var isFull: Bool { sessions.count >= SessionStore.capacity }

  /// Makes a session.
  func make(
    app: String, role: SceneRole, configuration: SceneConfiguration, identity: DisplayIdentity, connector: String
  ) -> SceneSession {
    let session = SceneSession(
      identifier: makeIdentifier(), app: app, role: role, configuration: configuration, identity: identity,
      connector: connector)
    sessions.append(session)
    return session
  }

  /// The session of that identifier; nil where there is none.
  func session(_ identifier: String) -> SceneSession? {
    sessions.first { $0.identifier == identifier }
  }

  /// Those that a filter names, in the order in which they were made.
  func sessions(_ filter: SessionFilter) -> [SceneSession] {
    sessions.filter(filter.admits)
  }

  /// Forgets a session; its scene has ended already.
  func destroy(_ session: SceneSession) {
    sessions.removeAll { $0 === session }
  }

  /// As they are kept.
  var records: [SessionRecord] { records(of: sessions) }

  /// Some of them, or some that were forgotten, as they are kept.
  func records(of sessions: [SceneSession]) -> [SessionRecord] {
    sessions.map {
      SessionRecord(
        identifier: $0.identifier, app: $0.app, role: $0.role, configuration: $0.configuration.name,
        identity: $0.identity, connector: $0.connector, chosenContent: $0.chosenContent, userInfo: $0.userInfo,
        activity: $0.activity, frame: $0.frame,
        manifestVersion: $0.manifestVersion, attachesWindow: $0.attachesWindow, answer: $0.lastAnswer)
    }
  }
}
