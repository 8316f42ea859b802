import DisplayTypes
import Testing

@testable import EDID

@Suite struct EDIDTests {
  private let sample = SampleEDIDs.bytes("tv-4k-hdmi2-1")

  @Test("fewer bytes than a block are too short") func tooShort() {
    #expect(throws: EDIDError.tooShort(count: 0)) { try EDID(bytes: []) }
    #expect(throws: EDIDError.tooShort(count: 127)) { try EDID(bytes: Array(sample.prefix(127))) }
  }

  @Test("another header is refused") func badHeader() {
    var bytes = sample
    bytes[1] = 0xFE
    #expect(throws: EDIDError.badHeader) { try EDID(bytes: SampleEDIDs.sealed(bytes)) }
  }

  @Test("a base block with a wrong checksum is refused with both checksums") func badChecksum() {
    var bytes = sample
    let right = bytes[127]
    bytes[127] = right &+ 1
    #expect(throws: EDIDError.badChecksum(found: right &+ 1, expected: right)) { try EDID(bytes: bytes) }
  }

  @Test("structure version 2 is refused") func badVersion() {
    var bytes = sample
    bytes[18] = 2
    #expect(throws: EDIDError.unknownVersion(version: 2, revision: 3)) { try EDID(bytes: SampleEDIDs.sealed(bytes)) }
  }

  @Test("an extension with a wrong checksum is complained about and read as by the kernel") func badExtension() throws {
    var bytes = sample
    bytes[255] ^= 1
    let edid = try EDID(bytes: bytes)
    #expect(edid.complaints == ["Extension block 1 (CTA-861) has a bad checksum and was read nevertheless."])
    #expect(edid.isHDMI && edid.hdmiPlace != nil && edid.hasCTAExtension)
    #expect(edid.displayIdentity.model == "LG TV SSCR2")
    #expect(edid.modes.contains { $0.pictureAspect != nil })
  }

  @Test("a truncated extension is complained about and ignored") func truncatedExtension() throws {
    let edid = try EDID(bytes: Array(sample.prefix(200)))
    #expect(edid.complaints.count == 1)
    #expect(edid.complaints.first?.contains("end in the middle of block 1") == true)
    #expect(edid.preferredMode.map(ModeNames.plainName) == "3840x2160@60")
  }

  @Test("bytes behind the stated extensions are ignored as by the kernel") func surplusBytes() throws {
    let edid = try EDID(bytes: sample + [UInt8](repeating: 0x55, count: 128))
    #expect(edid.complaints == ["128 bytes behind the last stated extension block were ignored."])
    let plain = try EDID(bytes: sample)
    #expect(edid.modes == plain.modes)
  }

  @Test("without a serial text the serial number counts, in decimal") func numericSerial() throws {
    var bytes = SampleEDIDs.bytes("ycbcr420-2")
    #expect(try EDID(bytes: bytes).displayIdentity.serial == "HNATC00441")
    // The last descriptor becomes an unused one.
    bytes[108 + 3] = 0x10
    #expect(try EDID(bytes: SampleEDIDs.sealed(bytes)).displayIdentity.serial == "810178352")
  }

  @Test("the serial numbers 0 and 01010101 are ignored") func emptySerials() throws {
    var bytes = sample
    for byte: UInt8 in [0, 1] {
      for offset in 12..<16 { bytes[offset] = byte }
      #expect(try EDID(bytes: SampleEDIDs.sealed(bytes)).displayIdentity.serial.isEmpty)
    }
  }

  @Test("without a name the model is the product code as four digits") func modelFromProductCode() throws {
    var bytes = sample
    bytes[10] = 0x0B
    bytes[11] = 0x0A
    bytes[108 + 3] = 0x10
    #expect(try EDID(bytes: SampleEDIDs.sealed(bytes)).displayIdentity.model == "0A0B")
  }

  @Test("control and high characters do not get into the name") func sanitizedName() throws {
    var bytes = sample
    let name: [UInt8] = [0x20, 0x1B, 0x41, 0x07, 0xC3, 0x42, 0x20, 0x0A, 0x58, 0x20, 0x20, 0x20, 0x20]
    bytes.replaceSubrange(113..<126, with: name)
    #expect(try EDID(bytes: SampleEDIDs.sealed(bytes)).displayIdentity.model == "AB")
  }

  @Test("the first detailed timing is preferred in 1.3 if the EDID marks it, and in 1.4 always") func preferredRule()
    throws
  {
    var bytes = sample
    bytes[24] &= ~0x02
    #expect(try EDID(bytes: SampleEDIDs.sealed(bytes)).preferredMode == nil)
    bytes[19] = 4
    #expect(try EDID(bytes: SampleEDIDs.sealed(bytes)).preferredMode?.size == PixelSize(width: 3840, height: 2160))
  }

  @Test("an absurd detailed timing is dropped with a complaint and the next one preferred") func absurdTiming() throws {
    var bytes = sample
    // 10 kHz pixel clock.
    bytes[54] = 1
    bytes[55] = 0
    let edid = try EDID(bytes: SampleEDIDs.sealed(bytes))
    #expect(edid.complaints.contains { $0.contains("detailed timing 1") })
    #expect(edid.preferredMode.map(ModeNames.plainName) == "2560x1440@59.95")
  }

  @Test("states that it underscans, its limits and when it was made") func otherFacts() throws {
    let edid = try EDID(bytes: sample)
    #expect(edid.isDigital && edid.hasCTAExtension && !edid.isNonDesktop)
    #expect(
      edid.rangeLimits
        == DisplayRangeLimits(
          verticalHertz: 24...120, horizontalKilohertz: 30...135, maximumPixelClockMegahertz: 600))
    #expect(edid.manufactureWeek == 1 && edid.manufactureYear == 2020)
    #expect(edid.version == 1 && edid.revision == 3 && edid.productCode == 1)
  }

  @Test("interlaced modes count frame lines and fields a second") func interlaced() throws {
    let edid = try EDID(bytes: SampleEDIDs.bytes("av-receiver-1"))
    let mode = try #require(edid.preferredMode)
    #expect(
      mode.isInterlaced && mode.vertical == ModeTiming(display: 1080, syncStart: 1084, syncEnd: 1094, total: 1125))
    #expect(mode.refreshMillihertz == 60_000)
  }

  @Test("formats that need YCbCr 4:2:0 stand apart") func ycbcr420Only() throws {
    let edid = try EDID(bytes: SampleEDIDs.bytes("av-receiver-2"))
    #expect(edid.ycbcr420OnlyModes.map(ModeNames.plainName).contains("3840x2160@60"))
    #expect(!edid.modes.map(ModeNames.plainName).contains("3840x2160@60"))
  }

  @Test("DisplayID timings are read") func displayID() throws {
    let edid = try EDID(bytes: SampleEDIDs.bytes("displayid-2"))
    #expect(edid.modes.map(ModeNames.plainName).contains("2560x1440@164.96"))
  }

  @Test("TV formats come with their other rate, as in the kernel's list") func alternateRates() throws {
    let edid = try EDID(bytes: sample)
    let names = edid.alternateRateModes.map(ModeNames.plainName)
    #expect(names.contains("3840x2160@59.94") && names.contains("1920x1080@23.98") && names.contains("720x480@60"))
    #expect(!names.contains("1920x1080@49.95"))
    #expect(Set(edid.alternateRateModes).isDisjoint(with: edid.modes))
    #expect(try EDID(bytes: SampleEDIDs.bytes("monitor-hp-1")).alternateRateModes.isEmpty)
  }
}
