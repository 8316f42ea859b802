public import Composition
public import DisplayTypes

/// A session as it is kept.
public nonisolated struct SessionRecord: Hashable, Sendable {
  /// The session's identifier.
  public var identifier: String
  /// The app's name.
  public var app: String
  /// What kind of scene it is.
  public var role: SceneRole
  /// The scene configuration's name.
  public var configuration: String
  /// The display that it belongs to.
  public var identity: DisplayIdentity
  /// Where that display was last seen, which tells equal ones apart.
  public var connector: String
  /// What `show` put there in place of the configured content.
  public var chosenContent: ContentDescription?
  /// What its app keeps with it.
  public var userInfo: UserInfo
  /// What was being done in its last scene when that ended.
  public var activity: UserActivity?

  /// Where an application scene's window is on its display.
  public var frame: UnitRect?

  /// The version of the manifest that it was configured by.
  public var manifestVersion: Int?

  /// Whether its app wants a window for it; nil where it has said nothing.
  public var attachesWindow: Bool?

  /// What its app chose for its last connection; nil where the manifest's default counted.
  public var answer: SceneConfiguration?

  /// Makes a record.
  public init(
    identifier: String, app: String, role: SceneRole, configuration: String, identity: DisplayIdentity,
    connector: String, chosenContent: ContentDescription? = nil, userInfo: UserInfo = .empty,
    activity: UserActivity? = nil, frame: UnitRect? = nil, manifestVersion: Int? = nil,
    attachesWindow: Bool? = nil, answer: SceneConfiguration? = nil
  ) {
    self.identifier = identifier
    self.app = app
    self.role = role
    self.configuration = configuration
    self.identity = identity
    self.connector = connector
    self.chosenContent = chosenContent
    self.userInfo = userInfo
    self.activity = activity
    self.frame = frame
    self.manifestVersion = manifestVersion
    self.attachesWindow = attachesWindow
    self.answer = answer
  }
}
