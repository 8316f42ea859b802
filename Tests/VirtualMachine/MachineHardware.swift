/// The outside of a machine: the cables of its monitors, their photographs, and QEMU's own commands.
///
/// On the host this is QEMU itself. A program inside the guest asks the host through a port of the machine (`HostPort`).
protocol MachineHardware: Sendable {
  /// Plugs or changes a monitor of the virtio card; nil unplugs it. Consoles count from 0.
  func setMonitor(console: Int, to size: MonitorSize?) throws
  /// The picture that a device sends to its monitor. `head` counts from 0 if the device has several.
  func photograph(device: String, head: Int?) throws -> Photograph
  /// Runs a command of QEMU's machine protocol, and returns its text, if it answers with one.
  @discardableResult
  func execute(_ command: String, _ arguments: [String: any Sendable]) throws -> String?
}
