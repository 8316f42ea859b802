import ControlClient
import ControlProtocol
import DisplayTypes
import ScenarioSupport
import Testing
import VirtualMachine

/// HDMI-CEC with the kernel's own core and its test driver vivid. Its input acts as the TV, and its output as our socket. The program
/// `cec-follower` of v4l-utils plays the TV.
@Suite(.serialized, .onlyWithMachine, .machine(.withPrograms(on: .virtioGPU)), .timeLimit(.minutes(10)))
struct DisplayPowerTests {
  private static let television = "/dev/cec0"
  private static let socket = "/dev/cec1"
  /// One HDMI input and one HDMI output, which are connected with each other.
  private static let load = """
    modprobe vivid n_devs=1 num_inputs=1 input_types=0x3 num_outputs=1 output_types=0x1
    until cec-ctl -d \(television) | grep -q vid-cap0 && cec-ctl -d \(socket) | grep -q vid-out0; do sleep 0.1; done
    cec-ctl -d \(television) --clear
    """
  private static let isTelevision = "cec-ctl -d \(television) --tv"

  private static func setup(_ second: String = "auto") -> DaemonSetup {
    .showing(
      "color: \"#204060\"",
      screens: """
        screens:
          - { match: { connector: Virtual-1 }, cec: \(socket) }
          - { match: { connector: Virtual-2 }, cec: \(second) }
        """)
  }

  /// Switches a screen's power, and returns its display's last report.
  private static func switchPower(_ daemon: DaemonHandle, _ display: Int = 1, on: Bool) throws -> DisplayPowerInfo {
    let name = daemon.bench.connector(display)
    _ = try daemon.client.call(PowerCall(screen: name, on: on))
    let final = ["on", "standby", "silent", "noAnswer", "refused", "busy", "noAdapter"]
    let info = try Deadline(after: 60).poll(every: 100) { () throws -> DisplayPowerInfo? in
      let info = try daemon.status().displayPower.first { $0.screen == name }
      guard let info, info.asked == (on ? "on" : "standby"), let told = info.told, final.contains(told) else {
        return nil
      }
      // During the change it may still report its earlier state.
      return ["on", "standby"].contains(told) && told != info.asked ? nil : info
    }
    let last = try daemon.status().displayPower
    return try #require(info, "\(last)")
  }

  private func play(
    _ setup: DaemonSetup = setup(), _ body: @escaping @Sendable (MachineBench, DaemonHandle) throws -> Void
  ) async throws {
    let machine = try RunningMachine.get()
    try machine.check(Self.load, timeout: .seconds(60))
    try await ScenarioThreads.runWithMachine {
      let bench = try MachineBench(machine, kind: .virtio)
      let daemon = try bench.start(setup)
      try bench.plug(1, TestDisplay(1280, 720))
      _ = try daemon.wait(1, .presented)
      // The state of a new display is known a moment later. Only a change from that state is reported.
      try machine.check("sleep 3")
      try body(bench, daemon)
    }
  }

  @Test func aTelevisionGoesToStandbyAndReturns() async throws {
    try await play { bench, daemon in
      try bench.machine.check(Self.isTelevision)
      let follower = try bench.machine.start("cec-follower -d \(Self.television) -v -w")
      let events = try daemon.events()
      try bench.machine.check("sleep 1")
      #expect(try daemon.status().displayPower.isEmpty)
      let off = try Self.switchPower(daemon, on: false)
      #expect(off.told == "standby" && off.by == "cec" && off.device == Self.socket, "\(off)")
      #expect(off.message.contains("is in standby"))
      #expect(try follower.output().contains("Changing state to standby"))
      #expect(try daemon.explain(1).notes.contains(off.message))
      let event = try events.wait("its standby") { $0.event == .displayDidTellPower && $0.reason == off.message }
      #expect(event.screen == bench.connector(1))

      let on = try Self.switchPower(daemon, on: true)
      #expect(on.told == "on", "\(on)")
      let heard = try follower.output()
      #expect(heard.contains("Changing state to on"), "\(heard)")
      #expect(heard.contains("ACTIVE_SOURCE") && heard.contains("1.0.0.0"), "\(heard)")
      try follower.stop()
    }
  }

  @Test func onlyAChangeIsSent() async throws {
    try await play { bench, daemon in
      try bench.machine.check(Self.isTelevision)
      let follower = try bench.machine.start("cec-follower -d \(Self.television) -v -w")
      for _ in 0..<2 {
        try bench.unplug(1)
        _ = try daemon.wait(1, .disconnected)
        try bench.plug(1, TestDisplay(1280, 720))
        _ = try daemon.wait(1, .presented)
        try bench.machine.check("sleep 2")
      }
      #expect(try daemon.status().displayPower.isEmpty)
      #expect(try !follower.output().contains("Received from"))
      #expect(try !follower.output().contains("STANDBY"))
      // The check can fail.
      _ = try Self.switchPower(daemon, on: false)
      #expect(try follower.output().contains("STANDBY"))
      try follower.stop()
    }
  }

  @Test func withoutAnAnswerOtherScreensContinue() async throws {
    try await play(Self.setup("/dev/cec-none")) { bench, daemon in
      try bench.plug(2, TestDisplay(800, 600))
      _ = try daemon.wait(2, .presented)
      _ = try daemon.client.call(PowerCall(screen: bench.connector(1), on: false))
      // While the TV is asked, the other screen shows new content.
      _ = try daemon.show(2, .color("#806020"))
      try daemon.photograph(2, "the other screen") { $0.uniformColor == RGB(0x80, 0x60, 0x20) }
      let info = try Self.switchPower(daemon, on: false)
      #expect(info.told == "noAnswer", "\(info)")
      #expect(info.message.contains("does not answer"))
      let other = try Self.switchPower(daemon, 2, on: false)
      #expect(other.told == "noAdapter" && other.message.contains("there is no /dev/cec-none"), "\(other)")
      #expect(try bench.log().contains("does not answer"))
    }
  }

  /// Without a follower the kernel itself answers for the TV: by `<Feature Abort>`.
  @Test func aRefusalIsReported() async throws {
    try await play { bench, daemon in
      try bench.machine.check(Self.isTelevision)
      let info = try Self.switchPower(daemon, on: false)
      #expect(info.told == "refused", "\(info)")
    }
  }

  /// The TV takes `<Standby>` and stays on, so that it is read back for 20 s.
  @Test func anAdapterMayGoAndReturn() async throws {
    try await play { bench, daemon in
      let machine = bench.machine
      try machine.check(Self.isTelevision)
      let deaf = try machine.start("cec-follower -d \(Self.television) -v -w --ignore 4,0x36")
      try machine.check("sleep 1")
      _ = try daemon.client.call(PowerCall(screen: bench.connector(1), on: false))
      let isRead = try Deadline(after: 60).poll(every: 100) {
        try deaf.output().contains("GIVE_DEVICE_POWER_STATUS") ? true : nil
      }
      #expect(isRead == true)
      #expect(try !machine.run("ls -l /proc/$(pidof marqueed)/fd | grep cec1").output.isEmpty)
      try machine.check("echo vivid.0 > /sys/bus/platform/drivers/vivid/unbind", timeout: .seconds(60))
      let gone = try Self.switchPower(daemon, on: false)
      #expect(gone.told == "noAdapter", "\(gone)")
      try deaf.stop()
      let missing = try Self.switchPower(daemon, on: true)
      #expect(missing.message.contains("there is no \(Self.socket)"), "\(missing)")
      #expect(try machine.run("ls -l /proc/$(pidof marqueed)/fd | grep cec").output.isEmpty)

      try machine.check("modprobe -r vivid; \(Self.load)", timeout: .seconds(60))
      try machine.check(Self.isTelevision)
      let follower = try machine.start("cec-follower -d \(Self.television)")
      try machine.check("sleep 1")
      #expect(try Self.switchPower(daemon, on: false).told == "standby")
      try follower.stop()
    }
  }
}
