import DisplayTypes
import Foundation
import KernelModeSetting
import RecordingKernel
import SystemPackage
import Testing

/// Cards and buffers for rendering.
struct RenderingTests {
  private let size = PixelSize(width: 64, height: 16)
  private let nodes = CardNodes(card: "/dev/dri/card7", render: "/dev/dri/renderD135")

  private func open(
    _ nodes: CardNodes, _ kernel: RecordingDRM, _ library: RecordingGBM
  ) throws(DisplayError) -> GBMDevice {
    try GBMDevice.forRendering(on: nodes, through: kernel) { _ in library }
  }

  @Test func aRenderedBufferIsExportedAndNotMapped() throws {
    let (kernel, library) = (RecordingDRM(), RecordingGBM())
    library.with { $0.offset = 4096 }
    let card = try kernel.card()
    let device = try GBMDevice(on: card.descriptor, owning: nil, through: library)
    let buffer = try GBMBuffer(on: device, size: size, isMapped: false)
    #expect(buffer.pixels.isEmpty && !kernel.log.contains { $0.hasPrefix("map") })
    #expect(buffer.stride == 256 && buffer.offset == 4096 && buffer.modifier == 5)
    #expect(library.with { $0.uses } == [.rendering])
    // The descriptor belongs to the caller.
    #expect(try buffer.export() == 9)
    #expect(!kernel.log.contains("close 9"))
    library.with { $0.failingCall = $0.callCount + 1 }
    #expect(
      throws: DisplayError(
        code: .outOfMemory, operation: "export a GBM buffer", device: card.descriptor.path, errno: ENOMEM)
    ) {
      _ = try buffer.export()
    }
  }

  @Test func aMappedBufferBeginsAtItsFirstByte() throws {
    let (kernel, library) = (RecordingDRM(), RecordingGBM())
    library.with { $0.offset = 4096 }
    let card = try kernel.card()
    let device = try GBMDevice(on: card.descriptor, owning: nil, through: library)
    let error = #expect(throws: DisplayError.self) { _ = try GBMBuffer(on: device, size: size) }
    #expect(error?.code == .refused && library.with { $0.bufferCount } == 0)
  }

  @Test func theRenderNodeIsTaken() throws {
    let (kernel, library) = (RecordingDRM { $0.isMaster = false }, RecordingGBM())
    do {
      let device = try open(nodes, kernel, library)
      #expect(device.path == "/dev/dri/renderD135")
      // The trial buffer and its descriptor are gone.
      #expect(library.with { $0.bufferCount } == 0 && kernel.log.contains("close 9"))
      #expect(kernel.log.count { $0.hasPrefix("open") } == 1)
      #expect(kernel.livingCount == 1)
    }
    #expect(kernel.livingCount == 0 && library.livingCount == 0)
  }

  @Test func theCardIsTakenWhereTheRenderNodeGivesNoBuffers() throws {
    let (kernel, library) = (RecordingDRM { $0.isMaster = false }, RecordingGBM())
    library.with { $0.refusingDevices = 1 }
    do {
      let device = try open(nodes, kernel, library)
      #expect(device.path == "/dev/dri/card7")
      #expect(kernel.livingCount == 1 && library.livingCount == 1)
    }
    #expect(kernel.livingCount == 0 && library.livingCount == 0)
  }

  @Test func theCardWithoutARenderNodeDoesNotStayMaster() throws {
    let (kernel, library) = (RecordingDRM { $0.isMaster = true }, RecordingGBM())
    let device = try open(CardNodes(card: "/dev/dri/card7", render: nil), kernel, library)
    #expect(device.path == "/dev/dri/card7")
    #expect(kernel.log.prefix(2) == ["open /dev/dri/card7", "dropMaster"])
    #expect(!kernel.with { $0.isMaster })
    withExtendedLifetime(device) {}
  }

  @Test func theReasonsOfBothFilesAreReported() throws {
    let (kernel, library) = (RecordingDRM { $0.isMaster = false }, RecordingGBM())
    library.with { $0.refusingDevices = 2 }
    let error = #expect(throws: DisplayError.self) { _ = try open(nodes, kernel, library) }
    #expect(error?.code == .notPermitted && error?.device == "/dev/dri/card7" && error?.errno == EACCES)
    #expect(error?.operation.contains("/dev/dri/renderD135, not-permitted") == true, "\(error?.operation ?? "")")
    #expect(kernel.livingCount == 0 && library.livingCount == 0)
    // A missing library is a reason too.
    let absent = #expect(throws: DisplayError.self) {
      _ = try GBMDevice.forRendering(on: nodes, through: kernel) { card throws(DisplayError) in
        throw DisplayError(errno: .notSupported, operation: "load libgbm", device: card.path)
      }
    }
    #expect(absent?.code == .unsupported && kernel.livingCount == 0)
  }

  @Test func theFilesOfACardAreFoundByItsNumber() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "marquee-nodes-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    func add(_ number: String, _ name: String, beside others: [String]) throws {
      let device = folder.appending(path: number)
      for entry in others {
        try FileManager.default.createDirectory(
          at: device.appending(path: "device/drm/\(entry)"), withIntermediateDirectories: true)
      }
      try Data("MAJOR=226\nDEVNAME=dri/\(name)\n".utf8).write(to: device.appending(path: "uevent"))
    }
    try add("226:0", "card0", beside: ["card0", "renderD128"])
    try add("226:1", "card1", beside: ["card1"])
    try add("226:300", "card300", beside: ["card300", "renderD400"])
    func nodes(_ major: UInt64, _ minor: UInt64) throws(DisplayError) -> CardNodes {
      // As makedev of <sys/sysmacros.h> does.
      try CardNodes(of: major << 8 | minor & 0xff | (minor & 0xffff_ff00) << 12, in: folder.path)
    }
    #expect(try nodes(226, 0) == CardNodes(card: "/dev/dri/card0", render: "/dev/dri/renderD128"))
    #expect(try nodes(226, 1) == CardNodes(card: "/dev/dri/card1", render: nil))
    #expect(try nodes(226, 300) == CardNodes(card: "/dev/dri/card300", render: "/dev/dri/renderD400"))
    let error = #expect(throws: DisplayError.self) { _ = try nodes(226, 7) }
    #expect(error?.code == .gone && error?.device == "226:7")
    // A number of another kind of device.
    #expect(throws: DisplayError.self) { _ = try nodes(1, 3) }
  }
}
