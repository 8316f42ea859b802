/// What the daemon tells an app, or asks it: the replies to `RegisterApp`, one a message.
public struct AppMessage: ControlReply, Hashable {
  /// What it is about.
  public enum Kind: String, Codable, CaseIterable, Hashable, Sendable {
    /// The first: the app is registered.
    case registered
    /// A session is about to be connected: which configuration does it get? `AnswerApp` answers.
    case question
    /// A step in the life of one of its scenes.
    case event
    /// Another of its scenes has ended, and this was being done there.
    case activity
    /// A controller hands on what its user has done in one of its application scenes.
    case input
    /// The screen that shows one of its sessions has refreshed, as it has asked with `StartDisplayLink`.
    case refresh
    /// One of its sessions is no more.
    case discarded

    /// Reads it by its name.
    public init(from decoder: any Decoder) throws {
      self = try decoder.name(of: "kind")
    }
  }

  /// What it is about.
  public var kind: Kind
  /// With what the app says who it is, for `registered`.
  public var token: String?
  /// The sessions that the app has, for `registered`.
  public var sessions: [SessionInfo]?
  /// The question's number.
  public var question: Int?
  /// The session it is about.
  public var session: String?
  /// The role of its scenes, for a question.
  public var role: String?
  /// The configuration that it gets if nothing is answered, for a question.
  public var configuration: String?
  /// The configuration that it had, where the manifest does not have that any more, for a question.
  public var formerConfiguration: String?
  /// What the app keeps with it, for a question.
  public var userInfo: [String: JSONValue]?
  /// The screen, for a question and where it is another for a scene.
  public var screen: ScreenInfo?
  /// What can be gone on with, for a question and an activity.
  public var activities: [ActivityInfo]?
  /// The event's name, as `sceneDidBecomeActive`.
  public var event: String?
  /// Why a scene has ended.
  public var reason: String?
  /// What has been done, in the controller's and the app's words, for `input`.
  public var inputKind: String?
  /// What goes with that.
  public var values: [String: JSONValue]?
  /// Counts the refreshes that a display link tells of from 1, those that were skipped included.
  public var number: Int?
  /// When the refresh was, on the monotonic clock.
  public var timestampNanoseconds: UInt64?
  /// The refresh of the next one: what is changed now can be on the screen by then.
  public var targetTimestampNanoseconds: UInt64?
  /// So many refreshes before this one were not told of, since the one before them was not read in time; nil for none.
  public var skipped: Int?
  /// What else there is to say, for `registered`.
  public var note: String?
}
