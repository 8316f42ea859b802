import Configuration
import ContentModel
import ControlProtocol
import DisplayTypes
import Scenes

/// The own names of screens, which the rules of the configuration give them.
final class ScreenNames {
  private let system: SceneSystem
  private let configuration: CurrentConfiguration
  /// The last identity on each connector, for events of a display that is gone.
  private var identities: [String: DisplayIdentity] = [:]

  init(_ configuration: CurrentConfiguration, of system: SceneSystem) {
    self.configuration = configuration
    self.system = system
  }

  private var rules: [ModeRule] { configuration.value.screens }

  /// The own name of the screen on a connector, also just after its display has gone; nil if the screen has none.
  func name(onConnector connector: String) -> String? {
    let coordinator = try? system.find(connector)
    if let screen = coordinator?.screen { identities[connector] = screen.snapshot.identity }
    // Before its EDID comes, the decision knows the display by the last one on this connector.
    if let name = coordinator?.decision.rule?.name?.value { return name }
    return rules.first(connectorName: connector, identity: identities[connector] ?? .unknown)?.name?.value
  }

  /// The request with the kernel's names of connectors, in place of own names and of other cases. Names of several screens are refused.
  func resolve(_ request: ControlRequest) throws(ControlError) -> ControlRequest {
    try request.namingScreens { text throws(ControlError) in try connector(of: text) }
  }

  private func connector(of text: String) throws(ControlError) -> String {
    // The sources of a mirror that are no screens.
    if ["main", "application"].contains(text) { return text }
    guard let rule = rules.first(named: text) else {
      if let connector = ConnectorName.canonical(text) { return connector }
      guard let near = NearestWord.find(text, among: rules.compactMap(\.name?.value)) else { return text }
      throw .noSuchScreen(screen: text, near: [near])
    }
    let found = (system.screens + [system.standIn].compactMap(\.self)).map(\.name).filter {
      (try? system.find($0))?.decision.rule?.name == rule.name
    }
    if found.count > 1 {
      throw .failed(
        message: "\(text) is the name of several screens: \(found.joined(separator: ", "))",
        hint: "give the connector, or a match for one display in the rule")
    }
    if let one = found.first { return one }
    // A rule for one connector names the connector also while no display is there.
    if let connector = rule.match.value.connector.flatMap({ ConnectorName.canonical($0.text) }) { return connector }
    // Any other rule names the connector on which its display was last.
    let last = identities.keys.sorted().first { connector in
      identities[connector].flatMap { rules.first(connectorName: connector, identity: $0)?.name } == rule.name
    }
    if let last { return last }
    throw .noSuchScreen(screen: text, near: system.screens.map(\.name))
  }
}
