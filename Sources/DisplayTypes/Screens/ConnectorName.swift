/// Names of connectors: a kind and a number, such as `HDMI-A-1`.
package enum ConnectorName {
  /// The kinds in the kernel's order, from `drm_connector_enum_list` in drm_connector.c.
  package static let kinds = [
    "Unknown", "VGA", "DVI-I", "DVI-D", "DVI-A", "Composite", "SVIDEO", "LVDS", "Component", "DIN", "DP", "HDMI-A",
    "HDMI-B", "TV", "eDP", "Virtual", "DSI", "DPI", "Writeback", "SPI", "USB",
  ]

  /// Whether a text could be the name of a connector, in any case.
  package static func resembles(_ text: String) -> Bool { canonical(text) != nil }

  /// The name as the kernel writes it, from a text in any case; nil if the text is no name of a connector.
  package static func canonical(_ text: String) -> String? {
    guard let dash = text.lastIndex(of: "-") else { return nil }
    let kind = text[..<dash].lowercased()
    let number = text[text.index(after: dash)...]
    guard DecimalDigits.value(of: number, upTo: 99_999) != nil else { return nil }
    return kinds.first { $0.lowercased() == kind }.map { "\($0)-\(number)" }
  }
}
