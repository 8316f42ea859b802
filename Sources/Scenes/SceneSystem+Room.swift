internal import DisplayTypes

extension SceneSystem {
  /// The most bytes of user information, activities included, that an app may keep with all its sessions.
  static let roomOfApp = 256 * 1024
  /// The same of all apps: the state is written whole, and with each change.
  static let roomOfAll = 1024 * 1024

  /// Refuses changes by which apps would keep more than there is room for; what grows no larger is never refused.
  func checkRoom(for changes: [SceneChange]) throws(SceneError) {
    let changed = changes.filter { $0.userInfo != nil || $0.activity != nil }
    guard !changed.isEmpty else { return }
    var before: [String: Int] = [:]
    var after: [String: Int] = [:]
    for session in store.sessions {
      var userInfo = session.userInfo
      var activity = session.activity
      before[session.app, default: 0] += SceneSystem.size(userInfo, activity)
      for change in changed where change.session == session.identifier {
        userInfo = change.userInfo ?? userInfo
        activity = change.activity ?? activity
      }
      after[session.app, default: 0] += SceneSystem.size(userInfo, activity)
    }
    try checkRoom(before, after)
  }

  /// Refuses a new session with user information for which there is no room.
  func checkRoom(for userInfo: UserInfo, of app: String) throws(SceneError) {
    var before: [String: Int] = [:]
    for session in store.sessions {
      before[session.app, default: 0] += SceneSystem.size(session.userInfo, session.activity)
    }
    var after = before
    after[app, default: 0] += SceneSystem.size(userInfo, nil)
    try checkRoom(before, after)
  }

  private func checkRoom(_ before: [String: Int], _ after: [String: Int]) throws(SceneError) {
    let advice = "make some smaller, or destroy sessions that nobody needs"
    for (app, size) in after where size > SceneSystem.roomOfApp && size > before[app] ?? 0 {
      throw .notNow(
        "\(app) would keep \(size) bytes of user information with all its sessions, more than the \(SceneSystem.roomOfApp) "
          + "that an app may: \(advice)", hint: "\"marqueectl sessions --app \(app)\" lists them")
    }
    let size = after.values.reduce(0, +)
    guard size > SceneSystem.roomOfAll, size > before.values.reduce(0, +) else { return }
    throw .notNow(
      "all apps together would keep \(size) bytes of user information with their sessions, more than the "
        + "\(SceneSystem.roomOfAll) that there is room for: \(advice)",
      hint: "\"marqueectl sessions\" lists them")
  }

  private static func size(_ userInfo: UserInfo, _ activity: UserActivity?) -> Int {
    let sizes = [userInfo, activity?.userInfo ?? .empty].map { $0.isEmpty ? 0 : $0.byteCount }
    return sizes.reduce(0, +)
  }
}
