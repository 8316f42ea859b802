internal import Composition
internal import DisplayTypes

/// Decides the picture of a screen, as a pure function. The order of the rules is: use of the screen, raised alarm, power, alarm, support,
/// the foreground app, fallbacks, mirror, idle. Application scenes that the user or a rule has placed have priority over the external scene
/// of the foreground app. Other application scenes follow it.
package nonisolated struct ShownPictureDecision: Hashable, Sendable {
  /// A rule and its result.
  package struct Reason: Hashable, Sendable {
    package var rule: String
    package var holds: Bool
    package var text: String
  }

  var use: ScreenUse
  var isNonDesktop = false
  var isPowered = true
  var support = ExternalSupport.external
  /// The display is new, and the configuration keeps new displays idle, or asks first.
  var isWithheld = false
  /// The newest alarm that a call has raised for this screen.
  var raised: AppCandidate?
  /// Nil if the app in front is not for this screen.
  var front: FrontAppState?
  /// The screen's foreground app.
  var foreground: AppCandidate?
  /// In the order of the apps.
  var others: [AppCandidate] = []
  var applications: [ApplicationCandidate] = []
  var mirror = MirrorChoice()
  var cover = PictureCover.clear

  func decide() -> ScreenPicture {
    var picture = ScreenPicture(cover: cover)
    picture.shown = choose(&picture.reasons)
    // Nothing covers an alarm.
    if picture.isAlarm { picture.cover = .clear }
    return picture
  }

  private func choose(_ reasons: inout [Reason]) -> ShownPicture {
    let alarm = ([foreground].compactMap(\.self) + others).first { $0.isAlarm && $0.picture != nil }
    let first: ShownPicture? =
      chooseByUse(&reasons)
      ?? Self.answer(
        alarm.flatMap(masked), "alarm", "the alarm app \(alarm?.name ?? "") covers everything",
        "no alarm app shows anything", &reasons)
      ?? Self.answer(
        support == .off && use != .main ? .dark(.support) : nil, "support", "support for external displays is off",
        support == .off ? "it is not an external display" : "support is \(support.rawValue)", &reasons)
      ?? Self.answer(use == .main ? mainPicture : nil, "main", mainReason, "it is not the main screen", &reasons)
    if let first { return first }
    if let front { return Self.answer(front.picture, "talk", front.words, "", &reasons) ?? .idle }
    let last: ShownPicture? =
      Self.answer(
        isWithheld ? .idle : nil, "withheld", "its display is new, and unknownScreens is not set to show",
        "it may show its due picture", &reasons)
      ?? (support == .external ? chooseScene(&reasons) : nil)
      ?? Self.answer(mirror.screen == nil ? nil : .mirror, "mirror", mirror.reason, mirror.reason, &reasons)
      ?? Self.answer(.idle, "idle", "no other picture is due", "", &reasons)
    return last ?? .idle
  }

  private func chooseByUse(_ reasons: inout [Reason]) -> ShownPicture? {
    let isUsable = use != .dark && !isNonDesktop
    // An alarm lights a screen that is off, and none that the configuration keeps dark.
    let alarm = isUsable ? raised?.picture : nil
    let name = raised.flatMap { AlarmRecord.name(ofApp: $0.name) } ?? ""
    return Self.answer(
      use == .console ? .untouched : nil, "untouched", "the configuration gives it to the console",
      "it is not the console's", &reasons)
      ?? Self.answer(
        alarm, "raised", "the alarm \(name) was raised, and covers everything", "no alarm is raised for it", &reasons)
      ?? Self.answer(
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

  private func chooseApplications(
    _ rule: String, at places: Set<ApplicationPlace>, _ reasons: inout [Reason]
  ) -> ShownPicture? {
    let here = applications.filter { places.contains($0.place) }
    guard let standing = here.first(where: { $0.picture != nil }) ?? here.first else { return nil }
    return Self.answer(standing.picture, rule, standing.words, standing.words, &reasons)
  }

  private func chooseScene(_ reasons: inout [Reason]) -> ShownPicture? {
    let name = foreground?.name ?? ""
    let fallback = others.first { $0.isFallback && !$0.isPrivate && $0.support == .external && $0.picture != nil }
    return chooseApplications("placed", at: [.hand, .rule], &reasons)
      ?? Self.answer(
        foreground.flatMap(masked) ?? foreground?.blackout, "foreground",
        foreground?.picture == nil
          ? "\(name) is in the foreground, and its controller is gone"
          : "\(name) is in the foreground\(foreground?.addition ?? "")",
        foreground?.absence ?? "no app is in the foreground", &reasons)
      ?? chooseApplications("application", at: [.app], &reasons)
      ?? Self.answer(
        fallback?.picture, "fallback", "\(fallback?.name ?? "") is the fallback app", "no fallback app has a picture",
        &reasons)
  }

  /// Private scenes are shown on the main screen only.
  private func masked(_ app: AppCandidate) -> ShownPicture? {
    app.picture.map { app.isPrivate && use != .main && !app.wantsDark ? .masked(app: app.name) : $0 }
  }

  /// Adds the reason; the first rule with a picture decides.
  private static func answer(
    _ picture: ShownPicture?, _ rule: String, _ yes: String, _ no: String, _ reasons: inout [Reason]
  ) -> ShownPicture? {
    reasons.append(Reason(rule: rule, holds: picture != nil, text: picture == nil ? no : yes))
    return picture
  }
}

/// An app, with the facts for the decision on one screen.
nonisolated struct AppCandidate: Hashable, Sendable {
  var name: String
  /// Nil if it has no configuration for this screen.
  var role: SceneRole?
  /// Whether its delegate attaches a window; assumed until the delegate is called.
  var attachesWindow: Bool
  /// The session was destroyed on this screen, and not requested since.
  var isDestroyed = false
  /// False if its scene is interactive, and no controller owns its input.
  var isInputOwned = true
  /// It replaces a foreground app that shows nothing.
  var isFallback: Bool
  var isAlarm: Bool
  /// Its scene is for the main screen only.
  var isPrivate = false
  var support = ExternalSupport.external
  var presence = AppPresence.here

  /// Its schedule has switched the power off.
  var wantsDark = false

  /// Its scene; nil if it has no scene or window, or after `destroySession`. An alarm does not end with a session, and does not switch the
  /// power off.
  var picture: ShownPicture? {
    guard let role, presence.isShown, isInputOwned, attachesWindow, !isDestroyed || isAlarm else { return nil }
    if wantsDark { return isAlarm ? nil : .dark(.schedule(app: name, role: role)) }
    return .scene(app: name, role: role)
  }

  /// Black, if the manifest asks for it and the controller has gone.
  var blackout: ShownPicture? {
    role != nil && presence == .gone(.blank) && !isDestroyed ? .black(app: name) : nil
  }

  /// The end of the reason, for people.
  var addition: String {
    if wantsDark { return ", and its schedule has switched the power off" }
    return isPrivate ? ", and private" : ""
  }

  /// The reason for no picture, for people.
  var absence: String {
    if role == nil { return "\(name) has no external scene" }
    if !presence.isShown { return "the controller of \(name) is gone" }
    if !isInputOwned { return "\(name) has an interactive scene here, but no controller owns its input" }
    guard isDestroyed else { return "\(name) attaches no window" }
    return
      "the session of \(name) was destroyed here; the app is due again after it is put in the foreground, or after a replug"
  }
}

/// The state of the daemon's own app on a screen.
package nonisolated enum FrontAppState: Hashable, Sendable {
  /// Shown in a scene of that role.
  case shown(app: String, role: SceneRole)
  /// The display is new: nothing is shown before an admission.
  case waiting(app: String)
  /// The display may be new: nothing is shown before its EDID or an admission comes.
  case unnamed(app: String)

  /// The picture in this state.
  var picture: ShownPicture {
    switch self {
    case .shown(let app, let role): .scene(app: app, role: role)
    case .waiting, .unnamed: .idle
    }
  }

  var words: String {
    switch self {
    case .shown(let app, _): "the \(app) is in front of all other apps"
    case .waiting(let app): "its display is new, and does not show the \(app) until a user admits it"
    case .unnamed(let app):
      "its EDID is not known yet; it does not show the \(app) before the EDID comes or a user admits it"
    }
  }
}

package nonisolated enum ShownPicture: Hashable, Sendable {
  package enum DarkCause: Hashable, Sendable {
    /// By the configuration, or because the connector has no display for pictures.
    case use
    /// Switched off by a user: its scenes wait in the background.
    case power
    /// Switched off by the schedule of this app's scene, which waits in the background.
    case schedule(app: String, role: SceneRole)
    /// Support for external displays is off: no scene is connected.
    case support
  }

  /// Off, with its CRTC released.
  case dark(DarkCause)
  /// The console's: never touched.
  case untouched
  /// This app's scene of an external role.
  case scene(app: String, role: SceneRole)
  case applications(app: String)
  /// A placeholder for a private scene, on a screen other than the main screen.
  case masked(app: String)
  /// Black: the controller of this app has gone, and its manifest asks for black.
  case black(app: String)
  /// The picture of another screen.
  case mirror
  case idle
}

/// The user's cover of a picture, which does not change the decision.
package nonisolated struct PictureCover: Hashable, Sendable {
  /// Black replaces the picture.
  package var isBlank = false
  /// The last picture is held.
  package var isFrozen = false

  /// Without a cover.
  package static let clear = PictureCover()

  package var isClear: Bool { self == .clear }
}

/// The result of `ShownPictureDecision`.
package nonisolated struct ScreenPicture: Hashable, Sendable {
  package var shown: ShownPicture
  package var cover: PictureCover
  /// The checked rules in order; the last rule decided.
  package var reasons: [ShownPictureDecision.Reason]

  /// Without arguments, the picture of a screen without a decision.
  package init(
    _ shown: ShownPicture = .idle, cover: PictureCover = .clear, reasons: [ShownPictureDecision.Reason] = []
  ) {
    self.shown = shown
    self.cover = cover
    self.reasons = reasons
  }

  /// Nil before the first decision.
  package var rule: String? { reasons.last?.rule }

  var isAlarm: Bool { rule == "alarm" || isRaisedAlarm }

  /// A call has raised it.
  package var isRaisedAlarm: Bool { rule == "raised" }

  /// Whether the daemon's own app is due.
  var isFront: Bool { rule == "talk" && shown != .idle }

  /// Whether the cover hides the scene that is due, so that nothing waits for its layout.
  var hidesScene: Bool { cover.isBlank }

  /// Whether the daemon sends no signal.
  package var isDark: Bool {
    switch shown {
    case .dark, .untouched: true
    case .scene, .applications, .masked, .black, .mirror, .idle: false
    }
  }
}

/// Makes the layers of a decision, as the only place that chooses them.
nonisolated enum PictureTree {
  /// The layers for a screen of this size; the idle colour if a needed window or source is missing.
  ///
  /// - Parameters:
  ///   - isPublic: whether to mask private layers; false for the main screen.
  ///   - window: the window of the scene that is due, laid out for this size.
  ///   - isPrivate: whether the whole window is private.
  static func make(
    _ picture: ScreenPicture, isPublic: Bool = true, window: LayerTree? = nil, isPrivate: Bool = false,
    source: (tree: LayerTree, size: PointSize)? = nil,
    fit: MirrorFit = .letterbox, size: PointSize, idle: Color
  ) -> LayerTree {
    if picture.cover.isBlank { return LayerTree(background: .black) }
    let tree: LayerTree? =
      switch picture.shown {
      case .scene: isPrivate ? window?.madePrivate(size: size) : window
      case .applications: window
      case .masked: LayerTree(background: LayerTree.placeholder)
      case .black: LayerTree(background: .black)
      case .mirror: source?.tree.fitted(from: source?.size ?? size, into: size, fit: fit)
      case .idle, .dark, .untouched: nil
      }
    guard let tree else { return LayerTree(background: idle) }
    return isPublic ? tree.masked() : tree
  }
}

nonisolated extension ScreenPicture {
  /// The reason why the screen shows no app's scene, and a hint for the command line.
  func whyNothingIsShown(on name: String) -> (reason: String, hint: String?) {
    let reason = reasons.last?.text ?? "nothing was decided yet"
    return switch shown {
    case .dark(.power):
      ("\(name) is dark, because it was turned off", "\"marqueectl power \(name) on\" turns it on again")
    case .dark(.schedule(let app, _)):
      (
        "\(name) is dark, because the schedule of \(app) has switched the power off; it is lit again when the schedule switches the power on, "
          + "or when another content is shown", "\"marqueectl power \(name) on\" turns it on until then"
      )
    case .dark(.support):
      ("\(name) is dark, because \(reason)", "\"marqueectl support \(name) on\" shows scenes on it again")
    case .dark(.use): ("\(name) is dark: \(reason)", nil)
    case .applications(let app):
      ("\(name) shows the application scenes of \(app), each with its own content: name the session of one", nil)
    case .masked(let app): ("\(app) is private, so that \(name) shows a placeholder for it", nil)
    case .untouched, .scene, .black, .mirror, .idle: ("no app shows anything on \(name): \(reason)", nil)
    }
  }
}
