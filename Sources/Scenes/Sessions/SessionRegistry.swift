internal import DisplayTypes

/// All sessions: found again by display identity, app and role.
final class SessionRegistry {
  private(set) var sessions: [SceneSession]
  private let makeIdentifier: () -> String
  static let capacity = 256

  init(_ records: [SessionRecord], makeIdentifier: @escaping () -> String) {
    self.makeIdentifier = makeIdentifier
    sessions = records.map { record in
      SceneSession(
        identifier: record.identifier, app: record.app, role: record.role,
        configuration: SceneConfiguration(name: record.configuration), identity: record.identity,
        connector: record.connector, chosenContent: record.chosenContent)
    }
  }

  /// The session of an app for a display, found or made.
  ///
  /// `taken` are connectors on which displays are connected now.
  ///
  /// Equal displays on two connectors: the connector decides, and each keeps its own. One that moved to another connector takes
  /// its session along, unless an equal display is connected where it was.
  func session(
    app: String, role: SceneRole, configuration: SceneConfiguration, identity: DisplayIdentity, connector: String,
    taken: Set<String>
  ) -> SceneSession {
    let own = sessions.filter { $0.app == app && $0.role == role && $0.identity == identity }
    let found =
      own.last { $0.connector == connector }
      ?? (identity.isUnknown ? nil : own.last { $0.scene == nil && !taken.contains($0.connector) })
    let session =
      found
      ?? SceneSession(
        identifier: makeIdentifier(), app: app, role: role, configuration: configuration, identity: identity,
        connector: connector)
    if found == nil {
      sessions.append(session)
      // A box behind a TV has a handful; a test rig that makes up serial numbers must not fill the disk.
      if sessions.count > SessionRegistry.capacity, let oldest = sessions.firstIndex(where: { $0.scene == nil }),
        sessions[oldest] !== session
      {
        sessions.remove(at: oldest)
      }
    }
    session.configuration = configuration
    session.connector = connector
    return session
  }

  /// As they are kept.
  var records: [SessionRecord] {
    sessions.map {
      SessionRecord(
        identifier: $0.identifier, app: $0.app, role: $0.role, configuration: $0.configuration.name,
        identity: $0.identity,
        connector: $0.connector, chosenContent: $0.chosenContent)
    }
  }
}
