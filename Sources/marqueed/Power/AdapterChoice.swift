import DisplayTypes
import MonitorPower

/// By which adapter a display is told.
nonisolated enum AdapterChoice: Hashable {
  /// By none: there is none for it.
  case none
  case use(String)
  /// It is another screen's, for this reason.
  case refuse(String, reason: String)

  /// The choice in words, and why it is that; `obstacle` is what hinders the one that was chosen.
  func words(_ choice: CECChoice, paths: [String], obstacle: (String) -> String?) -> String {
    switch self {
    case .none where choice == .off: return "none, as its rule says"
    case .none where paths.isEmpty: return "none: there is no adapter (/dev/cec*)"
    case .none:
      return
        "none: the kernel says of no adapter (\(paths.joined(separator: ", "))) that it belongs to this connector; a rule's cec names one"
    case .use(let path):
      let reason = choice == .automatic ? "which the kernel says belongs to this connector" : "as its rule says"
      return "\(path), \(reason)" + (obstacle(path).map { "; \($0)" } ?? "")
    case .refuse(_, let reason): return "none: \(reason)"
    }
  }

  /// Another screen that is there.
  struct Other {
    var screen: String
    var choice: CECChoice
    /// By what it was told last.
    var path: String?
  }

  /// `connector` is the screen's, nil where nobody knows it; `former` is what woke or put it to sleep before.
  init(
    _ choice: CECChoice, connector: CECAdapter.Connector?, former: String?, paths: [String], others: [Other],
    connectorOf: (String) -> CECAdapter.Connector?
  ) {
    switch choice {
    case .off: self = .none
    case .automatic:
      let own = connector.flatMap { connector in paths.first { connectorOf($0) == connector } }
      self = (own ?? former).map { .use($0) } ?? .none
    case .device(let path):
      if let owner = connectorOf(path), let connector {
        self =
          owner == connector
          ? .use(path)
          : .refuse(
            path, reason: "the kernel says that \(path) belongs to another connector; say cec: auto in its rule")
        return
      }
      let other = others.first { $0.choice == choice || $0.choice == .automatic && $0.path == path }
      self =
        other.map {
          .refuse(
            path,
            reason:
              "\($0.screen) has \(path) too, and an adapter reaches one display; give each a rule with a cec of its own"
          )
        } ?? .use(path)
    }
  }
}
