public import DisplayTypes

/// What is to be another in a session, connected or not; what is nil stays as it is.
public nonisolated struct SceneChange: Hashable, Sendable {
  /// What a scene shows.
  public enum Content: Hashable, Sendable {
    /// This, from now on.
    case chosen(ContentDescription)
    /// What its configuration says.
    case configured
  }

  /// The session's identifier.
  public var session: String
  /// What it shows.
  public var content: Content?
  /// Whether its scene has a window; one without leaves the screen to the next.
  public var window: Bool?
  /// What its app keeps with it.
  public var userInfo: UserInfo?
  /// What is being done there.
  public var activity: UserActivity?

  /// Makes a change.
  public init(
    session: String, content: Content? = nil, window: Bool? = nil, userInfo: UserInfo? = nil,
    activity: UserActivity? = nil
  ) {
    self.session = session
    self.content = content
    self.window = window
    self.userInfo = userInfo
    self.activity = activity
  }

  /// Whether a window may come or go by it: not where a content only takes another's place, as often as an app likes.
  @MainActor public func mayMoveWindow(of session: SceneSession) -> Bool {
    if let window, window != session.attachesWindow { return true }
    guard let content else { return false }
    return session.temporaryContent != nil || (content == .configured) != (session.chosenContent == nil)
  }

  /// Whether an alarm would not be seen any more, or another picture in its place.
  var takesAlarmAway: Bool {
    if case .chosen = content { return true }
    return window == false
  }

  @MainActor func apply(to session: SceneSession) {
    if let userInfo { session.userInfo = userInfo }
    if let activity { session.activity = activity }
    if let window { session.attachesWindow = window }
    guard let content else { return }
    if let scene = session.scene {
      scene.former = FormerContent(scene)
      scene.contentTimer = nil
      scene.trouble = ContentTrouble()
    }
    session.temporaryContent = nil
    session.choices += 1
    switch content {
    case .chosen(let description): session.chosenContent = description
    case .configured: session.chosenContent = nil
    }
  }
}
