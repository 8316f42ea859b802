import DisplayTypes
import Testing

@testable import KernelModeSetting

@Suite struct OutputPipelineTests {
  private let connector = ConnectorID(rawValue: 1)
  private let crtc = CRTCID(rawValue: 100)
  private let plane = PlaneID(rawValue: 200)

  private func clean() -> CardSnapshot {
    CardSnapshot(
      device: "card", connectors: [Samples.connector(1)],
      crtcs: [Samples.crtc(100, index: 0), Samples.crtc(101, index: 1)],
      planes: [Samples.plane(200), Samples.plane(201)])
  }

  private func modeset(in card: CardSnapshot) throws -> AtomicRequest {
    let pipeline = try OutputPipeline(connector: connector, crtc: crtc, plane: plane, in: card)
    var request = AtomicRequest()
    pipeline.addModeset(
      to: &request, mode: BlobID(rawValue: 70), framebuffer: FramebufferID(rawValue: 80),
      size: PixelSize(width: 1920, height: 1080))
    return request
  }

  @Test func aModesetSetsEachPropertyOnce() throws {
    let request = try modeset(in: clean())
    #expect(
      request.settings.map { [UInt64($0.object), UInt64($0.property.rawValue), $0.value] } == [
        [1, 20, 100], [100, 40, 1], [100, 41, 70], [200, 60, 80], [200, 61, 100], [200, 62, 0], [200, 63, 0],
        [200, 64, 1920 << 16], [200, 65, 1080 << 16], [200, 66, 0], [200, 67, 0], [200, 68, 1920], [200, 69, 1080],
      ])
  }

  @Test func propertiesOfOtherProgramsAreReset() throws {
    var card = clean()
    card.connectors = [Samples.connector(1, more: ["link-status": 1])]
    card.crtcs[0] = Samples.crtc(
      100, index: 0,
      more: [
        Samples.property(50, "GAMMA_LUT", 9), Samples.property(51, "CTM", 9), Samples.property(52, "VRR_ENABLED", 1),
      ])
    card.planes[0] = Samples.plane(
      200,
      more: [
        Samples.property(80, "rotation", 4), Samples.property(81, "alpha", 0x7fff),
        Samples.property(82, "pixel blend mode", 2, ["None": 2, "Pre-multiplied": 0]), Samples.property(83, "zpos", 3),
      ])
    let request = try modeset(in: card)
    #expect(request.value(connector, PropertyID(rawValue: 21)) == 0)
    for property in [50, 51, 52] as [UInt32] {
      #expect(request.value(crtc, PropertyID(rawValue: property)) == 0)
    }
    #expect(request.value(plane, PropertyID(rawValue: 80)) == 1)
    #expect(request.value(plane, PropertyID(rawValue: 81)) == 0xffff)
    #expect(request.value(plane, PropertyID(rawValue: 82)) == 0)
    #expect(request.value(plane, PropertyID(rawValue: 83)) == nil)
  }

  @Test func readOnlyPropertiesStayUntouched() throws {
    var card = clean()
    var fixed = Samples.property(80, "rotation", 1)
    fixed.isImmutable = true
    card.planes[0] = Samples.plane(200, more: [fixed])
    #expect(try modeset(in: card).value(plane, PropertyID(rawValue: 80)) == nil)
  }

  @Test func otherPlanesOfTheCRTCGoAndThoseOfOthersStay() throws {
    var card = clean()
    card.planes.append(Samples.plane(202, .overlay, crtc: 100))
    card.planes.append(Samples.plane(203, .cursor, crtc: 100))
    card.planes.append(Samples.plane(204, .overlay, crtc: 101))
    let request = try modeset(in: card)
    for other in [202, 203] as [UInt32] {
      #expect(request.value(PlaneID(rawValue: other), PropertyID(rawValue: 60)) == 0)
      #expect(request.value(PlaneID(rawValue: other), PropertyID(rawValue: 61)) == 0)
    }
    #expect(!request.settings.contains { $0.object == 204 })
  }

  @Test func aCloneOfASplashIsTakenApart() throws {
    var card = clean()
    card.connectors = [Samples.connector(1, crtc: 100), Samples.connector(2, crtc: 100)]
    let request = try modeset(in: card)
    #expect(request.value(connector, PropertyID(rawValue: 20)) == 100)
    #expect(request.value(ConnectorID(rawValue: 2), PropertyID(rawValue: 20)) == 0)
  }

  @Test func theFormerCRTCGoesDarkUnlessItFeedsAnother() throws {
    var card = clean()
    card.connectors = [Samples.connector(1, crtc: 101)]
    card.planes[1] = Samples.plane(201, crtc: 101)
    let former = CRTCID(rawValue: 101)
    let request = try modeset(in: card)
    #expect(request.value(former, PropertyID(rawValue: 40)) == 0)
    #expect(request.value(former, PropertyID(rawValue: 41)) == 0)
    #expect(request.value(PlaneID(rawValue: 201), PropertyID(rawValue: 60)) == 0)
    card.connectors.append(Samples.connector(2, crtc: 101))
    let shared = try modeset(in: card)
    #expect(!shared.settings.contains { $0.object == 101 || $0.object == 201 || $0.object == 2 })
  }

  @Test func aFlipSetsOnlyTheFramebufferAndChangedProperties() throws {
    var card = clean()
    let framebuffer = FramebufferID(rawValue: 81)
    let damage = BlobID(rawValue: 90)
    var request = AtomicRequest()
    let plain = try OutputPipeline(connector: connector, crtc: crtc, plane: plane, in: card)
    plain.addFlip(to: &request, framebuffer: framebuffer, damage: damage)
    #expect(!plain.hasDamageClips)
    #expect(request.settings.map(\.value) == [81])
    card.planes[0] = Samples.plane(200, more: [Samples.property(80, "FB_DAMAGE_CLIPS", 0)])
    let copying = try OutputPipeline(connector: connector, crtc: crtc, plane: plane, in: card)
    request.removeAll()
    copying.addFlip(to: &request, framebuffer: framebuffer, damage: damage)
    #expect(copying.hasDamageClips)
    #expect(request.value(plane, PropertyID(rawValue: 80)) == 90)
    request.removeAll()
    copying.addFlip(to: &request, framebuffer: framebuffer)
    #expect(request.settings.map(\.value) == [81])
  }

  @Test func offLeavesNothing() throws {
    var card = clean()
    card.planes.append(Samples.plane(202, .overlay, crtc: 100))
    let pipeline = try OutputPipeline(connector: connector, crtc: crtc, plane: plane, in: card)
    var request = AtomicRequest()
    pipeline.addOff(to: &request)
    #expect(
      request.settings.map { [$0.object, $0.property.rawValue] } == [
        [1, 20], [100, 40], [100, 41], [200, 60], [200, 61], [202, 60], [202, 61],
      ])
    #expect(request.settings.allSatisfy { $0.value == 0 })
  }

  @Test func aMissingPropertyOrObjectIsNamed() {
    var card = clean()
    card.planes[0].properties = PropertySet()
    let missing = #expect(throws: DisplayError.self) {
      try OutputPipeline(connector: connector, crtc: crtc, plane: plane, in: card)
    }
    #expect(missing?.code == .unsupported)
    #expect(missing?.operation.contains("FB_ID of plane 200") == true)
    card.connectors = []
    let gone = #expect(throws: DisplayError.self) {
      try OutputPipeline(connector: connector, crtc: crtc, plane: plane, in: card)
    }
    #expect(gone?.code == .gone)
  }
}
