internal import Composition
internal import DisplayTypes

package nonisolated enum ShownPicture: Hashable, Sendable {
  package enum DarkCause: Hashable, Sendable {
    /// By the configuration, or because it is no display for pictures.
    case use
    /// Switched off: its scenes wait in the background.
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
  /// A placeholder for a private scene, on a screen that is not the main one.
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

/// The answer of `ShownPictureDecision`.
package nonisolated struct ScreenPicture: Hashable, Sendable {
  package var shown: ShownPicture
  package var cover: PictureCover
  /// The checked rules in order; the last decided.
  package var reasons: [ShownPictureDecision.Reason]

  /// Without arguments: of a screen without a decision.
  package init(
    _ shown: ShownPicture = .idle, cover: PictureCover = .clear, reasons: [ShownPictureDecision.Reason] = []
  ) {
    self.shown = shown
    self.cover = cover
    self.reasons = reasons
  }

  /// Nil before the first decision.
  package var rule: String? { reasons.last?.rule }

  var isAlarm: Bool { rule == "alarm" }

  /// The daemon's own app is due.
  var isFront: Bool { rule == "talk" && shown != .idle }

  /// The scene that is due cannot be seen, so its layout is not waited for.
  var hidesScene: Bool { cover.isBlank }

  /// Whether the daemon sends no signal.
  package var isDark: Bool {
    switch shown {
    case .dark, .untouched: true
    case .scene, .applications, .masked, .black, .mirror, .idle: false
    }
  }
}

/// Makes the layers of a decision; nothing else picks the picture.
nonisolated enum PictureTree {
  /// The layers for a screen of this size; without a needed window or source it is the idle colour.
  ///
  /// - Parameters:
  ///   - isPublic: not the main screen: private layers are masked.
  ///   - window: of the scene that is due, laid out for this size.
  ///   - isPrivate: all of the window is private.
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
