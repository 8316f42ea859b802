import ControlClient
import ControlProtocol
import ScenarioSupport
import Testing
import VirtualMachine

/// DDC/CI with libddcutil and the kernel's own I2C files. The monitor is `test-monitor`, a module of the guest, with the EDID of the
/// plugged display.
@Suite(.serialized, .onlyWithMachine, .machine(.withPrograms(on: .virtioGPU)), .timeLimit(.minutes(10)))
struct MonitorPowerTests {
  private static let parameters = "/sys/module/test_monitor/parameters"
  private static let setup = DaemonSetup.showing(
    "color: \"#204060\"", screens: "screens: [{ match: { connector: \"*\" }, ddc: true }]")

  /// Switches the screen's power, and returns its monitor's last report.
  private static func switchPower(_ daemon: DaemonHandle, on: Bool) throws -> DisplayPowerInfo {
    let name = daemon.bench.connector(1)
    _ = try daemon.client.call(PowerCall(screen: name, on: on))
    let info = try Deadline(after: 180).poll(every: 200) { () throws -> DisplayPowerInfo? in
      let info = try daemon.status().displayPower.first { $0.screen == name }
      return info?.asked == (on ? "on" : "standby") && info?.told != nil ? info : nil
    }
    let last = try daemon.status().displayPower
    return try #require(info, "\(last)")
  }

  private func play(
    _ options: String, _ body: @escaping @Sendable (MachineBench, DaemonHandle) throws -> Void
  ) async throws {
    let machine = try RunningMachine.get()
    _ = try machine.run("modprobe -r test-monitor")
    try await ScenarioThreads.runWithMachine {
      let bench = try MachineBench(machine, kind: .virtio)
      let daemon = try bench.start(Self.setup)
      try bench.plug(1, TestDisplay(1280, 720))
      _ = try daemon.wait(1, .presented)
      try machine.check(
        """
        digits=$(head -c 128 /sys/class/drm/card*-Virtual-1/edid | od -A n -v -t x1 | tr -d ' \\n')
        modprobe i2c-dev && modprobe test-monitor edid=$digits \(options)
        chmod 666 /dev/i2c-*; sleep 3
        """, timeout: .seconds(60))
      try body(bench, daemon)
    }
  }

  private static func parameter(_ name: String, _ bench: MachineBench) throws -> String {
    try bench.machine.check("cat \(parameters)/\(name)")
  }

  @Test func aMonitorGoesToStandbyAndReturns() async throws {
    try await play("") { bench, daemon in
      #expect(try daemon.status().displayPower.isEmpty)
      let off = try Self.switchPower(daemon, on: false)
      #expect(off.told == "standby" && off.by == "ddc", "\(off)")
      #expect(off.device?.hasPrefix("/dev/i2c-") == true, "\(off)")
      #expect(try Self.parameter("power", bench) == "4")
      #expect(try Self.parameter("writes", bench) == "1")
      let on = try Self.switchPower(daemon, on: true)
      #expect(on.told == "on", "\(on)")
      #expect(try Self.parameter("power", bench) == "1")
      #expect(try daemon.explain(1).notes.contains(on.message))
      // Nothing of it stays.
      #expect(try bench.machine.run("pidof marquee-ddc").output.isEmpty)
    }
  }

  @Test func aMonitorThatIsDeafInStandbyIsSilent() async throws {
    try await play("sleeps=1") { bench, daemon in
      let off = try Self.switchPower(daemon, on: false)
      #expect(off.told == "silent", "\(off)")
      #expect(try Self.parameter("power", bench) == "4")
    }
  }

  @Test func aMonitorWithoutTheFeatureRefuses() async throws {
    try await play("lacks=1") { bench, daemon in
      let off = try Self.switchPower(daemon, on: false)
      #expect(off.told == "refused" && off.message.contains("VCP feature D6"), "\(off)")
      #expect(try Self.parameter("writes", bench) == "0")
    }
  }

  @Test func anUnchangedMonitorIsReported() async throws {
    try await play("stuck=1") { bench, daemon in
      let off = try Self.switchPower(daemon, on: false)
      #expect(off.told == "on" && off.message.contains("reports that it is on, as read back"), "\(off)")
      #expect(try bench.log().contains("as read back"))
    }
  }

  @Test func withoutDDCNobodyAnswers() async throws {
    try await play("deaf=1") { _, daemon in
      let off = try Self.switchPower(daemon, on: false)
      #expect(off.told == "noAnswer" && off.message.contains("libddcutil finds no monitor with its EDID"), "\(off)")
    }
  }
}
