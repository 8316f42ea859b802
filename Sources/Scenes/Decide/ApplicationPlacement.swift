internal import DisplayTypes

/// Decides which display has the application scenes of an app; all of them are on one display. Pure. An external display counts only while
/// a controller owns input for the app.
nonisolated struct ApplicationPlacement: Hashable {
  struct Candidate: Hashable {
    var screen: ScreenID
    /// The built-in panel, or the one that the configuration names.
    var isMain = false
    /// The main screen, or an external display that may show scenes, even without power.
    var isUsable = true
    /// The user's choice.
    var isByHand = false
    /// The configuration prefers them here, and the app is in the foreground of this screen.
    var isByRule = false
    /// The app's choice.
    var isByApp = false
  }

  struct Home: Hashable {
    var screen: ScreenID
    var place: ApplicationPlace
  }

  var candidates: [Candidate]
  var isInputOwned: Bool

  /// Nil if there is no place for them; they wait in the background then.
  var home: Home? {
    let external = isInputOwned ? candidates.filter { $0.isUsable && !$0.isMain } : []
    let main = candidates.first(where: \.isMain)
    if let main, main.isByHand { return Home(screen: main.screen, place: .main) }
    if let screen = external.first(where: \.isByHand)?.screen { return Home(screen: screen, place: .hand) }
    if let screen = external.first(where: \.isByRule)?.screen { return Home(screen: screen, place: .rule) }
    if let screen = external.first(where: \.isByApp)?.screen { return Home(screen: screen, place: .app) }
    return main.map { Home(screen: $0.screen, place: .main) }
  }
}

/// Why an app's application scenes are on a display, in order of priority.
package nonisolated enum ApplicationPlace: Hashable, Sendable, CaseIterable {
  /// The user's choice.
  case hand
  /// The configuration prefers application scenes on that external display, and the app is in its foreground.
  case rule
  /// The app's choice; an external scene has priority.
  case app
  /// The main screen, without any choice.
  case main
}

/// An app's application scenes, placed on a screen.
nonisolated struct ApplicationCandidate: Hashable, Sendable {
  var app: String
  /// The source of the placement.
  var place: ApplicationPlace
  /// True until their delegates have been asked.
  var hasWindow = true
  /// Without an owner of their input, the scenes are on no external display.
  var isInputOwned = true

  /// Nil if the screen does not show the scenes.
  var picture: ShownPicture? { hasWindow && (place == .main || isInputOwned) ? .applications(app: app) : nil }

  /// The reason, for people.
  var words: String {
    if place != .main, !isInputOwned { return "\(app) is placed here, but no controller owns its input" }
    guard hasWindow else { return "no application scene of \(app) has a window" }
    return switch place {
    case .main: "\(app) is in the foreground, and has application scenes"
    case .hand: "\(app) was placed here by hand"
    case .rule: "the rule prefers application scenes, and \(app) has some"
    case .app: "\(app) has placed itself here"
    }
  }
}
