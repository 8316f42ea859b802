internal import Composition
internal import DisplayTypes

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
  var isRaisedAlarm: Bool { rule == "raised" }

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
      ("\(name) is dark, since it was turned off", "\"marqueectl power \(name) on\" turns it on again")
    case .dark(.schedule(let app, _)):
      (
        "\(name) is dark, since the schedule that \(app) shows there has switched the power off; it returns when the schedule says so, "
          + "or when something else is shown", "\"marqueectl power \(name) on\" turns it on until then"
      )
    case .dark(.support):
      ("\(name) is dark, since \(reason)", "\"marqueectl support \(name) on\" shows scenes on it again")
    case .dark(.use): ("\(name) is dark: \(reason)", nil)
    case .applications(let app):
      ("\(name) shows the application scenes of \(app), each with its own content: name the session of one", nil)
    case .masked(let app): ("\(app) is private, so that \(name) shows a placeholder for it", nil)
    case .untouched, .scene, .black, .mirror, .idle: ("no app shows anything on \(name): \(reason)", nil)
    }
  }
}
