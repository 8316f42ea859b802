import Testing

@testable import EDID

@Suite struct CTADataBlocksTests {
  private func read(_ bytes: [UInt8]) -> CTADataBlocks { CTADataBlocks(ByteWindow(bytes)) }

  @Test("video, HDMI, 4:2:0 and Microsoft's blocks are read side by side") func allKinds() {
    let blocks = read([
      0x42, 0x90, 0x04,
      0x6B, 0x03, 0x0C, 0x00, 0x10, 0x00, 0x00, 0x00, 0x20, 0x00, 0x40, 0x01,
      0xE2, 0x0E, 0x61,
      0x66, 0x5C, 0x12, 0xCA, 0x01, 0x00, 0x00,
      0xE2, 0x78, 0x03,
    ])
    #expect(blocks.videoCodes == [16, 4])
    #expect(blocks.isHDMI && blocks.hdmiCodes == [1])
    #expect(blocks.hdmiPlace == 0x1000)
    #expect(blocks.ycbcr420OnlyCodes == [97])
    #expect(blocks.isNonDesktop && blocks.extensionCount == 3)
    #expect(blocks.complaints.isEmpty)
  }

  @Test(
    "an impossible physical address is ignored",
    arguments: [
      (0x1000, 0x1000), (0x2134, 0x2134), (0xF000, 0xF000), (0, nil), (0xFFFF, nil), (0x1010, nil), (0x0100, nil),
      (0x0001, nil),
    ] as [(UInt16, UInt16?)])
  func places(_ bits: UInt16, _ place: UInt16?) {
    #expect(read([0x65, 0x03, 0x0C, 0x00, UInt8(bits >> 8), UInt8(bits & 0xFF)]).hdmiPlace == place)
  }

  @Test("HDMI Forum's fields are read from the vendor block and from the block with an extended tag")
  func forumFields() {
    for head in [[0x67, 0xD8, 0x5D, 0xC4], [0xE7, 0x79, 0x00, 0x00]] as [[UInt8]] {
      let blocks = read(head + [0x01, 0x78, 0x80, 0x00])
      #expect(blocks.tmdsMegahertz == 600 && blocks.hasSCDC == true)
      let short = read([head[0] - 2] + head.dropFirst() + [0x01, 0x78])
      #expect(short.tmdsMegahertz == nil && short.hasSCDC == nil)
    }
  }

  @Test("HDMI's codes stand behind the latency fields") func latencyFields() {
    let payload: [UInt8] = [0x03, 0x0C, 0x00, 0x10, 0x00, 0x00, 0x00, 0xE0, 9, 9, 9, 9, 0x00, 0x60, 1, 2, 3]
    #expect(read([3 << 5 | UInt8(payload.count)] + payload).hdmiCodes == [1, 2, 3])
  }

  @Test("codes that HDMI's block promises but does not hold are not invented") func cutOffCodes() {
    let payload: [UInt8] = [0x03, 0x0C, 0x00, 0x10, 0x00, 0x00, 0x00, 0x20, 0x00, 0xE0, 1]
    #expect(read([3 << 5 | UInt8(payload.count)] + payload).hdmiCodes == [1])
  }

  @Test("a block that runs over the end is reported, and the blocks before it are kept") func overrun() {
    let blocks = read([0x41, 0x10, 0x5F, 0x01])
    #expect(blocks.videoCodes == [16])
    #expect(blocks.complaints.count == 1)
  }
}
