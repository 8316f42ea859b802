import Foundation
import VirtualMachine

/// Probes in the kernel that measure a program's work with virtio-gpu, without a cost for one program more than for another.
enum Scanout {
  /// Lines for `startProbing`.
  static let probes = [
    "p:uevent drm_sysfs_hotplug_event",
    "p:look drm_mode_getconnector",
    "p:buffer drm_mode_create_dumb_ioctl",
    "p:commit drm_mode_atomic_ioctl flags=+0(%si):x32",
    "p:scanout virtio_gpu_cmd_set_scanout output=%si:u32 resource=%dx:u32",
    "p:close drm_release",
  ]

  /// Waits for a scan-out, which may never come if the program ends, and then stops the probes.
  ///
  /// For the first `seconds` it sends the guest no commands, because they would use its processors.
  static func stop(_ machine: VirtualMachine, quietSeconds seconds: Double) throws -> [TraceEvent] {
    Thread.sleep(forTimeInterval: seconds)
    let seen = "grep -q 'scanout:.* resource=[1-9]' /sys/kernel/tracing/trace"
    _ = try? machine.wait(for: seen, within: .seconds(10))
    return try machine.stopProbing()
  }

  /// When the program was started and when it lit a display, by the kernel's clock in seconds.
  static func start(of compositor: Compositor, on machine: VirtualMachine) throws -> (exec: Double, scanout: Double) {
    let events = try stop(machine, quietSeconds: 3)
    let exec = events.first {
      $0.function == "sched_process_exec" && $0.detail.hasPrefix("filename=\(compositor.program) ")
    }
    guard let started = exec?.time, let scanout = steps(events, after: started)["scanout"] else {
      let seen = events.suffix(20).map { "\($0.time) \($0.threadName) \($0.function) \($0.detail)" }
      throw FigureError("It lights no display in time:\n\(seen.joined(separator: "\n"))")
    }
    return (started, scanout)
  }

  /// The steps after `start`, each at its first call: `look`, `buffer`, `test`, `commit` and `scanout`.
  ///
  /// Empty without a scan-out.
  static func steps(_ events: [TraceEvent], after start: Double) -> [String: Double] {
    let testOnly = 0x100
    var steps: [String: Double] = [:]
    for event in events where event.time >= start {
      var name = event.function
      if name == "commit", let flags = event.argument("flags"), flags & testOnly != 0 { name = "test" }
      if name == "scanout", event.argument("resource") == 0 { continue }
      if steps[name] == nil { steps[name] = event.time }
      if name == "scanout" { return steps }
    }
    return [:]
  }
}
