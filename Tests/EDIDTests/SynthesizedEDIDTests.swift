import DisplayTypes
import EDID
import Testing

@Suite struct SynthesizedEDIDTests {
  private let identity = DisplayIdentity(make: "MRQ", model: "Test Panel 9", serial: "A-0042")
  private let size = PhysicalSize(widthMillimeters: 527, heightMillimeters: 296)

  private func standard(_ width: Int, _ height: Int, _ millihertz: Int = 60_000) throws -> ScreenMode {
    try #require(ScreenMode.standard(width: width, height: height, refreshMillihertz: millihertz))
  }

  @Test("one mode makes a block of 128 bytes that reads back the same") func roundTrip() throws {
    let bytes = EDID.synthesized(identity: identity, physicalSize: size, preferred: try standard(1920, 1080))
    #expect(bytes.count == 128)
    let edid = try EDID(bytes: bytes)
    #expect(edid.displayIdentity == identity)
    #expect(edid.physicalSize == size)
    let mode = try standard(1920, 1080)
    #expect(edid.modes == [mode])
    #expect(edid.preferredMode == edid.modes.first)
    #expect(edid.complaints.isEmpty)
  }

  @Test("more modes go into an extension and the preferred one stays the preferred one") func manyModes() throws {
    let others = try [
      standard(1280, 720), standard(1024, 768), standard(800, 600), standard(1280, 800), standard(1920, 1080, 59_940),
      standard(1366, 768),
    ]
    let preferred = try standard(2560, 1440)
    let bytes = EDID.synthesized(identity: identity, physicalSize: size, preferred: preferred, others: others)
    #expect(bytes.count == 256)
    let edid = try EDID(bytes: bytes)
    #expect(edid.displayIdentity == identity)
    #expect(Set(edid.modes) == Set(others + [preferred]))
    #expect(edid.preferredMode == preferred)
    #expect(edid.modes.filter(\.isPreferred).count == 1)
    #expect(edid.complaints.isEmpty)
  }

  @Test("modes beyond a detailed timing's numbers go into a DisplayID section") func largeModes() throws {
    let preferred = try standard(7680, 2160, 120_000)
    let others = try [standard(5120, 2880), standard(1920, 1080)]
    let edid = try EDID(
      bytes: EDID.synthesized(identity: identity, physicalSize: size, preferred: preferred, others: others))
    #expect(Set(edid.modes) == Set(others + [preferred]))
    #expect(edid.modes.filter(\.isPreferred) == [preferred])
    #expect(edid.complaints.isEmpty)
  }

  @Test("modes with a picture aspect become video codes") func pictureAspects() throws {
    let television = try EDID(bytes: SampleEDIDs.bytes("tv-4k-hdmi2-1"))
    let coded = television.modes.filter { $0.pictureAspect != nil }
    let preferred = try standard(3840, 2160)
    let edid = try EDID(
      bytes: EDID.synthesized(identity: identity, physicalSize: nil, preferred: preferred, others: coded))
    #expect(coded.count > 20)
    #expect(Set(edid.modes) == Set(coded + [preferred]))
    #expect(edid.preferredMode == preferred)
  }

  @Test("a preferred mode with a picture aspect is stated without it too") func preferredWithAspect() throws {
    let television = try EDID(bytes: SampleEDIDs.bytes("tv-4k-hdmi2-1"))
    let coded = try #require(
      television.modes.first { $0.pictureAspect == .sixteenByNine && ModeNames.plainName(of: $0) == "1280x720@60" })
    let edid = try EDID(bytes: EDID.synthesized(identity: identity, physicalSize: nil, preferred: coded))
    let plain = try standard(1280, 720)
    #expect(edid.preferredMode == plain)
    #expect(edid.modes.contains(coded))
  }

  @Test("interlaced television formats read back the same") func interlaced() throws {
    let mode = try #require(ScreenMode.standard(width: 1920, height: 1080, interlaced: true))
    let edid = try EDID(
      bytes: EDID.synthesized(
        identity: identity, physicalSize: size, preferred: try standard(1920, 1080), others: [mode]))
    #expect(edid.modes.contains(mode))
  }

  @Test("strange identities and sizes still make an EDID") func strangeInput() throws {
    let strange = DisplayIdentity(make: "é1", model: String(repeating: "long ", count: 9), serial: "\u{7}\n")
    for size in [
      PhysicalSize(widthMillimeters: -1, heightMillimeters: .max),
      PhysicalSize(widthMillimeters: 9999, heightMillimeters: 1),
    ] {
      let bytes = EDID.synthesized(identity: strange, physicalSize: size, preferred: try standard(640, 480))
      #expect(try EDID(bytes: bytes).displayIdentity.model == "long long lon")
    }
    var absurd = try standard(640, 480)
    absurd.horizontal.total = 0
    #expect(try EDID(bytes: EDID.synthesized(identity: .unknown, physicalSize: nil, preferred: absurd)).modes.isEmpty)
  }

  @Test("more modes than there is room for leave a valid EDID") func tooManyModes() throws {
    let preferred = try standard(1920, 1080)
    let others =
      try (0..<60).map { try standard(640 + 8 * $0, 480) } + (0..<20).map { try standard(5000 + 8 * $0, 2880) }
    let bytes = EDID.synthesized(
      identity: identity, physicalSize: size, preferred: preferred, others: others)
    let edid = try EDID(bytes: bytes)
    #expect(bytes.count == 384 && edid.complaints.isEmpty)
    #expect(edid.modes.count > 10 && Set(edid.modes).isSubset(of: Set(others + [preferred])))
  }
}
