/// How the daemon's own app, which is in front of all others, stands to a screen.
public nonisolated enum FrontStanding: Hashable, Sendable {
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
