internal import VirtualMachine

/// Counts that only the kernel's own tracer provides.
extension MachineBench {
  /// Counts how often the kernel enables a CRTC.
  public func countModesets(while body: () throws -> Void) throws -> Int {
    let function =
      switch driver {
      case .virtioGPU: "virtio_gpu_crtc_atomic_enable"
      case .vkms: "vkms_crtc_atomic_enable"
      case .bochs: "bochs_pipe_enable"
      case .qxl: "qxl_crtc_atomic_enable"
      }
    return try machine.trace([function], while: body).filter { $0.function == function }.count
  }

  /// Counts how often the display thread makes the kernel disable a CRTC. The count excludes the kernel's actions after the card is closed.
  public func countTurnedOff(while body: () throws -> Void) throws -> Int? {
    let function = driver == .vkms ? "vkms_crtc_atomic_disable" : "virtio_gpu_crtc_atomic_disable"
    let calls = ["drm_release", function]
    let events = try machine.trace(calls, while: body)
    let isOfDaemon = events.prefix { $0.function != "drm_release" }
    return isOfDaemon.filter { $0.function == function }.count
  }

  /// Probes the virtio driver's uploads. Width and height are the third and fourth argument, with four bytes for each pixel.
  public func bytesSent(while body: () throws -> Void) throws -> Int? {
    guard driver == .virtioGPU else {
      try body()
      return nil
    }
    try machine.startProbing(["p:upload virtio_gpu_cmd_transfer_to_host_2d width=%dx:u32 height=%cx:u32"])
    do {
      try body()
    } catch {
      _ = try? machine.stopProbing()
      throw error
    }
    return try machine.stopProbing().reduce(0) { sum, event in
      sum + (event.argument("width") ?? 0) * (event.argument("height") ?? 0) * 4
    }
  }

  /// Uses the kernel's flip events on vkms, and on other drivers the calls that show a frame.
  ///
  /// The display thread flips. Another thread makes modesets.
  public func flipTimes(while body: () throws -> Void) throws -> [Double]? {
    if driver == .vkms {
      try machine.startProbing([], events: ["drm/drm_vblank_event_delivered"])
      let result = Result { try body() }
      let times = try machine.stopProbing().map(\.time)
      try result.get()
      return times
    }
    // The daemon may write a small change into the buffer on the screen. It then calls DIRTYFB.
    let functions = ["drm_mode_atomic_ioctl", "drm_mode_page_flip_ioctl", "drm_mode_dirtyfb_ioctl"]
    return try machine.trace(functions, while: body).filter { $0.threadName.hasPrefix("display") }.map(\.time)
  }

  /// The gaps between `flipTimes`.
  public func flipGaps(while body: () throws -> Void) throws -> [Double]? {
    // A change at two distant places takes two calls, which belong to one frame.
    try flipTimes(while: body).map { times in zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 > 0.002 } }
  }

  /// Reads the kernel's own state of the planes. A plane with alpha (AR24) is a cursor plane, because pictures have none.
  public func cursorPlanes() throws -> [PlanePlace] {
    let text = try machine.check("cat /sys/kernel/debug/dri/\(try machine.card(of: driver))/state")
    return text.split(separator: "\nplane[").compactMap { plane in
      // The text after the last plane has the other objects, so the first match is the plane's own.
      guard plane.contains("format=AR24"), let crtc = plane.firstMatch(of: /crtc=(\S+)/), crtc.1 != "(null)",
        let match = plane.firstMatch(of: /crtc-pos=\d+x\d+([+-]\d+)([+-]\d+)/), let x = Int(match.1),
        let y = Int(match.2)
      else { return nil }
      return PlanePlace(x: x, y: y)
    }
  }

  /// The driver may update the planes on another thread than the caller's.
  public func planeChanges(while body: () throws -> Void) throws -> PlaneChanges {
    let picture = "virtio_gpu_primary_plane_update"
    let interface = [
      "drm_mode_atomic_ioctl", "drm_mode_page_flip_ioctl", "drm_mode_dirtyfb_ioctl", "drm_mode_cursor_ioctl",
    ]
    let events = try machine.trace(driver == .virtioGPU ? interface + [picture] : interface, while: body)
    return PlaneChanges(
      calls: events.filter { $0.threadName.hasPrefix("display") && $0.function != picture }.map(\.time),
      pictures: driver == .virtioGPU ? events.count { $0.function == picture } : nil)
  }
}
