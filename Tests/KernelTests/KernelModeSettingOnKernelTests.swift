import Foundation
import Testing
import VirtualMachine

/// KernelModeSetting against the kernel's own drivers, by way of the examples `list-modes` and `set-mode`.
///
/// `MARQUEE_GUEST_PROGRAMS` names the directory of programs that run in the guest (built with `--static-swift-stdlib`); without
/// it, the build directory of this package.
@Suite(.serialized, .onlyWithMachine, .machine(.withExamples), .timeLimit(.minutes(10)))
struct KernelModeSettingOnKernelTests {
  private static let square = RGB(0xff, 0x88, 0x00)
  private static let last = RGB(0x33, 0x66, 0x99)

  private func objectCount(_ machine: VirtualMachine, card: Int) throws -> Int {
    let listing = try machine.check("cat /sys/kernel/debug/dri/\(card)/framebuffer")
    return listing.split(separator: "\n").count { $0.hasPrefix("framebuffer") }
  }

  @Test
  func modesAreListedAsTheKernelHasThem() async throws {
    let machine = try RunningMachine.get()
    let virtio = try machine.check("/marquee/build/list-modes /dev/dri/card0")
    #expect(virtio.hasPrefix("/dev/dri/card0: virtio_gpu, atomic"))
    #expect(virtio.contains("Virtual-1: connected RHT QEMU Monitor"))
    #expect(virtio.contains("1280x720@") && virtio.contains("(preferred)"))
    #expect(virtio.contains("Virtual-2: disconnected"))
    let vkms = try machine.check("/marquee/build/list-modes /dev/dri/card1")
    #expect(vkms.hasPrefix("/dev/dri/card1: vkms, atomic"))
    #expect(vkms.contains("1024x768@60 (preferred)"))
    #expect(try machine.run("/marquee/build/list-modes /dev/dri/card9").status != 0)
  }

  /// With `--gbm` Mesa's software driver makes the buffers, since virtio-gpu has no GPU here.
  @Test(arguments: ["", "--legacy", "--gbm"])
  func thePictureIsOnTheMonitor(arguments: String) async throws {
    let machine = try RunningMachine.get()
    let before = try objectCount(machine, card: 0)
    let command = try machine.start("/marquee/build/set-mode /dev/dri/card0 --hold 60 \(arguments)")
    try machine.wait(for: "grep square \(command.logPath)", within: .seconds(60))
    let second = try machine.check("/marquee/build/set-mode /dev/dri/card0")
    #expect(
      second.contains("another-master, errno 16: ") && second.contains("set-mode (\(command.processIdentifier))"),
      "\(second)"
    )
    let picture = try machine.photograph(monitor: 1)
    #expect(picture.width == 1280 && picture.height == 720)
    #expect(picture[0, 0] == Self.square && picture[63, 63] == Self.square)
    #expect(picture[64, 0] == Self.last && picture[0, 64] == Self.last && picture[1279, 719] == Self.last)
    try command.signal("TERM")
    try machine.wait(for: "grep off \(command.logPath)", within: .seconds(60))
    let output = try command.output()
    #expect(output.contains(arguments == "--legacy" ? ", legacy," : ", atomic,"))
    #expect(output.contains("60 flips, 0 without an event"))
    #expect(output.contains("the square was sent as a changed part"))
    #expect(try objectCount(machine, card: 0) == before)
  }

  @Test(arguments: ["", "--legacy"])
  func vkmsCountsVBlanksAtTheModesRefresh(arguments: String) async throws {
    let machine = try RunningMachine.get()
    let before = try objectCount(machine, card: 1)
    let output = try machine.check(
      "/marquee/build/set-mode /dev/dri/card1 --flips 240 --hold 0 \(arguments)", timeout: .seconds(60))
    #expect(output.contains("240 flips, 0 without an event"))
    // Timestamps and vblank numbers agree on the mode's refresh rate, even if a busy host makes the program miss some vblanks.
    #expect(output.contains(" 60 refreshes a second") || output.contains(" 60.0"), "\(output)")
    #expect(try objectCount(machine, card: 1) == before)
  }

  @Test
  func aSuccessorGoesOnWithoutAModeset() async throws {
    let machine = try RunningMachine.get()
    let before = try objectCount(machine, card: 0)
    let command = try machine.start("/marquee/build/set-mode /dev/dri/card0 --hold 0 --hand-over")
    try machine.wait(for: "grep 'went on' \(command.logPath)", within: .seconds(60))
    #expect(try machine.photograph(monitor: 1).uniformColor == RGB(0x22, 0x88, 0x22))
    #expect(try command.output().contains("ended 1 framebuffers"))
    try machine.wait(for: "! kill -0 \(command.processIdentifier) 2> /dev/null", within: .seconds(60))
    #expect(try objectCount(machine, card: 0) == before)
  }
}

extension BootOptions {
  /// Both cards with a display each, and the examples of the build that `MARQUEE_GUEST_PROGRAMS` names.
  static var withExamples: BootOptions {
    var options = BootOptions()
    options.pluggedMonitors = [1: MonitorSize(1280, 720)]
    options.isVKMSConnected = true
    options.buildDirectory = ProcessInfo.processInfo.environment["MARQUEE_GUEST_PROGRAMS"] ?? ".build/debug"
    return options
  }
}
