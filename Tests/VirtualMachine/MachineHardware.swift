/// What reaches a machine from outside it: the cables of its monitors, their photographs, and QEMU's own commands.
///
/// On the host this is QEMU itself. A program inside the guest asks the host by a port of the machine (`HostPort`).
protocol MachineHardware: Sendable {
  /// Plugs a monitor of the virtio card, changes it, or unplugs it with nil. Consoles count from 0.
  func setMonitor(console: Int, to size: MonitorSize?) throws
  /// The picture that a device sends to its monitor; `head` counts from 0, where the device has several.
  func photograph(device: String, head: Int?) throws -> Photograph
  /// Runs a command of QEMU's machine protocol, and returns its text, if it answers with one.
  @discardableResult
  func execute(_ command: String, _ arguments: [String: any Sendable]) throws -> String?
}
