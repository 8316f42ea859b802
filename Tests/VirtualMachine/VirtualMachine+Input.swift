extension VirtualMachine {
  /// Plugs in an input device, and returns after udev has seen it.
  public func plug(_ device: InputDevice) throws {
    try hardware.execute("device_add", ["driver": device.model, "id": device.rawValue])
    try wait(for: "grep -q '\(device.kernelName)' /proc/bus/input/devices && udevadm settle")
  }

  /// Unplugs an input device, and returns after the kernel and QEMU have removed it.
  public func unplug(_ device: InputDevice) throws {
    try hardware.execute("device_del", ["id": device.rawValue])
    try wait(for: "! grep -q '\(device.kernelName)' /proc/bus/input/devices && udevadm settle")
    // QEMU releases it a moment after the kernel.
    for _ in 0..<10_000 {
      let type = try? hardware.execute(
        "qom-get", ["path": "/machine/peripheral/\(device.rawValue)", "property": "type"])
      guard type != nil else { return }
    }
    throw VirtualMachineError("QEMU does not let go of the \(device.rawValue).")
  }

  /// Unplugs all input devices.
  public func unplugInputDevices() throws {
    for device in [InputDevice.keyboard, .tablet]
    where try run("grep -q '\(device.kernelName)' /proc/bus/input/devices").succeeded {
      try unplug(device)
    }
  }

  /// Presses keys together and releases them after a tenth of a second. The names are QEMU's, such as `pgdn`, `ctrl`, `b`.
  public func press(_ keys: String...) throws {
    try hardware.execute("send-key", ["keys": keys.map { ["type": "qcode", "data": $0] }])
  }

  /// Presses or releases a key.
  public func hold(_ key: String, _ isDown: Bool) throws {
    let code: [String: String] = ["type": "qcode", "data": key]
    try send([["type": "key", "data": ["key": code, "down": isDown] as [String: any Sendable]]])
  }

  /// Moves the tablet to a place, in fractions of the screen.
  public func point(x: Double, y: Double) throws {
    // QEMU's range of an absolute axis.
    func axis(_ name: String, _ share: Double) -> [String: any Sendable] {
      ["type": "abs", "data": ["axis": name, "value": Int((share * 32767).rounded())] as [String: any Sendable]]
    }
    try send([axis("x", x), axis("y", y)])
  }

  /// Presses or releases the tablet's left button.
  public func click(_ isDown: Bool) throws {
    try send([["type": "btn", "data": ["button": "left", "down": isDown] as [String: any Sendable]]])
  }

  /// Plugs in a touch screen with this kernel name. This QEMU has none, so a program in the guest plays it (`Tests/TouchScreen`).
  public func plugTouchScreen(_ name: String) throws -> BackgroundCommand {
    try check("modprobe uinput")
    let command = try start("/marquee/build/touch-screen \(Self.touchPipe) '\(name)'")
    try wait(for: "grep -q '\(name)' /proc/bus/input/devices && udevadm settle")
    return command
  }

  /// Touches it by lines, one after the other: `down FINGER X Y`, `move FINGER X Y`, `up FINGER`, or `end`, which unplugs it.
  /// Places are fractions of the screen.
  public func touch(_ lines: String...) throws {
    try check("cat > \(Self.touchPipe)", input: lines.flatMap { Array("\($0)\n".utf8) })
  }

  private static let touchPipe = "/tmp/touch-screen"

  private func send(_ events: [[String: any Sendable]]) throws {
    try hardware.execute("input-send-event", ["events": events])
  }
}
