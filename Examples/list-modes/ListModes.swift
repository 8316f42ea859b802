// Lists the connectors and modes of a card: `list-modes [/dev/dri/card0]`.
import DisplayTypes
import KernelModeSetting

@main
enum ListModes {
  static func main() throws {
    let path = CommandLine.arguments.dropFirst().first ?? "/dev/dri/card0"
    let card = try Card.open(path)
    let capabilities = try card.descriptor.negotiateCapabilities()
    let driver = try card.descriptor.driverName()
    print("\(path): \(driver), \(capabilities.atomic ? "atomic" : "legacy")")
    for connector in try card.descriptor.snapshot(probing: true).connectors {
      let identity = connector.identity
      print("\(connector.name): \(connector.status.rawValue) \(identity.make) \(identity.model) \(identity.serial)")
      let names = ModeNames(of: connector.modes)
      for mode in connector.modes {
        print("  \(names[mode])\(mode.isPreferred ? " (preferred)" : "")")
      }
    }
    card.close()
  }
}
