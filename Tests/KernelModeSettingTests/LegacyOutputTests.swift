import DisplayTypes
import RecordingKernel
import SystemPackage
import Testing

@testable import KernelModeSetting

@Suite struct LegacyOutputTests {
  private func card() -> CardSnapshot {
    CardSnapshot(
      device: "card", connectors: [Samples.connector(1, more: ["DPMS": 0])],
      crtcs: [Samples.crtc(100, index: 0, gammaSize: 256)],
      planes: [
        Samples.plane(200, crtc: 100, more: [Samples.property(80, "rotation", 4)]),
        Samples.plane(201, .overlay, crtc: 100), Samples.plane(202, .overlay),
        Samples.plane(
          203, .cursor, more: [Samples.property(80, "rotation", 4), Samples.property(81, "alpha", 0xffff)]),
      ])
  }

  private func output(in card: CardSnapshot) throws -> LegacyOutput {
    try LegacyOutput(
      connector: ConnectorID(rawValue: 1), crtc: CRTCID(rawValue: 100), plane: PlaneID(rawValue: 200), in: card)
  }

  @Test func aModesetKeepsTheAspectAndResetsOtherProperties() throws {
    let kernel = RecordingDRM()
    let opened = try kernel.card()
    try output(in: card()).setMode(Samples.mode, framebuffer: FramebufferID(rawValue: 5), on: opened.descriptor)
    #expect(
      kernel.log.dropFirst() == [
        "setCRTC 100 5 [1] \(0x5 | 2 << 19)", "disablePlane 201", "setProperty 200 80 1", "setProperty 203 80 1",
        "hideCursor 100", "setGamma 100 0 65535 256",
      ])
  }

  @Test func aRefusedModeTouchesNothingElse() throws {
    let kernel = RecordingDRM { $0.failures["setCRTC"] = .invalidArgument }
    let opened = try kernel.card()
    let descriptor = opened.descriptor
    let legacy = try output(in: card())
    let error = #expect(throws: DisplayError.self) {
      try legacy.setMode(Samples.mode, framebuffer: FramebufferID(rawValue: 5), on: descriptor)
    }
    #expect(error?.code == .refused)
    #expect(error?.operation == "set the mode 1920x1080@60 on HDMI-A-1")
    #expect(kernel.log.count == 2)
  }

  @Test func aDriverWithoutTheExtrasShowsThePictureAllTheSame() throws {
    let kernel = RecordingDRM {
      for call in ["disablePlane", "setProperty", "hideCursor", "setGamma"] { $0.failures[call] = .noFunction }
    }
    let opened = try kernel.card()
    try output(in: card()).setMode(Samples.mode, framebuffer: FramebufferID(rawValue: 5), on: opened.descriptor)
  }

  @Test func flipAndOff() throws {
    let kernel = RecordingDRM()
    let opened = try kernel.card()
    let legacy = try output(in: card())
    try legacy.flip(to: FramebufferID(rawValue: 6), userData: 0xffff_0000_0001, on: opened.descriptor)
    try legacy.turnOff(on: opened.descriptor)
    #expect(
      kernel.log.dropFirst() == [
        "pageFlip 100 6 1 281470681743361", "hideCursor 100", "setCRTC 100 0 [] off",
      ])
  }

  @Test func aVanishedConnectorIsGone() {
    var snapshot = card()
    snapshot.connectors = []
    let error = #expect(throws: DisplayError.self) { try output(in: snapshot) }
    #expect(error?.code == .gone)
  }
}
