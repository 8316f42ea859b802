/// Names of connectors: a kind and a number, such as `HDMI-A-1`.
package enum ConnectorName {
  /// The kinds in the kernel's order, from `drm_connector_enum_list` in drm_connector.c.
  package static let kinds = [
    "Unknown", "VGA", "DVI-I", "DVI-D", "DVI-A", "Composite", "SVIDEO", "LVDS", "Component", "DIN", "DP", "HDMI-A",
    "HDMI-B", "TV", "eDP", "Virtual", "DSI", "DPI", "Writeback", "SPI", "USB",
  ]

  /// Whether a text could be the name of a connector, in any case.
  package static func resembles(_ text: String) -> Bool {
    guard let dash = text.lastIndex(of: "-") else { return false }
    let kind = text[..<dash].lowercased()
    return DecimalDigits.value(of: text[text.index(after: dash)...], upTo: 99_999) != nil
      && kinds.contains { $0.lowercased() == kind }
  }
}
