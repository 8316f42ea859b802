internal import CUdev
internal import DisplayTypes
internal import EventLoop
internal import Glibc
internal import SystemPackage

/// Receives hotplug events from udev, the kernel, or sysfs, whichever exists. For an open card the kernel's events suffice and are faster.
/// For a new card it uses udev's event, because then its node exists. It reads each burst in one turn, and reports each event once.
final class HotplugWatcher {
  enum Source {
    /// The kernel's events for connectors, udev's for cards.
    case udev
    /// Only the kernel's events, because no udevd runs.
    case kernel
    /// No events. It compares the states of connectors in sysfs every two seconds.
    case sysfs
  }

  let source: Source
  private let handler: (HotplugEvent) -> Void
  private let kernelMonitor: UdevMonitor?
  private let udevMonitor: UdevMonitor?
  private var watches: [Watch] = []
  private var comparison: SysfsComparison?
  private var timer: LoopTimer?

  private static let comparisonInterval: UInt64 = 2_000_000_000

  init(loop: EventLoop, handler: @escaping (HotplugEvent) -> Void) {
    self.handler = handler
    let context = UdevContext()
    let hasUdevd = unsafe access("/run/udev/control", F_OK) == 0
    kernelMonitor = context.flatMap { UdevMonitor(.kernel, context: $0) }
    udevMonitor = hasUdevd ? context.flatMap { UdevMonitor(.udev, context: $0) } : nil
    source = udevMonitor != nil ? .udev : kernelMonitor != nil ? .kernel : .sysfs
    for monitor in [kernelMonitor, udevMonitor] {
      guard let monitor else { continue }
      let isKernel = monitor === kernelMonitor
      let watch = try? loop.watch(monitor.descriptor, for: .readable) { [weak self] _ in
        self?.drain(monitor, isKernel: isKernel)
      }
      if let watch { watches.append(watch) }
    }
    if source == .sysfs || watches.isEmpty { startComparing(loop) }
  }

  private func drain(_ monitor: UdevMonitor, isKernel: Bool) {
    var events: [HotplugEvent] = []
    let sources = (kernel: kernelMonitor != nil, udev: udevMonitor != nil)
    while let device = monitor.next() {
      let deviceEvent = DeviceEvent(action: device.action, node: device.node) { device.property($0) }
      let event = HotplugEvent(deviceEvent, isKernel: isKernel, sources: sources)
      if let event, !events.contains(event) { events.append(event) }
    }
    if monitor.hasLostEvents { events.append(.eventsLost) }
    for event in events { handler(event) }
  }

  private func startComparing(_ loop: EventLoop) {
    comparison = SysfsComparison()
    timer = loop.makeTimer { [weak self] in
      guard let self else { return }
      for event in comparison?.changes() ?? [] { handler(event) }
      armTimer()
    }
    armTimer()
  }

  private func armTimer() { timer?.arm(at: .now.advanced(by: Self.comparisonInterval)) }
}

/// A hotplug event of udev or the kernel. It only requests another probe.
enum HotplugEvent: Hashable, Sendable {
  /// Connectors of a card may have changed. If the event names a connector, only that one.
  case connectorsMayHaveChanged(device: String, connector: UInt32?)
  /// A card was added, and its node and permissions are ready.
  case cardAdded(device: String)
  /// Events were lost in a burst, so anything may have changed.
  case eventsLost
  case cardRemoved(device: String)
}

/// The data of a libudev event: the node and its change.
struct DeviceEvent: Hashable, Sendable {
  /// `add`, `bind`, `change`, `remove` or another word.
  var action: String
  /// The node, such as `/dev/dri/card0`; empty for a device without one.
  var node: String
  /// The only changed connector (`CONNECTOR`); nil if the event names none.
  var connector: UInt32?
  /// Whether the event is about a lease and not about displays (`LEASE` without `HOTPLUG`).
  var isLease: Bool

  /// - Parameter property: returns the event's property with this name; empty if it has none.
  init(action: String, node: String, property: (String) -> String) {
    self.action = action
    self.node = node
    connector = UInt32(property("CONNECTOR"))
    isLease = property("HOTPLUG") != "1" && !property("LEASE").isEmpty
  }
}

extension HotplugEvent {
  /// Interprets an event. Returns nil if it is irrelevant, or if another source reports the same faster or with more detail.
  ///
  /// - Parameter isKernel: whether the event comes from the kernel itself, not from udev.
  init?(_ event: DeviceEvent, isKernel: Bool, sources: (kernel: Bool, udev: Bool)) {
    guard event.node.hasPrefix("/dev/dri/card") else { return nil }
    switch event.action {
    case "change" where !event.isLease && (isKernel || !sources.kernel):
      self = .connectorsMayHaveChanged(device: event.node, connector: event.connector)
    case "add", "bind":
      // Without udevd only the kernel reports new cards. With udevd, the node must get its permissions first.
      if isKernel && sources.udev { return nil }
      self = .cardAdded(device: event.node)
    case "remove" where isKernel || !sources.kernel: self = .cardRemoved(device: event.node)
    default: return nil
    }
  }
}

/// Hotplug without netlink: compares the cards and connectors in sysfs with their last state.
struct SysfsComparison {
  private let root: String
  private var last: [String: String]

  init(root: String = "/sys/class/drm") {
    self.root = root
    last = Self.readState(root)
  }

  /// The changes since the last call.
  mutating func changes() -> [HotplugEvent] {
    let now = Self.readState(root)
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
  private static func readState(_ root: String) -> [String: String] {
    let names = (FolderNames.read(root) ?? []).filter { $0.hasPrefix("card") }
    let states = names.map { name in
      name.contains("-") ? contents("\(root)/\(name)/status") + contents("\(root)/\(name)/modes") : ""
    }
    return Dictionary(zip(names, states)) { $1 }
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
