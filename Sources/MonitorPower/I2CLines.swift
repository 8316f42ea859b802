internal import EventLoop
internal import Glibc

/// The I2C lines of a machine, as files.
@safe package struct I2CLines: Hashable, Sendable {
  /// The lines to external monitors, such as `/dev/i2c-4`, the lowest number first.
  package private(set) var external: [String] = []
  /// The lines to a laptop's own panel. DDC/CI disturbs the picture of some panels, so no program of Marquee opens these.
  package private(set) var panels: [String] = []

  package init(devices: String = "/dev", connectors: String = "/sys/class/drm") {
    let ofPanels = (FolderNames.read(connectors) ?? []).filter { name in
      name.split(separator: "-").dropFirst().contains { Self.panelKinds.contains($0) }
    }
    let lines = (FolderNames.read(devices) ?? []).filter { $0.hasPrefix("i2c-") && UInt16($0.dropFirst(4)) != nil }
    for line in lines.sorted(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) {
      let isOfPanel = ofPanels.contains { name in
        // An AUX line has its own adapter. Other connectors have a link to theirs.
        unsafe access("\(connectors)/\(name)/\(line)", F_OK) == 0
          || Self.target(of: "\(connectors)/\(name)/ddc") == .some(line[...])
      }
      if isOfPanel { panels.append("\(devices)/\(line)") } else { external.append("\(devices)/\(line)") }
    }
  }

  /// The types of panels in the names of connectors, as in `card0-eDP-1` (drm_connector.c).
  private static let panelKinds: [Substring] = ["eDP", "LVDS", "DSI"]

  private static func target(of link: String) -> Substring? {
    var bytes = [CChar](repeating: 0, count: 4096)
    let length = unsafe readlink(link, &bytes, bytes.count)
    guard length > 0 else { return nil }
    return String(decoding: bytes.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: "/")
      .last
  }
}
