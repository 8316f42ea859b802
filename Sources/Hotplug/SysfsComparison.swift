internal import Glibc

/// Hotplug without netlink: what sysfs says of cards and connectors, compared with what it said before.
struct SysfsComparison {
  private let root: String
  private var last: [String: String]

  init(root: String = "/sys/class/drm") {
    self.root = root
    last = Self.look(root)
  }

  /// What has changed since the last call.
  mutating func changes() -> [HotplugEvent] {
    let now = Self.look(root)
    let old = last
    last = now
    var events: [HotplugEvent] = []
    for card in Set(now.keys).union(old.keys).filter({ !$0.contains("-") }).sorted() {
      let device = "/dev/dri/\(card)"
      if old[card] == nil { events.append(.cardAdded(device: device)) }
      if now[card] == nil { events.append(.cardRemoved(device: device)) }
      let prefix = "\(card)-"
      if now.filter({ $0.key.hasPrefix(prefix) }) != old.filter({ $0.key.hasPrefix(prefix) }), now[card] != nil {
        events.append(.connectorsMayHaveChanged(device: device, connector: nil))
      }
    }
    return events
  }

  /// The state of each connector and the presence of each card, by name.
  private static func look(_ root: String) -> [String: String] {
    guard let directory = unsafe opendir(root) else { return [:] }
    defer { _ = unsafe closedir(directory) }
    var found: [String: String] = [:]
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      guard name.hasPrefix("card") else { continue }
      found[name] = name.contains("-") ? contents("\(root)/\(name)/status") + contents("\(root)/\(name)/modes") : ""
    }
    return found
  }

  private static func contents(_ path: String) -> String {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
