internal import Composition
internal import DisplayTypes

/// What a screen shows.
public nonisolated enum ShownPicture: Hashable, Sendable {
  /// Why a screen is dark.
  public enum DarkCause: Hashable, Sendable {
    /// The configuration keeps it so, or it is no display for pictures.
    case use
    /// Its signal was switched off: its scenes wait in the background.
    case power
    /// The schedule that this app's scene plays has switched its signal off: the scene waits in the background.
    case schedule(app: String, role: SceneRole)
    /// Support for external displays is off: no scene is connected there.
    case support
  }

  /// Nothing: the screen is off and its CRTC released.
  case dark(DarkCause)
  /// It belongs to somebody else and is never touched.
  case untouched
  /// This app's scene of a role for external displays.
  case scene(app: String, role: SceneRole)
  /// The application scenes of this app.
  case applications(app: String)
  /// A placeholder, since what is due of this app is private, and this is no main screen.
  case masked(app: String)
  /// Black, since the controller of this app has gone, and its manifest says so.
  case black(app: String)
  /// What another screen shows: the main one, or the one that the configuration names.
  case mirror
  /// The idle frame.
  case idle
}

/// What lies over the picture of a screen: both are the user's, and neither changes what is due there.
public nonisolated struct PictureCover: Hashable, Sendable {
  /// Black is shown in its place.
  public var isBlank: Bool
  /// What was shown last is held.
  public var isFrozen: Bool

  /// Makes a cover.
  public init(isBlank: Bool = false, isFrozen: Bool = false) {
    self.isBlank = isBlank
    self.isFrozen = isFrozen
  }

  /// Nothing lies over the picture.
  public static let clear = PictureCover()

  /// Whether the picture can be seen, and moves.
  public var isClear: Bool { self == .clear }
}

/// The answer to `ShownPictureDecision`: what a screen shows, what lies over it, and why.
public nonisolated struct ScreenPicture: Hashable, Sendable {
  /// What is due there.
  public var shown: ShownPicture
  /// What lies over that.
  public var cover: PictureCover
  /// The rules that were asked, in order; the last decided.
  public var reasons: [ShownPictureDecision.Reason]

  /// Makes an answer; without arguments that of a screen for which nothing was decided yet.
  public init(
    _ shown: ShownPicture = .idle, cover: PictureCover = .clear, reasons: [ShownPictureDecision.Reason] = []
  ) {
    self.shown = shown
    self.cover = cover
    self.reasons = reasons
  }

  /// The rule that decided; nil where nothing was decided yet.
  public var rule: String? { reasons.last?.rule }

  /// Whether an alarm is due.
  var isAlarm: Bool { rule == "alarm" }

  /// Whether the daemon's own app is due, which is in front of all others.
  var isFront: Bool { rule == "talk" && shown != .idle }

  /// Whether nothing is seen of the scene that is due, so that its layout is not waited for.
  var hidesScene: Bool { cover.isBlank }

  /// Whether the screen has no signal from us.
  public var isDark: Bool {
    switch shown {
    case .dark, .untouched: true
    case .scene, .applications, .masked, .black, .mirror, .idle: false
    }
  }
}

/// Makes the layers of what was decided: nothing else picks what is shown.
nonisolated enum PictureTree {
  /// The layers for a screen of this size in points.
  ///
  /// The window's are those of the scene that is due, laid out for this size; the source's those of the mirrored screen, with its
  /// size. Where they are needed and missing, it is the idle colour.
  ///
  /// `isPublic`: it is no main screen, so that private layers are masked. `isPrivate`: all of the window is.
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
