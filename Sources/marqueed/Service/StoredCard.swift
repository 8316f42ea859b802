/// The name under which a card's descriptor stands in the service manager's store: its node without the folders.
nonisolated enum StoredCard {
  static func name(of device: String) -> String {
    "card-" + (device.split(separator: "/").last.map(String.init) ?? device)
  }

  static func device(of name: String) -> String? {
    name.hasPrefix("card-") ? "/dev/dri/" + name.dropFirst("card-".count) : nil
  }
}
