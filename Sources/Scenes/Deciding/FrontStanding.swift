/// How the daemon's own app, which is in front of all others, stands to a screen.
public nonisolated enum FrontStanding: Hashable, Sendable {
  /// It is shown there, in a scene of that role.
  case shown(app: String, role: SceneRole)
  /// The display was never seen before: nothing is shown until somebody says so.
  case waiting(app: String)

  /// What the screen shows.
  var picture: ShownPicture {
    switch self {
    case .shown(let app, let role): .scene(app: app, role: role)
    case .waiting: .idle
    }
  }

  /// Why, for people.
  var words: String {
    switch self {
    case .shown(let app, _): "the \(app) is in front of everything else"
    case .waiting(let app): "it was never seen before, and waits to be told that it may show the \(app)"
    }
  }
}
