public import Composition
package import ContentModel
public import DisplayTypes

/// The lasting part of a scene, which is found again after a replug, and in the daemon also after a crash or a reboot. Belongs to the main
/// thread. The system makes and keeps it.
public final class SceneSession {
  /// Never used again for another session.
  public let identifier: String
  /// The app's name.
  public let app: String
  /// The kind of scene.
  public let role: SceneRole
  /// The configuration from the manifest; a reload may replace it.
  public internal(set) var configuration: SceneConfiguration
  /// The display that it belongs to.
  public internal(set) var identity: DisplayIdentity
  /// The last connector of the display, which distinguishes displays of equal identity.
  public internal(set) var connector: String
  /// The content of `show`, which has priority over the configured content.
  var chosen: ChosenContent?
  /// The frame of an application scene on its display; nil puts it beside the others.
  public internal(set) var frame: UnitRect?
  /// The app's values for the session, which the answer about it sets; in an embedding program also `SceneHost.setUserInfo`.
  public internal(set) var userInfo: UserInfo
  /// The activity of its last scene, for the next scene's delegate.
  public internal(set) var activity: UserActivity?
  /// The request that made it, until the app has got it: by the question about the session, or at the connection of its scene.
  public internal(set) var request: SceneRequest?
  var answer: LastAnswer
  /// Whether the app wants a window for it; nil without a choice.
  public internal(set) var attachesWindow: Bool? {
    get { answer.attachesWindow }
    set { answer.attachesWindow = newValue }
  }
  /// Values that are not stored.
  var passing = PassingState()
  /// The connected scene; nil while the display is away.
  public internal(set) weak var scene: Scene?

  init(
    identifier: String, app: String, role: SceneRole, configuration: SceneConfiguration, identity: DisplayIdentity,
    connector: String, chosen: ChosenContent? = nil, userInfo: UserInfo = .empty,
    activity: UserActivity? = nil, frame: UnitRect? = nil, answer: LastAnswer = LastAnswer(),
    request: SceneRequest? = nil
  ) {
    self.identifier = identifier
    self.app = app
    self.role = role
    self.configuration = configuration
    self.identity = identity
    self.connector = connector
    self.chosen = chosen
    self.userInfo = userInfo
    self.activity = activity
    self.frame = frame
    self.answer = answer
    self.request = request
  }

  /// The description of `chosen`.
  package internal(set) var chosenContent: ContentDescription? {
    get { chosen?.description }
    set { chosen = newValue.map { ChosenContent($0) } }
  }

  /// Content that is shown for a limited time, and not stored.
  package var temporaryContent: ContentDescription? { passing.temporary?.description }

  /// Whether the current content may use only files of the media folder.
  package var isConfined: Bool { (passing.temporary ?? chosen)?.isConfined == true }

  /// The state of its scene.
  public var state: SceneState { scene?.state ?? .unattached }

  /// The current content; nil if the delegate decides.
  package var content: ContentDescription? {
    if let temporaryContent { return temporaryContent }
    guard let onUntil = passing.onUntil else { return usualContent }
    return usualContent?.kept(onUntil: onUntil)
  }

  /// The content apart from temporary content; nil if the delegate decides.
  package var usualContent: ContentDescription? { chosenContent ?? configuration.content }
  package var confinesUsualContent: Bool { chosen?.isConfined == true }
}

/// The content that a call has chosen for a session.
package nonisolated struct ChosenContent: Hashable, Sendable {
  package var description: ContentDescription
  /// Whether it may use only files of the media folder, because its caller may name no others.
  package var isConfined: Bool

  package init(_ description: ContentDescription, isConfined: Bool = false) {
    self.description = description
    self.isConfined = isConfined
  }
}

/// The request for an application scene.
public nonisolated struct SceneRequest: Hashable, Sendable {
  /// What is to be done in the scene.
  public var activity: UserActivity?
  /// The name of a configuration of the manifest; nil for the default.
  public var configuration: String?
  /// The app that asks; nil for a user.
  public var sourceApp: String?

  /// Makes a request.
  public init(activity: UserActivity? = nil, configuration: String? = nil, sourceApp: String? = nil) {
    self.activity = activity
    self.configuration = configuration
    self.sourceApp = sourceApp
  }
}

/// The app's last answer about a session, which is stored.
struct LastAnswer {
  /// The version of the manifest that it is for; nil if that has none.
  var manifestVersion: Int?
  /// It counts again while the app's controller is gone and its picture stays; nil if the manifest's default counts.
  var configuration: SceneConfiguration?
  var attachesWindow: Bool?

  /// Takes another configuration; false if it is the same.
  mutating func update(_ configuration: SceneConfiguration?) -> Bool {
    defer { self.configuration = configuration }
    return configuration != self.configuration
  }
}

/// Values of a session that end with the daemon, or earlier.
struct PassingState {
  /// The number of content choices; a change of it ends earlier trials.
  var choices = 0
  var temporary: ChosenContent?
  /// The time until which the screen is on in its schedule's off hours.
  var onUntil: WallTime?
  /// The answer of the app; nil if the manifest's default counts.
  var answered: SceneConfiguration?
  /// A recorded schedule has switched the power off; see `SessionLifetimes.setScheduledPower`.
  var isRecordedDark = false
  /// A number that is higher for sessions that were used later; 0 if this one was never about to be connected.
  var lastUse: UInt64 = 0

  /// Forgets the values that end with a scene.
  mutating func endScene() {
    temporary = nil
    isRecordedDark = false
    answered = nil
  }
}

/// A session as it is stored.
package nonisolated struct SceneSessionRecord: Hashable, Sendable {
  package var identifier: String
  package var app: String
  package var role: SceneRole
  package var configuration: String
  package var identity: DisplayIdentity
  /// Distinguishes displays of equal identity.
  package var connector: String
  /// Content that replaces the configured content.
  package var chosen: ChosenContent?
  package var userInfo: UserInfo
  package var activity: UserActivity?

  package var frame: UnitRect?

  package var manifestVersion: Int?

  /// Whether the app wants a window; nil without a choice.
  package var attachesWindow: Bool?

  /// The app's last choice; nil if the manifest's default counted.
  package var answer: SceneConfiguration?

  /// Nil once the app has got it.
  package var request: SceneRequest?

  package init(
    identifier: String, app: String, role: SceneRole, configuration: String, identity: DisplayIdentity,
    connector: String, chosen: ChosenContent? = nil, userInfo: UserInfo = .empty,
    activity: UserActivity? = nil, frame: UnitRect? = nil, manifestVersion: Int? = nil,
    attachesWindow: Bool? = nil, answer: SceneConfiguration? = nil, request: SceneRequest? = nil
  ) {
    self.identifier = identifier
    self.app = app
    self.role = role
    self.configuration = configuration
    self.identity = identity
    self.connector = connector
    self.chosen = chosen
    self.userInfo = userInfo
    self.activity = activity
    self.frame = frame
    self.manifestVersion = manifestVersion
    self.attachesWindow = attachesWindow
    self.answer = answer
    self.request = request
  }
}
