import DisplayTypes
import MonitorPower

/// By which adapter a display is asked.
nonisolated enum CECAdapterChoice: Hashable {
  /// There is none for it.
  case none
  case use(String)
  /// The adapter is another screen's, for this reason.
  case refuse(String, reason: String)

  struct Other {
    var screen: String
    var choice: CECChoice
    /// By what it was asked last.
    var path: String?
  }

  /// - Parameters:
  ///   - connector: the screen's, nil if it is not known.
  ///   - former: the adapter by which the display was asked before.
  ///   - found: the connectors of adapters that the kernel knows.
  init(
    _ choice: CECChoice, connector: CECAdapter.Connector?, former: String?, others: [Other],
    found: [String: CECAdapter.Connector]
  ) {
    switch choice {
    case .off: self = .none
    case .automatic:
      let own = connector.flatMap { connector in found.keys.sorted().first { found[$0] == connector } }
      self = (own ?? former).map { .use($0) } ?? .none
    case .device(let path):
      if let owner = found[path], let connector {
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
