public import DisplayTypes

/// Decides what a screen shows: a pure function of what is known, and nothing else decides it.
///
/// The rules are tried in the order of the design: use and power of the screen, alarm, support, the foreground app, fallbacks, mirror,
/// idle; application scenes that the user or a rule has placed there go before the foreground app's external scene, others after it.
public nonisolated struct ShownPictureDecision: Hashable, Sendable {
  /// One rule, whether it holds, and why.
  public struct Reason: Hashable, Sendable {
    /// The rule's short name.
    public var rule: String
    /// Whether it decides.
    public var holds: Bool
    /// Why, or why not, for people.
    public var text: String
  }

  /// What the screen is for.
  public var use: ScreenUse
  /// Whether the display is no screen for pictures, as a headset.
  public var isNonDesktop: Bool
  /// Whether it is to have a signal.
  public var isPowered: Bool
  /// What the user wants of this external display, with its foreground app on it.
  public var support: ExternalSupport
  /// A display never seen before for which the configuration says `idle` or `ask`.
  public var isWithheld: Bool
  /// The daemon's own app, in front of all others; nil where there is none, or it is not for this screen.
  public var front: FrontAppState?
  /// The screen's foreground app.
  public var foreground: AppCandidate?
  /// The other apps, in their order.
  public var others: [AppCandidate]
  /// Apps whose application scenes are placed here.
  public var applications: [ApplicationCandidate]
  /// Whose picture it shows where it mirrors.
  public var mirror: MirrorChoice
  /// What the user has laid over the picture.
  public var cover: PictureCover

  /// Makes the question.
  public init(
    use: ScreenUse, isNonDesktop: Bool = false, isPowered: Bool = true, support: ExternalSupport = .external,
    isWithheld: Bool = false, front: FrontAppState? = nil, foreground: AppCandidate? = nil, others: [AppCandidate] = [],
    applications: [ApplicationCandidate] = [], mirror: MirrorChoice? = nil,
    cover: PictureCover = .clear
  ) {
    self.use = use
    self.isNonDesktop = isNonDesktop
    self.isPowered = isPowered
    self.support = support
    self.isWithheld = isWithheld
    self.front = front
    self.foreground = foreground
    self.others = others
    self.applications = applications
    self.mirror = mirror ?? MirrorChoice()
    self.cover = cover
  }

  /// What is shown, what lies over it, and each rule that was looked at, the deciding one last.
  public func decide() -> ScreenPicture {
    var picture = ScreenPicture(cover: cover)
    picture.shown = choose(&picture.reasons)
    // It covers everything else: nothing lies over it.
    if picture.isAlarm { picture.cover = .clear }
    return picture
  }

  private func choose(_ reasons: inout [Reason]) -> ShownPicture {
    if let picture = chooseByUse(&reasons) { return picture }
    let alarm = ([foreground].compactMap(\.self) + others).first { $0.isAlarm && $0.picture != nil }
    if let picture = Self.answer(
      alarm.flatMap(masked), "alarm", "the alarm app \(alarm?.name ?? "") covers everything",
      "no alarm app shows anything",
      &reasons)
    {
      return picture
    }
    if let picture = Self.answer(
      support == .off && use != .main ? .dark(.support) : nil, "support", "support for external displays is off",
      support == .off ? "it is no external display" : "support is \(support.rawValue)", &reasons)
    {
      return picture
    }
    if let picture = Self.answer(
      use == .main ? mainPicture : nil, "main", mainReason, "it is no main screen", &reasons)
    {
      return picture
    }
    if let front { return Self.answer(front.picture, "talk", front.words, "", &reasons) ?? .idle }
    if let picture = Self.answer(
      isWithheld ? .idle : nil, "withheld", "it was never seen before, and unknownScreens does not say show",
      "it may show what is due", &reasons)
    {
      return picture
    }
    if support == .external, let picture = chooseScene(&reasons) { return picture }
    if let picture = Self.answer(
      mirror.screen == nil ? nil : .mirror, "mirror", mirror.reason, mirror.reason, &reasons)
    {
      return picture
    }
    reasons.append(Reason(rule: "idle", holds: true, text: "nothing else is due"))
    return .idle
  }

  private func chooseByUse(_ reasons: inout [Reason]) -> ShownPicture? {
    if let picture = Self.answer(
      use == .console ? .untouched : nil, "untouched", "the configuration gives it to the console",
      "it is not the console's", &reasons)
    {
      return picture
    }
    let isUsable = use != .dark && !isNonDesktop
    return Self.answer(
      !isUsable ? .dark(.use) : isPowered ? nil : .dark(.power), "dark",
      isNonDesktop
        ? "it is no display for pictures"
        : isUsable ? "its power was switched off" : "the configuration keeps it dark", "it is in use and powered",
      &reasons)
  }

  /// The main screen shows application scenes of its foreground app, and no external scene.
  private var mainPicture: ShownPicture { applications.first { $0.place == .main }?.picture ?? .idle }

  private var mainReason: String {
    guard let standing = applications.first(where: { $0.place == .main }) else {
      return "it is the main screen: no external scene is shown there"
    }
    return "it is the main screen: \(standing.words)"
  }

  /// Asked only where application scenes are placed here so.
  private func chooseApplications(
    _ rule: String, at places: Set<ApplicationPlace>, _ reasons: inout [Reason]
  ) -> ShownPicture? {
    let here = applications.filter { places.contains($0.place) }
    guard let standing = here.first(where: { $0.picture != nil }) ?? here.first else { return nil }
    return Self.answer(standing.picture, rule, standing.words, standing.words, &reasons)
  }

  private func chooseScene(_ reasons: inout [Reason]) -> ShownPicture? {
    if let picture = chooseApplications("placed", at: [.hand, .rule], &reasons) { return picture }
    let name = foreground?.name ?? ""
    if let picture = Self.answer(
      foreground.flatMap(masked) ?? foreground?.blackout, "foreground",
      foreground?.picture == nil
        ? "\(name) is in the foreground, and its controller is gone"
        : "\(name) is in the foreground\(foreground?.addition ?? "")",
      foreground?.absence ?? "no app is in the foreground", &reasons)
    {
      return picture
    }
    if let picture = chooseApplications("application", at: [.app], &reasons) { return picture }
    let fallback = others.first { $0.isFallback && !$0.isPrivate && $0.support == .external && $0.picture != nil }
    return Self.answer(
      fallback?.picture, "fallback", "\(fallback?.name ?? "") stands in", "no other app stands in", &reasons)
  }

  /// An app's scene; what is private is shown on the main screen alone.
  private func masked(_ app: AppCandidate) -> ShownPicture? {
    app.picture.map { app.isPrivate && use != .main && !app.wantsDark ? .masked(app: app.name) : $0 }
  }

  /// Notes a rule with what it says; it holds where it has a picture.
  private static func answer(
    _ picture: ShownPicture?, _ rule: String, _ yes: String, _ no: String, _ reasons: inout [Reason]
  ) -> ShownPicture? {
    reasons.append(Reason(rule: rule, holds: picture != nil, text: picture == nil ? no : yes))
    return picture
  }
}

/// What counts of an app when it is decided what a screen shows.
public nonisolated struct AppCandidate: Hashable, Sendable {
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

/// How the daemon's own app, which is in front of all others, stands to a screen.
public nonisolated enum FrontAppState: Hashable, Sendable {
  /// It is shown there, in a scene of that role.
  case shown(app: String, role: SceneRole)
  /// The display was never seen before: nothing is shown until somebody says so.
  case waiting(app: String)
  /// The display has not said who it is, so that it may never have been seen before: nothing is shown until it has, or somebody says so.
  case unnamed(app: String)

  /// What the screen shows.
  var picture: ShownPicture {
    switch self {
    case .shown(let app, let role): .scene(app: app, role: role)
    case .waiting, .unnamed: .idle
    }
  }

  /// Why, for people.
  var words: String {
    switch self {
    case .shown(let app, _): "the \(app) is in front of everything else"
    case .waiting(let app): "it was never seen before, and waits to be told that it may show the \(app)"
    case .unnamed(let app):
      "it has not said yet who it is, and waits for that, or to be told that it may show the \(app)"
    }
  }
}
