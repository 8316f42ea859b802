extension VirtualMachine {
  /// Reports what a guest that does not answer was doing, and ends it.
  ///
  /// Only `shutdown()` may follow.
  public func reportOfHang() -> String {
    let status = try? hardware.execute("human-monitor-command", ["command-line": "info status"])
    Self.interrupt(hardware)
    return "QEMU: \(status ?? "no answer")\n\(consoleLog)"
  }

  /// Ends the guest: its kernel prints the stack of each processor on the console.
  static func interrupt(_ hardware: some MachineHardware) {
    _ = try? hardware.execute("inject-nmi", [:])
    MachineDeadline.pause(milliseconds: 3000)
  }
}
