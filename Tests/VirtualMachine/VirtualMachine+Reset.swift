extension VirtualMachine {
  /// Makes QEMU forward a port of the guest, and returns the port of 127.0.0.1 for it.
  public func forward(guestPort: UInt16) throws -> UInt16 {
    let words = "hostfwd_add net0 tcp:127.0.0.1:0-:\(guestPort)"
    let complaint = try hardware.execute("human-monitor-command", ["command-line": words])
    guard complaint?.isEmpty != false else { throw VirtualMachineError("\(words): \(complaint ?? "")") }
    return try ForwardedPorts(hardware.execute("human-monitor-command", ["command-line": "info usernet"]))
      .port(forGuest: guestPort)
  }

  /// Connects to a port of 127.0.0.1 that QEMU forwards to the guest.
  public func connect(hostPort: UInt16) throws -> GuestConnection { try GuestConnection(hostPort: hostPort) }

  /// Resets the machine at once, like its reset button, and returns after it has booted.
  ///
  /// The guest loses everything that it had not flushed to its disk.
  public func reset(within limit: Duration = .seconds(120)) throws {
    // The command line makes the machine end instead.
    try hardware.execute("set-action", ["reboot": "reset"])
    try hardware.execute("system_reset", [:])
    try agent.waitUntilReady(by: MachineDeadline(after: limit))
    if options.buildDirectory != nil, !options.installsPackages { try check("/marquee/mount-build") }
  }
}
