/// A CTA-861 extension block (CTA-861-H section 7.3): data blocks, detailed timings and a few flags.
struct CTAExtension {
  /// The block's tag.
  static let tag = 0x02

  let dataBlocks: CTADataBlocks
  /// 18-byte descriptors, detailed timings and others, in their order.
  let descriptors: [ByteWindow]
  /// The display does not cut the edges off computers' formats.
  let underscansComputerFormats: Bool
  let complaints: [String]

  /// Reads a block of 128 bytes.
  init(_ block: ByteWindow) {
    let revision = block[1]
    let offset = block[2]
    var complaints: [String] = []
    underscansComputerFormats = revision >= 2 && block[3] & 0x80 != 0
    let hasCollection = revision >= 3 && offset >= 4 && offset <= 127
    dataBlocks = CTADataBlocks(
      hasCollection ? block.window(from: 4, count: offset - 4) : block.window(from: 0, count: 0))
    complaints += dataBlocks.complaints
    var descriptors: [ByteWindow] = []
    if offset >= 4 {
      var start = offset
      while start + 18 <= 127 {
        let descriptor = block.window(from: start, count: 18)
        // Serials and timings also stand behind empty places and descriptors of unknown kinds.
        if descriptor.word(0) != 0 || DisplayDescriptor(descriptor) != nil { descriptors.append(descriptor) }
        start += 18
      }
      if offset > 127 {
        complaints.append("Its CTA-861 extension says that detailed timings begin at byte \(offset) of 128.")
      }
    } else if offset != 0 {
      complaints.append("Its CTA-861 extension says that detailed timings begin inside of its own header.")
    }
    self.descriptors = descriptors
    self.complaints = complaints
  }
}
