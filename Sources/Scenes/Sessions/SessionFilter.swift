public import DisplayTypes

/// Which sessions are meant: those that answer everything that it says.
public nonisolated struct SessionFilter: Hashable, Sendable {
  /// Only this app's; nil for every app's.
  public var app: String?
  /// Only those in this state; nil for any.
  public var state: SceneState?
  /// Only those whose user information has these values.
  public var userInfo: UserInfo

  /// Only those that show this, now or when they return; nil for anything.
  public var content: ContentDescription?

  /// Makes a filter; without anything it names all.
  public init(
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
