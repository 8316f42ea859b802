import Foundation
import Testing
import VirtualMachine

/// The virtual machine itself, with `modetest` instead of the daemon. Later tests depend on it.
@Suite(.serialized, .onlyWithMachine, .machine(), .timeLimit(.minutes(10)))
struct MachineTests {
  let machine: VirtualMachine

  init() async throws {
    machine = try RunningMachine.get()
  }

  @Test func everythingStartsUnplugged() throws {
    for connector in try machine.connectors(of: .virtioGPU) + machine.connectors(of: .vkms) {
      #expect(try machine.status(ofConnector: connector) == "disconnected")
    }
    #expect(try machine.photograph(monitor: 1).showsNoSignal)
    #expect(try machine.check("modetest -M virtio_gpu -c").contains("disconnected"))
  }

  @Test func aPluggedMonitorReceivesThePattern() throws {
    try machine.plug(monitor: 2, width: 1280, height: 720)
    try machine.wait(forConnector: "Virtual-2", toBe: "connected")
    let modetest = try machine.start("sleep 600 | modetest -M virtio_gpu -s Virtual-2:1280x720 -F smpte")
    // The seven bars of SMPTE's pattern. The first is grey and the third is cyan.
    let picture = try machine.photograph(monitor: 2, within: .seconds(60)) { $0[40, 100] == RGB(192, 192, 192) }
    #expect(picture.width == 1280 && picture.height == 720)
    #expect(picture[1280 * 5 / 14, 100] == RGB(0, 192, 192))
    #expect(!picture.showsNoSignal)
    #expect(try machine.photograph(monitor: 1).showsNoSignal)

    try modetest.stop()
    try machine.unplug(monitor: 2)
    try machine.wait(forConnector: "Virtual-2", toBe: "disconnected")
    _ = try machine.photograph(monitor: 2, within: .seconds(60)) { $0.showsNoSignal }
  }

  @Test func eachStepOfAStormIsAHotplugEvent() throws {
    let events = try machine.trace(["drm_sysfs_hotplug_event"]) {
      for step in 0..<10 {
        if step % 2 == 0 {
          try machine.plug(monitor: 3, width: 800, height: 600)
        } else {
          try machine.unplug(monitor: 3)
        }
        // Two in one are but one event.
        try machine.wait(
          for: "[ $(grep -c drm_sysfs_hotplug_event /sys/kernel/tracing/trace) -gt \(step) ]", within: .seconds(60))
      }
      try machine.wait(forConnector: "Virtual-3", toBe: "disconnected")
    }
    #expect(events.filter { $0.function == "drm_sysfs_hotplug_event" }.count == 10)
  }

  @Test func anotherMonitorsEDIDIsRead() throws {
    let sample = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "EDIDTests/Samples/monitor-dell-uhd-2.bin")
    let bytes = try Array(Data(contentsOf: sample))
    try machine.setEDID(bytes, ofConnector: "Virtual-4")
    try machine.plug(monitor: 4, width: 1920, height: 1080)
    try machine.wait(forConnector: "Virtual-4", toBe: "connected")
    try machine.write(bytes, to: "/tmp/edid")
    try machine.wait(for: "cmp /tmp/edid /sys/class/drm/card*-Virtual-4/edid")
    #expect(try machine.check("modetest -M virtio_gpu -c").contains("3840x2160"))
    try machine.unplug(monitor: 4)
    try machine.setEDID([], ofConnector: "Virtual-4")
  }

  @Test func vkmsIsPluggedAndItsFramesHaveCRCs() throws {
    let connector = try #require(try machine.connectors(of: .vkms).first)
    let events = try machine.trace(["drm_sysfs_hotplug_event"]) {
      try machine.plugVKMS()
      try machine.wait(forConnector: connector, toBe: "connected")
    }
    #expect(events.count == 1)
    let modetest = try machine.start("sleep 600 | modetest -M vkms -s \(connector):1024x768 -F smpte")
    try machine.wait(for: "grep -q modetest /sys/kernel/debug/dri/\(machine.card(of: .vkms))/framebuffer")
    let crcs = try machine.frameCRCs(10)
    #expect(crcs.count == 10 && Set(crcs).count == 1, "a still picture has one CRC")
    try modetest.stop()
    try machine.unplugVKMS()
    try machine.wait(forConnector: connector, toBe: "disconnected")
  }

  @Test func aProcessIsMeasured() throws {
    let process = try machine.start("sleep 600")
    // Between fork and exec a process still has its parent's descriptors.
    try machine.wait(for: "grep -qx sleep /proc/\(process.processIdentifier)/comm")
    #expect(try machine.openDescriptorCount(of: process.processIdentifier) == 3)
    #expect(try machine.proportionalKibibytes(of: process.processIdentifier) > 50)
    let threads = try machine.threads(of: process.processIdentifier)
    #expect(threads.map(\.name) == ["sleep"] && threads.map(\.identifier) == [process.processIdentifier])
    #expect(try machine.framebufferCount(of: .virtioGPU) >= 0)
    try process.stop()
    #expect(try !process.isRunning())
  }

  @Test func scriptsReturnTheirStatusAndEndInTime() throws {
    let result = try machine.run("echo out; echo err >&2; exit 7")
    #expect(result == CommandResult(status: 7, output: "out\nerr\n"))
    #expect(try machine.run("sleep 60", timeout: .milliseconds(200)).status == 124)
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try machine.write(bytes, to: "/tmp/copy")
    #expect(try machine.read("/tmp/copy") == bytes)
  }

  @Test func aRemovedCardReturns() throws {
    try machine.removeCard(of: .virtioGPU)
    #expect(throws: VirtualMachineError.self) { try machine.card(of: .virtioGPU) }
    try machine.rescanCards()
    let card = try machine.card(of: .virtioGPU)
    #expect(try machine.run("test -c /dev/dri/card\(card)").succeeded)
  }
}
