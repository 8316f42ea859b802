import DisplayTypes
import KernelModeSetting
import RecordingKernel
import SystemPackage
import Testing

@Suite struct SnapshotTests {
  /// A card with one HDMI connector. All its properties are known.
  private func kernel() -> RecordingDRM {
    RecordingDRM { state in
      state.resources = CardResources(
        connectors: [ConnectorID(rawValue: 1)], crtcs: [CRTCID(rawValue: 100), CRTCID(rawValue: 101)])
      state.properties = [
        10: RawProperty(name: "EDID", flags: 1 << 4 | 1 << 2), 11: RawProperty(name: "PATH", flags: 1 << 4 | 1 << 2),
        12: RawProperty(name: "link-status", flags: 1 << 3, enumeration: ["Good": 0, "Bad": 1]),
        13: RawProperty(name: "non-desktop", flags: 1 << 1 | 1 << 2),
        14: RawProperty(name: "CRTC_ID", flags: 1 << 6), 15: RawProperty(name: "ACTIVE", flags: 1 << 1),
        16: RawProperty(name: "type", flags: 1 << 3 | 1 << 2),
      ]
      state.connectors[1] = RawConnector(
        kind: 11, kindIndex: 2, connection: 1, widthMillimeters: 600, heightMillimeters: 340, currentEncoder: 30,
        encoders: [30, 31, 99], modes: [ModeInfo(Samples.mode)],
        properties: [
          RawPropertyValue(property: 10, value: 500), RawPropertyValue(property: 11, value: 501),
          RawPropertyValue(property: 12, value: 1), RawPropertyValue(property: 13, value: 1),
        ])
      state.encoders[30] = EncoderSnapshot(
        id: EncoderID(rawValue: 30), crtc: CRTCID(rawValue: 101), possibleCRTCs: CRTCMask(rawValue: 1))
      state.encoders[31] = EncoderSnapshot(id: EncoderID(rawValue: 31), possibleCRTCs: CRTCMask(rawValue: 2))
      state.blobs = [500: [1, 2, 3], 501: Array("mst:39-1".utf8) + [0]]
      state.crtcs = [
        100: RawCRTC(), 101: RawCRTC(mode: ModeInfo(Samples.mode), framebuffer: 9, gammaSize: 256),
      ]
      state.planes[200] = RawPlane(
        crtc: 101, framebuffer: 9, possibleCRTCs: 3, formats: [PixelFormat.xrgb8888.rawValue])
      state.objectProperties[200] = [RawPropertyValue(property: 16, value: 1)]
    }
  }

  @Test func allFieldsOfAConnectorAreRead() throws {
    let card = try kernel().card()
    let connector = try card.descriptor.connector(ConnectorID(rawValue: 1), probing: true)
    #expect(connector.name == "HDMI-A-2" && connector.status == .connected && connector.placement == .external)
    #expect(connector.modes == [Samples.mode] && connector.modes.first?.isPreferred == true)
    #expect(connector.physicalSize == PhysicalSize(widthMillimeters: 600, heightMillimeters: 340))
    #expect(connector.edid == [1, 2, 3] && connector.path == "mst:39-1")
    #expect(connector.isLinkBad && connector.isNonDesktop && !connector.isWriteback && !connector.mayLackEDID)
    #expect(connector.possibleCRTCs == CRTCMask(rawValue: 3))
    #expect(connector.currentCRTC == CRTCID(rawValue: 101))
    #expect(connector.properties["link-status"]?.enumeration["Bad"] == 1)
    #expect(connector.properties["non-desktop"]?.isImmutable == true)
  }

  @Test func theAtomicPropertyKnowsTheCRTCBetterThanTheEncoder() throws {
    let kernel = kernel()
    kernel.with { $0.connectors[1]?.properties.append(RawPropertyValue(property: 14, value: 0)) }
    let card = try kernel.card()
    #expect(try card.descriptor.connector(ConnectorID(rawValue: 1), probing: false).currentCRTC == nil)
    #expect(kernel.log.contains("connector 1") && !kernel.log.contains("probeConnector 1"))
  }

  @Test func anEDIDThatChangesMeanwhileIsReadAgain() throws {
    let kernel = kernel()
    kernel.with { state in
      state.blobs[500] = nil
      state.blobs[502] = [7]
      state.objectProperties[1] = [RawPropertyValue(property: 10, value: 502)]
    }
    let card = try kernel.card()
    #expect(try card.descriptor.connector(ConnectorID(rawValue: 1), probing: true).edid == [7])
    kernel.with { $0.blobs[502] = nil }
    #expect(try card.descriptor.connector(ConnectorID(rawValue: 1), probing: true).edid == [])
  }

  @Test func aConnectorThatVanishesIsLeftOut() throws {
    let kernel = kernel()
    kernel.with { $0.resources.connectors.insert(ConnectorID(rawValue: 66), at: 0) }
    let card = try kernel.card()
    let snapshot = try card.descriptor.snapshot(probing: false)
    #expect(snapshot.connectors.map(\.id.rawValue) == [1])
    #expect(snapshot.crtcs.map(\.index) == [0, 1])
    #expect(snapshot.planes.first?.kind == .primary)
    #expect(snapshot.crtc(CRTCID(rawValue: 101))?.isActive == true)
    #expect(snapshot.crtc(CRTCID(rawValue: 101))?.framebuffer == FramebufferID(rawValue: 9))
    #expect(snapshot.crtc(CRTCID(rawValue: 100))?.mode == nil)
    #expect(snapshot.connector(ConnectorID(rawValue: 66)) == nil)
  }

  @Test func aCRTCWithAModeMayBeSwitchedOff() throws {
    let kernel = kernel()
    kernel.with { $0.objectProperties[101] = [RawPropertyValue(property: 15, value: 0)] }
    let card = try kernel.card()
    let crtc = try card.descriptor.crtc(CRTCID(rawValue: 101), index: 1)
    #expect(!crtc.isActive && crtc.mode == Samples.mode && crtc.gammaSize == 256)
  }

  @Test func anyOtherErrorIsNotHidden() throws {
    let kernel = kernel()
    kernel.with { $0.failures["connector"] = .operationNotSupportedByDevice }
    let card = try kernel.card()
    let descriptor = card.descriptor
    let error = #expect(throws: DisplayError.self) { try descriptor.snapshot(probing: false) }
    #expect(error?.isDeviceLost == true)
  }

  @Test func aCardWithoutPlaneCallsHasNoPlanes() throws {
    let kernel = kernel()
    kernel.with { $0.failures["planes"] = .notSupported }
    let card = try kernel.card()
    #expect(try card.descriptor.snapshot(probing: false).planes.isEmpty)
  }

  @Test func aConnectorWithRubbishForAnEDIDHasNoIdentity() throws {
    let card = try kernel().card()
    let connector = try card.descriptor.connector(ConnectorID(rawValue: 1), probing: true)
    #expect(connector.readEDID == nil && connector.identity == .unknown)
  }

  @Test func kindsHaveTheKernelsNames() {
    #expect(ConnectorKind(kernelValue: 1).name == "VGA" && ConnectorKind(kernelValue: 20).name == "USB")
    #expect(ConnectorKind.hdmiB.name == "HDMI-B" && ConnectorKind(kernelValue: 999).name == "Unknown")
    #expect(ConnectorKind.embeddedDisplayPort.placement == .builtIn && ConnectorKind.virtual.placement == .external)
    #expect(ConnectorKind.dviI.alwaysHasEDID && !ConnectorKind.virtual.alwaysHasEDID)
  }
}
