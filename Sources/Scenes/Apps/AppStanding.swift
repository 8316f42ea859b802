public import DisplayTypes

/// What counts of an app when it is decided what a screen shows.
public nonisolated struct AppStanding: Hashable, Sendable {
  /// The app's name.
  public var name: String
  /// The role under which it has a configuration for this external screen; nil where it leaves it alone.
  public var role: SceneRole?
  /// Its delegate attaches a window; taken to be so until it has been asked.
  public var attachesWindow: Bool
  /// Its session was destroyed on this screen, and nobody has asked for it since.
  public var isDestroyed: Bool
  /// Whether it steps in where the foreground app shows nothing.
  public var isFallback: Bool
  /// Whether it goes before everything else.
  public var isAlarm: Bool
  /// Its scene for the screen is for the main screen alone.
  public var isPrivate: Bool
  /// What the user wants of this screen where this app is shown.
  public var support: ExternalSupport
  /// Whether somebody acts for it.
  public var presence: AppPresence

  /// Its scene for the screen plays a schedule, which has switched the power off.
  public var wantsDark: Bool

  /// Makes a standing.
  public init(
    name: String, role: SceneRole?, attachesWindow: Bool, isDestroyed: Bool = false, isFallback: Bool, isAlarm: Bool,
    isPrivate: Bool = false, support: ExternalSupport = .external, presence: AppPresence = .here,
    wantsDark: Bool = false
  ) {
    self.name = name
    self.role = role
    self.attachesWindow = attachesWindow
    self.isDestroyed = isDestroyed
    self.isFallback = isFallback
    self.isAlarm = isAlarm
    self.isPrivate = isPrivate
    self.support = support
    self.presence = presence
    self.wantsDark = wantsDark
  }

  /// Its scene for the screen; nil where it has none, none with a window, or one that was destroyed.
  ///
  /// An alarm goes on with a new session: it ends with its app, not with one of its scenes. It switches no power off.
  public var picture: ShownPicture? {
    guard let role, presence.isShown, attachesWindow, !isDestroyed || isAlarm else { return nil }
    if wantsDark { return isAlarm ? nil : .dark(.schedule(app: name, role: role)) }
    return .scene(app: name, role: role)
  }

  /// Black, where that is what its manifest says for the time without its controller.
  var blackout: ShownPicture? {
    role != nil && presence == .gone(.blank) && !isDestroyed ? .black(app: name) : nil
  }

  /// What there is to say of its picture, as the end of a sentence for people.
  var addition: String {
    if wantsDark { return ", and its schedule has switched the power off" }
    return isPrivate ? ", and private" : ""
  }

  /// Why it has no picture, as a sentence for people.
  var absence: String {
    if role == nil { return "\(name) has no external scene" }
    if !presence.isShown { return "the controller of \(name) is gone" }
    guard isDestroyed else { return "\(name) attaches no window" }
    return "the session of \(name) was destroyed here; it is due again once put in the foreground or replugged"
  }
}
