/// What is read of one event of libudev: about which node, and what has happened to it.
struct DeviceEvent: Hashable, Sendable {
  /// `add`, `bind`, `change`, `remove` or another word.
  var action: String
  /// As `/dev/dri/card0`; empty for a device without one.
  var node: String
  /// The connector that alone has changed (`CONNECTOR`); nil where the event names none.
  var connector: UInt32?
  /// It tells of a lease, not of displays (`LEASE` without `HOTPLUG`).
  var isLease: Bool

  /// - Parameter property: the event's property of that name; empty for one that it lacks.
  init(action: String, node: String, property: (String) -> String) {
    self.action = action
    self.node = node
    connector = UInt32(property("CONNECTOR"))
    isLease = property("HOTPLUG") != "1" && !property("LEASE").isEmpty
  }
}

extension HotplugEvent {
  /// What an event means; nil where it means nothing to us, or another source says the same sooner or better.
  ///
  /// - Parameter isKernel: whether the kernel itself says it, not udev.
  /// - Parameter hears: which of them are listened to.
  init?(_ event: DeviceEvent, isKernel: Bool, hears: (kernel: Bool, udev: Bool)) {
    guard event.node.hasPrefix("/dev/dri/card") else { return nil }
    switch event.action {
    case "change" where !event.isLease && (isKernel || !hears.kernel):
      self = .connectorsMayHaveChanged(device: event.node, connector: event.connector)
    case "add", "bind":
      // Without udevd nobody else says it; with it, the node gets its permissions first.
      if isKernel && hears.udev { return nil }
      self = .cardAdded(device: event.node)
    case "remove" where isKernel || !hears.kernel: self = .cardRemoved(device: event.node)
    default: return nil
    }
  }
}
