internal import EventLoop
internal import Glibc

/// The I2C lines of a machine by which monitors can be asked, as files.
@safe package struct I2CLines: Hashable, Sendable {
  /// Those that do not lead to a laptop's own panel, as `/dev/i2c-4`, the lowest number first.
  package var external: [String]
  /// Those that do: a request by DDC/CI disturbs the picture of some panels, so that no program opens these.
  package var panels: [String]

  /// Looks at the files and at the connectors of the cards.
  package init(devices: String = "/dev", connectors: String = "/sys/class/drm") {
    let ofPanels = (FolderNames.read(connectors) ?? []).filter { name in
      name.split(separator: "-").dropFirst().contains { Self.panelKinds.contains($0) }
    }
    var (external, panels) = ([String](), [String]())
    let lines = (FolderNames.read(devices) ?? []).filter { $0.hasPrefix("i2c-") && UInt16($0.dropFirst(4)) != nil }
    for line in lines.sorted(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) {
      let isOfPanel = ofPanels.contains { name in
        // The one stands for an AUX line's own adapter, the other for any.
        unsafe access("\(connectors)/\(name)/\(line)", F_OK) == 0
          || Self.target(of: "\(connectors)/\(name)/ddc") == .some(line[...])
      }
      if isOfPanel { panels.append("\(devices)/\(line)") } else { external.append("\(devices)/\(line)") }
    }
    (self.external, self.panels) = (external, panels)
  }

  /// The types of panels in the names of connectors, as in `card0-eDP-1` (drm_connector.c).
  private static let panelKinds: [Substring] = ["eDP", "LVDS", "DSI"]

  /// The last part of a link's target.
  private static func target(of link: String) -> Substring? {
    var bytes = [CChar](repeating: 0, count: 4096)
    let length = unsafe readlink(link, &bytes, bytes.count)
    guard length > 0 else { return nil }
    return String(decoding: bytes.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: "/")
      .last
  }
}
