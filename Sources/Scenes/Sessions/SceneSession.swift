public import Composition
public import ContentModel
public import DisplayTypes

/// The lasting part of a scene, found again at a replug, after a crash, and after a reboot.
public final class SceneSession {
  /// Unique for ever.
  public let identifier: String
  /// The app's name.
  public let app: String
  /// The kind of scene.
  public let role: SceneRole
  /// From the manifest; another after a reload.
  public internal(set) var configuration: SceneConfiguration
  /// The manifest's version at its configuration, if it had one.
  public internal(set) var manifestVersion: Int?
  /// The display that it belongs to.
  public internal(set) var identity: DisplayIdentity
  /// The last connector of the display, which distinguishes displays of equal identity.
  public internal(set) var connector: String
  /// The content of `show`, before the configured one.
  public internal(set) var chosenContent: ContentDescription?
  /// The frame of an application scene on its display; nil for a place beside the others.
  public internal(set) var frame: UnitRect?
  /// The app's values for it; set with `SessionRules.setUserInfo(_:of:)`.
  public internal(set) var userInfo: UserInfo
  /// The activity of its last scene, for its next delegate.
  public internal(set) var activity: UserActivity?
  /// Its app's last choice; counts again while its controller is gone and its picture stays.
  var lastAnswer: SceneConfiguration?
  /// Whether its app wants a window for it; nil without a choice.
  public internal(set) var attachesWindow: Bool?
  /// Values that are not kept.
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

  /// Shown for a time; not kept.
  public internal(set) var temporaryContent: ContentDescription? {
    get { passing.temporaryContent }
    set { passing.temporaryContent = newValue }
  }

  /// The state of its scene.
  public var state: SceneState { scene?.state ?? .unattached }

  /// The content for now; nil if the delegate decides.
  public var content: ContentDescription? {
    if let temporaryContent { return temporaryContent }
    guard let onUntil = passing.onUntil else { return usualContent }
    return usualContent?.kept(onUntil: onUntil)
  }

  /// The content without a temporary one; nil if the delegate decides.
  public var usualContent: ContentDescription? { chosenContent ?? configuration.content }
}

/// Values of a session that end with the daemon, or earlier.
struct PassingState {
  /// The number of content choices, which ends earlier trials.
  var choices = 0
  var temporaryContent: ContentDescription?
  /// The screen was turned on in its schedule's off hours, until then.
  var onUntil: WallTime?
  /// Nil if the manifest's default counts.
  var answered: SceneConfiguration?
  /// A recorded schedule has switched the power off; see `SceneSystem.setScheduledPower`.
  var isRecordedDark = false
  /// Rises over all sessions that are to be connected; 0 if this one was not.
  var lastUse: UInt64 = 0
}

/// A session as it is kept.
package nonisolated struct SceneSessionRecord: Hashable, Sendable {
  package var identifier: String
  package var app: String
  package var role: SceneRole
  package var configuration: String
  package var identity: DisplayIdentity
  /// Distinguishes displays of equal identity.
  package var connector: String
  /// In place of the configured content.
  package var chosenContent: ContentDescription?
  package var userInfo: UserInfo
  package var activity: UserActivity?

  package var frame: UnitRect?

  package var manifestVersion: Int?

  /// Nil if its app has not said.
  package var attachesWindow: Bool?

  /// Nil if the manifest's default counted.
  package var answer: SceneConfiguration?

  package init(
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
