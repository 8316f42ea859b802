/// What counts of an app's application scenes on the screen where they are placed.
public nonisolated struct ApplicationStanding: Hashable, Sendable {
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
