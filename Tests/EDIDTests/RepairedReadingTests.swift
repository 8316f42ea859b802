import DisplayTypes
import Testing

@testable import EDID

/// Readings that were once wrong. The expected values come from the kernel's code and edid-decode.
@Suite struct RepairedReadingTests {
  private let sample = SampleEDIDs.bytes("tv-4k-hdmi2-1")

  private func read(_ bytes: [UInt8]) throws -> EDID { try EDID(bytes: SampleEDIDs.sealed(bytes)) }

  private func text(_ tag: UInt8, _ characters: String) -> [UInt8] {
    let body = Array(characters.utf8.prefix(13))
    return [0, 0, 0, tag, 0] + body + (body.count < 13 ? [0x0A] : [])
      + [UInt8](repeating: 0x20, count: max(0, 12 - body.count))
  }

  @Test("of the stereo bits only bit 5 refuses a detailed timing", arguments: [0x40, 0x41, 0x01] as [UInt8])
  func stereoBits(bits: UInt8) throws {
    var bytes = sample
    bytes[71] |= bits
    #expect(try read(bytes).preferredMode.map(ModeNames.plainName) == "3840x2160@60")
    bytes[71] |= 0x20
    #expect(try read(bytes).preferredMode.map(ModeNames.plainName) != "3840x2160@60")
  }

  @Test("serials and timings behind empty, dummy and unknown descriptors of a CTA-861 block are read")
  func descriptorsBehindEmptyOnes() {
    var block = [UInt8](repeating: 0, count: 128)
    block.replaceSubrange(0..<4, with: [2, 3, 4, 0])
    block[22 + 3] = 0x10
    block[40 + 3] = 0x05
    block.replaceSubrange(58..<76, with: text(0xFF, "7Y100123"))
    block.replaceSubrange(76..<94, with: sample[54..<72])
    let descriptors = CTAExtension(ByteWindow(block)).descriptors
    #expect(descriptors.count == 2)
    #expect(DisplayDescriptor.text(Array(descriptors.prefix(1))) == "7Y100123")
  }

  @Test("the serial number replaces a serial text of zeros") func zeroSerial() throws {
    var bytes = sample
    bytes.replaceSubrange(12..<16, with: [0x39, 0x30, 0, 0])
    bytes.replaceSubrange(90..<108, with: text(0xFF, "0000000000000"))
    #expect(try read(bytes).displayIdentity.serial == "12345")
  }

  @Test("a name that fills its descriptor continues in the next one") func longName() throws {
    var bytes = sample
    bytes.replaceSubrange(90..<108, with: text(0xFC, "Wide Display "))
    bytes.replaceSubrange(108..<126, with: text(0xFC, "34 inch"))
    #expect(try read(bytes).displayIdentity.model == "Wide Display 34 inch")
  }

  @Test("a size of 400 by 300 mm is one, and of two that differ the one with the mode's shape wins") func sizes() {
    func choose(_ width: Int, _ height: Int, _ coarse: (Int, Int), _ mode: PixelSize?) -> PhysicalSize? {
      PhysicalSizeChoice.choose(
        detailed: PhysicalSize(widthMillimeters: width, heightMillimeters: height), widthCentimeters: coarse.0,
        heightCentimeters: coarse.1, firstMode: mode)
    }
    let wide = PixelSize(width: 1920, height: 1080)
    #expect(choose(400, 300, (40, 30), nil) == PhysicalSize(widthMillimeters: 400, heightMillimeters: 300))
    #expect(choose(531, 299, (40, 30), wide) == PhysicalSize(widthMillimeters: 531, heightMillimeters: 299))
    #expect(choose(400, 300, (53, 30), wide) == PhysicalSize(widthMillimeters: 530, heightMillimeters: 300))
    #expect(choose(16, 9, (4, 3), wide) == nil)
  }

  @Test("a timing of DisplayID type VII counts its clock in kilohertz") func typeSeven() throws {
    // 3840x2160 at 533.25 MHz, 4000 by 2222 in all.
    let timing: [UInt8] = [
      0x01, 0x23, 0x08, 0x88, 0xFF, 0x0E, 0x9F, 0, 0x2F, 0x80, 0x1F, 0, 0x6F, 0x08, 0x3D, 0, 2, 0, 4, 0,
    ]
    var block: [UInt8] = [0x70, 0x20, 23, 0, 0, 0x22, 0, 20] + timing
    block.append(0 &- block[1...].reduce(0, &+))
    block += [UInt8](repeating: 0, count: 128 - block.count)
    let mode = try #require(DisplayIDExtension(ByteWindow(block)).timings.first?.mode)
    #expect(mode.clockKilohertz == 533_250 && mode.size == PixelSize(width: 3840, height: 2160))
    #expect(mode.horizontal.total == 4000 && mode.vertical.total == 2222 && mode.isPreferred)
  }

  @Test("standard timings are DMT's, with reduced blanking first if the display accepts it") func standardTimings()
    throws
  {
    // 1680x1050 at 60 Hz.
    let timing = try #require(StandardTiming(0xB3, 0x00, revision: 3))
    #expect(timing.mode(formula: .none, takesReducedBlanking: true)?.clockKilohertz == 119_000)
    #expect(timing.mode(formula: .none, takesReducedBlanking: false)?.clockKilohertz == 146_250)
    // 1360x1020 at 60 Hz is no DMT timing.
    let other = try #require(StandardTiming(0x8B, 0x40, revision: 3))
    #expect(other.mode(formula: .none, takesReducedBlanking: true) == nil)
    #expect(
      other.mode(formula: .coordinated, takesReducedBlanking: true)?.flags == TimingFlags.negativePositive.rawValue)
  }

  @Test("the kernel's GTF rounds the line rate to whole hertz") func kernelGTF() throws {
    let mode = try #require(
      GeneralizedTimingFormula.mode(size: PixelSize(width: 1360, height: 768), hertz: 60, curve: .first))
    #expect(mode.clockKilohertz == 84_740 && mode.horizontal.total == 1776 && mode.vertical.total == 795)
  }

  @Test("problems name the place between blocks, come once and name extensions") func problems() throws {
    #expect(
      try EDID(bytes: Array(sample.prefix(128))).complaints
        == ["The EDID states 1 extension blocks, but its bytes end before block 1."])
    var bytes = sample
    bytes[128] = 0x40
    #expect(
      try read(bytes).complaints.contains("Extension block 1 is a display information (DI-EXT) block and was ignored."))
    for code in [UInt8(132), 133] { bytes[Int(code)] = 0 }
    let lines = try read(bytes).complaints
    #expect(Set(lines).count == lines.count)
  }

  @Test("link, audio and 4:2:0 facts are those that edid-decode prints") func linkFacts() throws {
    let receiver = try EDID(bytes: SampleEDIDs.bytes("av-receiver-2"))
    #expect(receiver.hdmiPlace == 0x4800 && receiver.maximumTMDSMegahertz == 300 && receiver.hasSCDC == nil)
    #expect(receiver.audioFormats.first?.code == 1 && receiver.audioFormats.first?.channels == 8)
    let television = try EDID(bytes: sample)
    #expect(television.maximumTMDSMegahertz == 600 && television.hasSCDC == true && television.hdmiPlace == 0x2000)
    #expect(television.audioFormats.map(\.channels) == [2] && television.blockCount == 2)
    #expect(television.ycbcr420Modes.map(ModeNames.plainName).contains("3840x2160@60"))
    let monitor = try EDID(bytes: SampleEDIDs.bytes("displayid-2"))
    #expect(monitor.bitsPerColor == 10 && monitor.inputInterface == .displayPort && monitor.blockCount == 3)
    #expect(television.bitsPerColor == nil && television.inputInterface == nil)
  }

  @Test("a mode too fast for the link is explained, with 4:2:0 if the display takes it") func linkNeed() throws {
    let television = try EDID(bytes: sample)
    let mode = try #require(
      television.ycbcr420Modes.first { ModeNames.plainName(of: $0) == "3840x2160@60" })
    #expect(
      television.linkNeed(of: mode, linkMegahertz: 300)
        == "3840x2160@60 needs YCbCr 4:2:0 or 594 MHz; the link allows 300 MHz.")
    #expect(television.linkNeed(of: mode) == nil)
    let other = try #require(ScreenMode.standard(width: 3840, height: 2160, refreshMillihertz: 120_000))
    #expect(television.linkNeed(of: other)?.contains("4:2:0") == false)
  }

  @Test("modes that a connector does not offer are explained, the largest first") func linkNeeds() throws {
    let television = try EDID(bytes: sample)
    // As a source of HDMI 1.4 has them.
    let offered = television.modes.filter { $0.clockKilohertz <= 300_000 }
    let sentences = television.linkNeeds(beyond: offered)
    #expect(sentences.count == 4)
    #expect(sentences.first == "4096x2160@60 needs YCbCr 4:2:0 or 594 MHz; the link allows 297 MHz.")
    #expect(sentences.contains("3840x2160@60 needs YCbCr 4:2:0 or 594 MHz; the link allows 297 MHz."))
    #expect(television.linkNeeds(beyond: offered, most: 1).count == 1)
    #expect(television.linkNeeds(beyond: television.modes).isEmpty)
    #expect(television.linkNeeds(beyond: []).isEmpty)
  }
}
