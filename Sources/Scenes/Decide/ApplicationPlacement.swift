internal import DisplayTypes

/// On which display the application scenes of an app are: all of them on one at a time.
///
/// Pure. An external display counts only while a controller owns input for the app.
nonisolated struct ApplicationPlacement: Hashable {
  /// A connected screen, as far as it counts here.
  struct Candidate: Hashable {
    var screen: ScreenID
    /// The built-in panel, or the one that the configuration names.
    var isMain = false
    /// An external display that may show scenes, with a picture or without power.
    var isUsable = true
    /// The user has put them here.
    var isByHand = false
    /// The configuration prefers them here, and the app is in the foreground of this screen.
    var isByRule = false
    /// The app has put them here.
    var isByApp = false
  }

  /// A display, and why it is that one.
  struct Home: Hashable {
    var screen: ScreenID
    var place: ApplicationPlace
  }

  /// The connected screens, in their order.
  var candidates: [Candidate]
  /// A controller owns input for the app.
  var isInputOwned: Bool

  /// Where they are; nil where there is no place for them: then they wait in the background.
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

/// Why an app's application scenes are on a display: the first that applies counts.
public nonisolated enum ApplicationPlace: Hashable, Sendable, CaseIterable {
  /// The user has put them there.
  case hand
  /// The configuration prefers application scenes on that external display, and the app is in its foreground.
  case rule
  /// The app has put them there; an external scene goes before them.
  case app
  /// It is the main screen, and nothing else was said.
  case main
}

/// What counts of an app's application scenes on the screen where they are placed.
public nonisolated struct ApplicationCandidate: Hashable, Sendable {
  /// The app's name.
  public var app: String
  /// Who has placed them there.
  public var place: ApplicationPlace
  /// One of them has a window; taken to be so until their delegates have been asked.
  public var hasWindow: Bool
  /// A controller owns input for them: without one they are on no external display.
  public var isInputOwned: Bool

  /// Makes a standing.
  public init(app: String, place: ApplicationPlace, hasWindow: Bool = true, isInputOwned: Bool = true) {
    self.app = app
    self.place = place
    self.hasWindow = hasWindow
    self.isInputOwned = isInputOwned
  }

  /// What the screen shows of them; nil where that is nothing.
  var picture: ShownPicture? {
    hasWindow && (place == .main || isInputOwned) ? .applications(app: app) : nil
  }

  /// Why, or why not, as a sentence for people.
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
