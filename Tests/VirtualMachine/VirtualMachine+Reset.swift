extension VirtualMachine {
  /// Has QEMU forward a port of the guest, and returns the port of 127.0.0.1 that leads there.
  public func forward(guestPort: UInt16) throws -> UInt16 {
    let words = "hostfwd_add net0 tcp:127.0.0.1:0-:\(guestPort)"
    let complaint = try hardware.execute("human-monitor-command", ["command-line": words])
    guard complaint?.isEmpty != false else { throw VirtualMachineError("\(words): \(complaint ?? "")") }
    return try ForwardedPorts(hardware.execute("human-monitor-command", ["command-line": "info usernet"]))
      .port(forGuest: guestPort)
  }

  /// Connects to a port of 127.0.0.1 that leads to the guest.
  public func connect(hostPort: UInt16) throws -> GuestConnection { try GuestConnection(hostPort: hostPort) }

  /// Resets the machine at once, as its button does, and returns when it has booted.
  ///
  /// What the guest had not flushed to its disk is lost, and so is all that was not on a disk.
  public func reset(within limit: Duration = .seconds(120)) throws {
    // The command line has the machine end instead.
    try hardware.execute("set-action", ["reboot": "reset"])
    try hardware.execute("system_reset", [:])
    try agent.waitUntilReady(by: MachineDeadline(after: limit))
    if options.buildDirectory != nil, !options.installsPackages { try check("/marquee/mount-build") }
  }
}
