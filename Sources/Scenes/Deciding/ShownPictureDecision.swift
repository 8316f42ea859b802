public import DisplayTypes
public import ModeSelection

/// Decides what a screen shows: a pure function of what is known, and nothing else decides it.
///
/// The rules are tried in the order of the design: use of the screen, alarm, support and power, the foreground app, fallbacks, mirror,
/// idle. The application scenes of the design's third rule come with interactive scenes.
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
  /// What the user wants of external displays.
  public var support: ExternalSupport
  /// A display never seen before for which the configuration says `idle` or `ask`.
  public var isWithheld: Bool
  /// The screen's foreground app.
  public var foreground: AppStanding?
  /// The other apps, in their order.
  public var others: [AppStanding]
  /// Whether there is a main screen to mirror.
  public var hasMainScreen: Bool

  /// Makes the question.
  public init(
    use: ScreenUse, isNonDesktop: Bool = false, isPowered: Bool = true, support: ExternalSupport = .external,
    isWithheld: Bool = false, foreground: AppStanding? = nil, others: [AppStanding] = [], hasMainScreen: Bool = false
  ) {
    self.use = use
    self.isNonDesktop = isNonDesktop
    self.isPowered = isPowered
    self.support = support
    self.isWithheld = isWithheld
    self.foreground = foreground
    self.others = others
    self.hasMainScreen = hasMainScreen
  }

  /// Whether an app would be shown if it had a window: it is in the foreground, an alarm or a fallback.
  public func mayShow(_ app: String) -> Bool {
    foreground?.name == app || others.contains { $0.name == app && ($0.isFallback || $0.isAlarm) }
  }

  /// What is shown, and each rule that was looked at, the deciding one last.
  public func decide() -> (picture: ShownPicture, reasons: [Reason]) {
    var reasons: [Reason] = []
    func holds(_ rule: String, _ condition: Bool, _ yes: String, _ no: String) -> Bool {
      reasons.append(Reason(rule: rule, holds: condition, text: condition ? yes : no))
      return condition
    }
    if holds("untouched", use == .console, "the configuration gives it to the console", "it is not the console's") {
      return (.untouched, reasons)
    }
    let alarm = ([foreground].compactMap(\.self) + others).first { $0.isAlarm && $0.shows }
    let isUsable = use != .dark && !isNonDesktop
    if holds(
      "dark", !isUsable || !isPowered,
      isNonDesktop
        ? "it is no display for pictures"
        : isPowered
          ? "the configuration keeps it dark" : "its power was switched off", "it is in use and powered")
    {
      return (.dark, reasons)
    }
    if holds(
      "alarm", alarm != nil, "the alarm app \(alarm?.name ?? "") covers everything", "no alarm app shows anything"),
      let alarm
    {
      return (.external(app: alarm.name), reasons)
    }
    if holds(
      "support", support == .off && use != .main, "support for external displays is off",
      support == .off ? "it is no external display" : "support is \(support.rawValue)")
    {
      return (.dark, reasons)
    }
    if holds("main", use == .main, "it is the main screen: no external scene is shown there", "it is no main screen") {
      return (.idle, reasons)
    }
    if holds(
      "withheld", isWithheld, "it was never seen before, and unknownScreens does not say show",
      "it may show what is due")
    {
      return (.idle, reasons)
    }
    if support == .external {
      let standing = foreground.map {
        "\($0.name) \($0.hasExternalScene ? "attaches no window" : "has no external scene")"
      }
      if holds(
        "foreground", foreground?.shows ?? false, "\(foreground?.name ?? "") is in the foreground",
        standing ?? "no app is in the foreground"), let foreground
      {
        return (.external(app: foreground.name), reasons)
      }
      let fallback = others.first { $0.isFallback && $0.shows }
      if holds("fallback", fallback != nil, "\(fallback?.name ?? "") stands in", "no other app stands in"), let fallback
      {
        return (.external(app: fallback.name), reasons)
      }
    }
    if holds("mirror", hasMainScreen, "the main screen is mirrored", "there is no main screen to mirror") {
      return (.mirror, reasons)
    }
    reasons.append(Reason(rule: "idle", holds: true, text: "nothing else is due"))
    return (.idle, reasons)
  }
}
