internal import VirtualMachine

/// What only the kernel's own tracer can tell.
extension MachineBench {
  /// Counts how often the kernel lights a CRTC.
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

  /// Counts how often the display thread lets the kernel disable a CRTC; what the kernel does once the card is closed is not meant.
  public func countTurnedOff(while body: () throws -> Void) throws -> Int? {
    let function = driver == .vkms ? "vkms_crtc_atomic_disable" : "virtio_gpu_crtc_atomic_disable"
    let calls = ["drm_release", function]
    let events = try machine.trace(calls, while: body)
    let isOfDaemon = events.prefix { $0.function != "drm_release" }
    return isOfDaemon.filter { $0.function == function }.count
  }

  /// Probes the virtio driver's uploads: width and height are the third and fourth argument, four bytes a pixel.
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

  /// The kernel's own events of flips on vkms; elsewhere the calls that bring a frame to the screen.
  ///
  /// The display thread flips; modesets are made on another thread.
  public func flipGaps(while body: () throws -> Void) throws -> [Double]? {
    let times: [Double]
    if driver == .vkms {
      try machine.startProbing([], events: ["drm/drm_vblank_event_delivered"])
      let result = Result { try body() }
      times = try machine.stopProbing().map(\.time)
      try result.get()
    } else {
      // A small change may be written into the buffer that is on the screen, and is then told by DIRTYFB.
      let functions = ["drm_mode_atomic_ioctl", "drm_mode_page_flip_ioctl", "drm_mode_dirtyfb_ioctl"]
      times = try machine.trace(functions, while: body).filter { $0.threadName.hasPrefix("display") }.map(\.time)
    }
    // A change at two distant places is told in two calls: these are one frame.
    return zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 > 0.002 }
  }
}
