package import ContentModel
package import DisplayTypes

/// All sessions, by display identity, app and role.
final class SessionStore {
  private(set) var sessions: [SceneSession]
  private let makeIdentifier: () -> String
  /// The limit keeps a test rig with invented serial numbers from filling the disk.
  static let capacity = 256

  init(_ records: [SceneSessionRecord], makeIdentifier: @escaping () -> String) {
    self.makeIdentifier = makeIdentifier
    sessions = records.map { record in
      SceneSession(
        identifier: record.identifier, app: record.app, role: record.role,
        configuration: SceneConfiguration(
          name: record.configuration,
          // A private choice of the app stays private before the next connection.
          isPrivate: record.answer?.name == record.configuration && record.answer?.isPrivate == true),
        identity: record.identity,
        connector: record.connector, chosen: record.chosen, userInfo: record.userInfo,
        activity: record.activity, frame: record.frame,
        answer: LastAnswer(
          manifestVersion: record.manifestVersion, configuration: record.answer, attachesWindow: record.attachesWindow),
        request: record.request)
    }
  }

  /// The session of an app for a display; nil if there is none. The connector distinguishes equal displays. A display that has moved takes
  /// its session along, unless an equal display is on the former connector.
  ///
  /// - Parameter taken: connectors on which equal displays are connected, or were connected.
  func find(
    app: String, role: SceneRole, identity: DisplayIdentity, connector: String, taken: Set<String>
  ) -> SceneSession? {
    let own = sessions.filter { $0.app == app && $0.role == role && $0.identity == identity }
    if let same = own.last(where: { $0.connector == connector }) { return same }
    guard !identity.isUnknown else { return nil }
    return own.last { $0.scene == nil && !taken.contains($0.connector) }
  }

  var isFull: Bool { sessions.count >= SessionStore.capacity }

  func make(
    app: String, role: SceneRole, configuration: SceneConfiguration, identity: DisplayIdentity, connector: String
  ) -> SceneSession {
    let session = SceneSession(
      identifier: makeIdentifier(), app: app, role: role, configuration: configuration, identity: identity,
      connector: connector)
    sessions.append(session)
    return session
  }

  /// Forgets a session without a scene.
  func destroy(_ session: SceneSession) { sessions.removeAll { $0 === session } }

  var records: [SceneSessionRecord] { records(of: sessions) }

  func records(of sessions: [SceneSession]) -> [SceneSessionRecord] {
    sessions.map {
      SceneSessionRecord(
        identifier: $0.identifier, app: $0.app, role: $0.role, configuration: $0.configuration.name,
        identity: $0.identity, connector: $0.connector, chosen: $0.chosen, userInfo: $0.userInfo,
        activity: $0.activity, frame: $0.frame,
        manifestVersion: $0.answer.manifestVersion, attachesWindow: $0.attachesWindow,
        answer: $0.answer.configuration,
        request: $0.request)
    }
  }
}

/// A filter for sessions; without values it accepts all.
package nonisolated struct SessionFilter: Hashable, Sendable {
  package var app: String?
  package var state: SceneState?
  package var userInfo: UserInfo

  /// The content that is shown now, or when the display returns.
  package var content: ContentDescription?

  package init(
    app: String? = nil, state: SceneState? = nil, userInfo: UserInfo = .empty, content: ContentDescription? = nil
  ) {
    self.app = app
    self.state = state
    self.userInfo = userInfo
    self.content = content
  }

  @MainActor func admits(_ session: SceneSession) -> Bool {
    (app == nil || app == session.app) && (state == nil || state == session.state)
      && session.userInfo.contains(userInfo)
      && (content == nil || content == session.temporaryContent ?? session.usualContent)
  }
}

/// Sessions end if their display was not seen for a year. Pure. Days are counted from 1970-01-01 in UTC.
nonisolated struct SessionExpiry: Hashable {
  var displays: [DisplayRecord]
  /// The current day; nil while the clock cannot be right.
  private let today: Int?

  /// The number of days since a display's last day.
  static let lifetime = 366
  /// 2024-01-01. On an earlier day, the clock has not been set yet.
  static let firstCredibleDay = 19_723

  /// Makes an expiry for a day; a day before the last day of a display is ignored.
  init(displays: [DisplayRecord], day: Int) {
    self.displays = displays
    let newest = displays.compactMap(\.lastSeenDay).max() ?? 0
    today = day >= max(newest, SessionExpiry.firstCredibleDay) ? day : nil
  }

  /// Whether the session ends; false if the last day of its display is not known.
  func isOver(_ session: SceneSessionRecord) -> Bool {
    // Application scenes belong to no display.
    guard let today, session.role != .application else { return false }
    let days = displays.filter { display in
      display.identity == session.identity && (!session.identity.isUnknown || display.connector == session.connector)
    }.map(\.lastSeenDay)
    // Of displays with equal identity, the latest day counts, on any connector.
    guard !days.contains(nil), let last = days.compactMap(\.self).max() else { return false }
    return today - last > SessionExpiry.lifetime
  }
}
