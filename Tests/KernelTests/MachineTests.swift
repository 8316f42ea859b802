import Foundation
import Testing
import VirtualMachine

/// The machine itself: a monitor is plugged, seen by the kernel, lit by `modetest`, photographed and unplugged.
@Suite(.serialized, .enabled(if: VirtualMachine.isRequested, "The virtual machine is used only with MARQUEE_VM=1."))
struct MachineTests {
  @Test(.timeLimit(.minutes(5)))
  func aPluggedMonitorShowsThePattern() throws {
    let machine = try VirtualMachine()
    print("boot", machine.bootDuration)
    func crop(_ p: Picture) { for l in [44, 29] { print(p.width, p.height, l, String(p.crop(letters: l)?.fingerprint ?? 0, radix: 16)) } }
    crop(try machine.photograph(monitor: 1))
    crop(try machine.photograph(monitor: 2))
    try machine.plug(monitor: 2, width: 1280, height: 720)
    try machine.wait(for: "grep -x connected /sys/class/drm/card0-Virtual-2/status")
    print(try machine.check("cat /sys/class/drm/*/status"))
    print(try machine.run("timeout 2 modetest -M virtio_gpu -s Virtual-2:1280x720 < /dev/null; ").output)
    crop(try machine.photograph(monitor: 2))
    try machine.photograph(monitor: 2).writePNG(to: "/tmp/p2.png")
    try machine.unplug(monitor: 2)
    try machine.wait(for: "grep -x disconnected /sys/class/drm/card0-Virtual-2/status")
    Thread.sleep(forTimeInterval: 1)
    crop(try machine.photograph(monitor: 2))
    try machine.photograph(monitor: 2).writePNG(to: "/tmp/p3.png")
  }
}
