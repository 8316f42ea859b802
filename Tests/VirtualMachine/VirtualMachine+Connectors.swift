extension VirtualMachine {
  /// The number N of the driver's `cardN`.
  public func card(of driver: Driver) throws -> Int {
    let names = try check("grep -H . /sys/kernel/debug/dri/*/name")
    // /sys/kernel/debug/dri/0/name:virtio_gpu dev=0000:00:02.0 unique=0000:00:02.0
    for line in names.split(separator: "\n") {
      let words = line.split(whereSeparator: { "/: ".contains($0) })
      if words.count > 6, words[6].hasPrefix(driver.debugfsName), let number = Int(words[4]), number < 64 {
        return number
      }
    }
    throw VirtualMachineError("No card has the driver \(driver.rawValue):\n\(names)")
  }

  /// The names of the driver's connectors, such as `Virtual-1`, without writeback connectors.
  public func connectors(of driver: Driver) throws -> [String] {
    let card = try card(of: driver)
    let names = try check("ls /sys/class/drm").split(separator: "\n")
    let prefix = "card\(card)-"
    return names.filter { $0.hasPrefix(prefix) && !$0.contains("Writeback") }
      .map { String($0.dropFirst(prefix.count)) }
  }

  /// The status of a connector in the kernel: `connected`, `disconnected` or `unknown`.
  ///
  /// It does not probe.
  public func status(ofConnector name: String) throws -> String {
    try check("cat /sys/class/drm/card*-\(name)/status")
  }

  /// Waits until the kernel reports this status for a connector.
  public func wait(forConnector name: String, toBe status: String, within limit: Duration = .seconds(60)) throws {
    try wait(for: "grep -qx \(status) /sys/class/drm/card*-\(name)/status", within: limit)
  }

  /// Writes `off`, `on` or `detect` to a connector's status in sysfs.
  ///
  /// On vkms `off` and `detect` unplug and plug the monitor.
  public func write(status: String, toConnector name: String) throws {
    try check("for file in /sys/class/drm/card*-\(name)/status; do echo \(status) > \"$file\"; done")
  }

  /// Plugs the monitor of vkms, with a real uevent.
  public func plugVKMS() throws {
    for name in try connectors(of: .vkms) { try write(status: "detect", toConnector: name) }
  }

  /// Unplugs the monitor of vkms, with a real uevent.
  public func unplugVKMS() throws {
    for name in try connectors(of: .vkms) { try write(status: "off", toConnector: name) }
  }

  /// Loads vkms again, with one or two outputs, each with its own vblank; none has a monitor.
  public func loadVKMS(outputs: Int) throws {
    try check("modprobe -r vkms && modprobe vkms enable_overlay=1 outputs=\(outputs)")
    try settleUdev()
    try unplugVKMS()
  }

  /// Sets a parameter of vkms (`Tests/Guest/vkms-trouble.patch`).
  public func setVKMS(_ parameter: String, _ value: String) throws {
    try check("echo \(value) > /sys/module/vkms/parameters/\(parameter)")
  }

  /// Gives a connector the EDID of another monitor. Empty bytes restore its own.
  ///
  /// The virtio card reads it at its next `plug`.
  public func setEDID(_ bytes: [UInt8], ofConnector name: String) throws {
    if bytes.isEmpty {
      try check("printf reset > $(echo /sys/kernel/debug/dri/*/\(name)/edid_override)")
    } else {
      // The kernel takes the whole EDID in one write.
      try check("dd of=$(echo /sys/kernel/debug/dri/*/\(name)/edid_override) bs=65536 2>/dev/null", input: bytes)
    }
  }

  /// Takes the driver's card out of its slot.
  ///
  /// The kernel removes the device even if a program has it open.
  public func removeCard(of driver: Driver) throws {
    let card = try card(of: driver)
    try check("echo 1 > \"$(readlink -f /sys/class/drm/card\(card)/device)/remove\"")
  }

  /// Searches all slots for cards, and so finds a card that was removed.
  public func rescanCards() throws {
    try check("echo 1 > /sys/bus/pci/rescan")
    try settleUdev()
  }

  /// Waits until udev has handled all events, at most a minute of the host. A limit of the guest would depend on the host: idle time takes
  /// none, so the guest's clock jumps while it waits for the host's disk.
  private func settleUdev() throws { try wait(for: "udevadm settle") }
}
