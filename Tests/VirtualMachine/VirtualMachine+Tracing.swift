extension VirtualMachine {
  /// Traces calls of functions of the guest's kernel while `body` runs. It measures time outside the traced programs.
  ///
  /// Useful functions: `drm_sysfs_hotplug_event`, `virtio_gpu_cmd_set_scanout`, `virtio_gpu_cmd_resource_flush`,
  /// `drm_mode_atomic_ioctl`, `drm_mode_setcrtc`, `drm_atomic_helper_commit_modeset_enables`.
  public func trace(_ functions: [String], while body: () throws -> Void) throws -> [TraceEvent] {
    try startTracing(functions)
    do {
      try body()
    } catch {
      _ = try? stopTracing()
      throw error
    }
    return try stopTracing()
  }

  /// Starts to trace, and deletes the earlier trace.
  public func startTracing(_ functions: [String]) throws {
    try check(
      """
      cd /sys/kernel/tracing
      echo 0 > tracing_on
      echo nop > current_tracer
      echo mono > trace_clock
      echo '\(functions.joined(separator: " "))' > set_ftrace_filter
      echo function > current_tracer
      echo > trace
      echo 1 > tracing_on
      """)
  }

  /// Stops tracing, and returns the calls in the order of their time.
  public func stopTracing() throws -> [TraceEvent] {
    let text = try check(
      """
      cd /sys/kernel/tracing
      echo 0 > tracing_on
      cat trace
      echo nop > current_tracer
      echo > set_ftrace_filter
      """)
    return text.split(separator: "\n").compactMap(TraceEvent.init(line:)).sorted { $0.time < $1.time }
  }

  /// Writes a line into the trace to mark a phase.
  public func markTrace(_ text: String) throws {
    try check("cat > /sys/kernel/tracing/trace_marker", input: Array(text.utf8))
  }

  /// Starts to trace arguments and the kernel's own trace events, and deletes the earlier trace.
  ///
  /// - Parameters:
  ///   - probes: Lines of `kprobe_events`, such as `p:scanout virtio_gpu_cmd_set_scanout resource=%dx:u32`. The event of such a call
  ///     has the name of the probe as its `function`.
  ///   - events: More trace events, such as `drm/drm_vblank_event`.
  public func startProbing(_ probes: [String], events: [String] = []) throws {
    let switches = (probes.isEmpty ? [] : ["kprobes"]) + events
    try check(
      """
      cd /sys/kernel/tracing
      echo 0 > tracing_on
      echo nop > current_tracer
      echo mono > trace_clock
      echo 0 > events/enable
      cat > kprobe_events
      echo > trace
      for event in \(switches.joined(separator: " ")); do echo 1 > events/$event/enable; done
      echo 1 > tracing_on
      """, input: Array(probes.map { $0 + "\n" }.joined().utf8))
  }

  /// Ends the trace of `startProbing`, and returns the events in the order of their time.
  public func stopProbing() throws -> [TraceEvent] {
    let text = try check(
      """
      cd /sys/kernel/tracing
      echo 0 > tracing_on
      cat trace
      echo 0 > events/enable
      echo > kprobe_events
      """, timeout: .seconds(60))
    return text.split(separator: "\n").compactMap(TraceEvent.init(line:)).sorted { $0.time < $1.time }
  }
}
