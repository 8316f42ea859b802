extension VirtualMachine {
  /// Plugs a monitor into the virtio card, or changes the plugged one.
  ///
  /// Monitors count from 1, like the connectors.
  ///
  /// The guest's kernel raises a real uevent. Plugging the same size twice does nothing.
  public func plug(monitor: Int, width: Int, height: Int) throws {
    try plug(monitor: monitor, MonitorSize(width, height))
  }

  /// Plugs a monitor of a given physical size.
  public func plug(monitor: Int, _ size: MonitorSize) throws {
    try hardware.setMonitor(console: try console(of: monitor), to: size)
  }

  /// Unplugs a monitor from the virtio card.
  public func unplug(monitor: Int) throws {
    try hardware.setMonitor(console: try console(of: monitor), to: nil)
  }

  /// Photographs the picture that a monitor receives.
  ///
  /// The picture of a monitor without a signal has `showsNoSignal`.
  public func photograph(monitor: Int = 1, of driver: Driver = .virtioGPU) throws -> Photograph {
    guard let device = driver.deviceIdentifier else {
      throw VirtualMachineError("\(driver.rawValue) has no monitor to photograph; read its CRC.")
    }
    return try hardware.photograph(device: device, head: driver == .virtioGPU ? monitor - 1 : nil)
  }

  /// Photographs until `condition` holds, and returns that picture; throws at the deadline with the colours of the last picture.
  public func photograph(
    monitor: Int = 1, of driver: Driver = .virtioGPU, within limit: Duration,
    until condition: (Photograph) throws -> Bool
  ) throws -> Photograph {
    let deadline = MachineDeadline(after: limit)
    while true {
      let picture = try photograph(monitor: monitor, of: driver)
      if try condition(picture) { return picture }
      guard !deadline.hasPassed else {
        let colors = picture.histogram.sorted { $0.value > $1.value }.prefix(5).map { "\($0.key) on \($0.value)" }
        throw VirtualMachineError(
          """
          Monitor \(monitor) does not show what was waited for. It shows \(picture.width)x\(picture.height), \
          \(picture.showsNoSignal ? "no signal" : colors.joined(separator: ", ")).
          """)
      }
      MachineDeadline.pause(milliseconds: 10)
    }
  }

  private func console(of monitor: Int) throws -> Int {
    guard (1...options.monitorCount).contains(monitor) else {
      throw VirtualMachineError("There is no monitor \(monitor); they are 1 to \(options.monitorCount).")
    }
    return monitor - 1
  }
}
