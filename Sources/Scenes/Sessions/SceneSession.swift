public import Composition
public import ContentModel
public import DisplayTypes

/// What stays of a scene when its display goes: found again at replug, after a crash and after a reboot.
public final class SceneSession {
  /// Unique for ever.
  public let identifier: String
  /// The app whose scene it is.
  public let app: String
  /// What kind of scene it is.
  public let role: SceneRole
  /// What the manifest says for it; another after a reload.
  public internal(set) var configuration: SceneConfiguration
  /// The version of the manifest that it was configured by; nil where that had none.
  public internal(set) var manifestVersion: Int?
  /// The display that it belongs to.
  public internal(set) var identity: DisplayIdentity
  /// The connector on which that was last seen; tells displays of equal identity apart.
  public internal(set) var connector: String
  /// What `show` chose instead of the configured content.
  public internal(set) var chosenContent: ContentDescription?
  /// Where an application scene's window is on its display; nil for a place beside the others.
  public internal(set) var frame: UnitRect?
  /// What its app keeps with it; set with `SceneSystem.setUserInfo(_:of:)`.
  public internal(set) var userInfo: UserInfo
  /// What was being done in its last scene when that ended; its next delegate may go on with it.
  public internal(set) var activity: UserActivity?
  /// What its app chose for the connection that it has, or had last: counts again while its controller is gone and its picture stays.
  var lastAnswer: SceneConfiguration?
  /// Whether its app wants a window for it; nil where it has said nothing.
  public internal(set) var attachesWindow: Bool?
  /// What is not kept.
  var passing = PassingState()
  /// The scene that it is connected as; nil while its display is away.
  public internal(set) weak var scene: Scene?

  init(
    identifier: String, app: String, role: SceneRole, configuration: SceneConfiguration, identity: DisplayIdentity,
    connector: String, chosenContent: ContentDescription? = nil, userInfo: UserInfo = .empty,
    activity: UserActivity? = nil, frame: UnitRect? = nil, manifestVersion: Int? = nil,
    attachesWindow: Bool? = nil, lastAnswer: SceneConfiguration? = nil
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
    self.lastAnswer = lastAnswer
  }

  /// What is shown for a while; not kept.
  public internal(set) var temporaryContent: ContentDescription? {
    get { passing.temporaryContent }
    set { passing.temporaryContent = newValue }
  }

  /// Where its life is now.
  public var state: SceneState { scene?.state ?? .unattached }

  /// What is to be shown now; nil where the delegate decides.
  public var content: ContentDescription? {
    if let temporaryContent { return temporaryContent }
    guard let onUntil = passing.onUntil else { return usualContent }
    return usualContent?.kept(onUntil: onUntil)
  }

  /// What is to be shown but for what is so for a time only; nil where the delegate decides.
  public var usualContent: ContentDescription? { chosenContent ?? configuration.content }
}

/// What goes with the daemon's life, or sooner.
struct PassingState {
  /// How often something was chosen to be shown since the daemon began: what was being tried before the last time is not set any more.
  var choices = 0
  /// What is shown for a while.
  var temporaryContent: ContentDescription?
  /// Its screen was turned on in its schedule's off hours, until then; kept with the display.
  var onUntil: WallTime?
  /// What its app chose for its connection when it was asked; nil where the manifest's default counts.
  var answered: SceneConfiguration?
  /// A schedule elsewhere has switched the power off, of which only that is known; see `SceneSystem.setScheduledPower`.
  var isRecordedDark = false
  /// Counts up over all sessions that are about to be connected; 0 where it was not since the daemon began.
  var lastUse: UInt64 = 0
}

/// A session as it is kept.
public nonisolated struct SceneSessionRecord: Hashable, Sendable {
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
