import ControlProtocol
import ScenarioSupport
import Testing
import VirtualMachine

/// Hotplug without udevd: the kernel's own events suffice.
@Suite(.serialized, .onlyWithMachine, .machine(.withPrograms(on: .virtioGPU)), .timeLimit(.minutes(5)))
struct WithoutUdevdTests {
  @Test func plugsAndUnplugsComeFromTheKernel() async throws {
    let machine = try RunningMachine.get()
    try machine.check("kill $(pidof systemd-udevd) && rm -f /run/udev/control")
    try await ScenarioThreads.runWithMachine {
      let bench = try MachineBench(machine, kind: .virtio)
      let daemon = try bench.start(DaemonSetup())
      #expect(try bench.log().contains("udevd is not running"))
      #expect(try daemon.status().screens == 0)
      try bench.plug(1, TestDisplay(1280, 720))
      _ = try daemon.wait(1, .presented)
      #expect(try daemon.explain(1).winner?.name == "1280x720@60")
      try bench.unplug(1)
      // The suite's time limit ends the loop if no event arrives.
      while try daemon.status().screens != 0 {}
    }
  }
}
