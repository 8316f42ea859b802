import DisplayTypes

/// Writes EDID bytes: blocks, descriptors and checksums.
///
/// What it writes, `EDIDReader` reads back.
struct EDIDBuilder {
  let identity: DisplayIdentity
  let physicalSize: PhysicalSize?

  /// The bytes for a display with these modes, `preferred` first; modes that no descriptor can state are left out.
  func bytes(preferred: ScreenMode, others: [ScreenMode]) -> [UInt8] {
    var plan = ModePlan()
    for mode in [preferred] + others where mode.isPlausible { plan.add(mode, millimeters: physicalSize) }
    var descriptors: [[UInt8]] = Array(plan.detailed.prefix(1))
    if !identity.model.isEmpty { descriptors.append(text(.name, identity.model)) }
    if !identity.serial.isEmpty { descriptors.append(text(.serialNumber, identity.serial)) }
    let inBase = plan.detailed.dropFirst().prefix(4 - descriptors.count)
    // Detailed timings come before the other descriptors.
    descriptors.insert(contentsOf: inBase, at: min(1, descriptors.count))
    var extensions: [[UInt8]] = []
    let rest = Array(plan.detailed.dropFirst(1 + inBase.count))
    if !rest.isEmpty || !plan.codes.isEmpty { extensions.append(consumerBlock(codes: plan.codes, detailed: rest)) }
    if !plan.large.isEmpty { extensions.append(displayIDBlock(plan.large)) }
    let base = baseBlock(
      descriptors: descriptors, extensions: extensions.count, prefersFirstDetailed: plan.prefersFirstDetailed)
    return base + extensions.flatMap { $0 }
  }

  private func baseBlock(descriptors: [[UInt8]], extensions: Int, prefersFirstDetailed: Bool) -> [UInt8] {
    var block: [UInt8] = [0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00]
    let make = packedMake
    block += [UInt8(truncatingIfNeeded: make >> 8), UInt8(truncatingIfNeeded: make)]
    let product = UInt16(identity.model, radix: 16) ?? 1
    block += [UInt8(truncatingIfNeeded: product), UInt8(truncatingIfNeeded: product >> 8)]
    let serial = UInt32(identity.serial) ?? 0
    block += (0..<4).map { UInt8(truncatingIfNeeded: serial >> (8 * UInt32($0))) }
    // Week not stated, 2025. From revision 4 on the first detailed timing always is the preferred one, and the input is
    // digital with 8 bits a colour on HDMI; revision 3 only knows digital.
    block += prefersFirstDetailed ? [0, 35, 1, 4, 0xA2] : [0, 35, 1, 3, 0x80]
    block += [centimeters(physicalSize?.widthMillimeters), centimeters(physicalSize?.heightMillimeters)]
    // Gamma 2.2; sRGB, and whether the first detailed timing is the preferred one; sRGB's chromaticities.
    block += [120, prefersFirstDetailed ? 0x06 : 0x04, 0xEE, 0x91, 0xA3, 0x54, 0x4C, 0x99, 0x26, 0x0F, 0x50, 0x54]
    block += [0, 0, 0]
    block += [UInt8](repeating: 0x01, count: 16)
    for descriptor in descriptors.prefix(4) { block += descriptor }
    while block.count < 126 { block += [0, 0, 0, 0x10] + [UInt8](repeating: 0, count: 14) }
    return sealed(block + [UInt8(clamping: extensions)])
  }

  /// A CTA-861 extension with HDMI's vendor block, short video descriptors and as many detailed timings as fit.
  private func consumerBlock(codes: [UInt8], detailed: [[UInt8]]) -> [UInt8] {
    let listed = codes.prefix(31)
    var collection: [UInt8] = listed.isEmpty ? [] : [2 << 5 | UInt8(clamping: listed.count)] + listed
    collection += [3 << 5 | 5, 0x03, 0x0C, 0x00, 0x10, 0x00]
    let start = 4 + collection.count
    // Underscanned by default: what a test display shows, it shows to its edges.
    var block: [UInt8] = [0x02, 3, UInt8(clamping: start), 0x80] + collection
    for descriptor in detailed.prefix((127 - start) / 18) { block += descriptor }
    return sealed(block)
  }

  /// A DisplayID 1.2 section with timings of type I, for what a detailed timing's 12 bits cannot hold.
  private func displayIDBlock(_ timings: [[UInt8]]) -> [UInt8] {
    let listed = timings.prefix(5)
    let payload = listed.flatMap { $0 }
    let blocks: [UInt8] = [0x03, 0x00, UInt8(clamping: payload.count)] + payload
    let section: [UInt8] = [0x12, UInt8(clamping: blocks.count), 0x00, 0x00] + blocks
    let sum = section.reduce(0, &+)
    return sealed([0x70] + section + [0 &- sum])
  }

  /// Padded to 127 bytes and closed with the checksum.
  private func sealed(_ block: [UInt8]) -> [UInt8] {
    let body = Array((block + [UInt8](repeating: 0, count: max(0, 127 - block.count))).prefix(127))
    return body + [0 &- body.reduce(0, &+)]
  }

  private func text(_ kind: DisplayDescriptor, _ text: String) -> [UInt8] {
    var characters = Array(text.utf8.filter { (0x20...0x7E).contains($0) }.prefix(13))
    if characters.count < 13 { characters.append(0x0A) }
    while characters.count < 13 { characters.append(0x20) }
    return [0, 0, 0, UInt8(clamping: kind.rawValue), 0] + characters
  }

  /// Five bits a letter; what is no letter becomes X, so that another make than the one asked for can be seen.
  private var packedMake: UInt16 {
    guard !identity.make.isEmpty else { return 0 }
    var letters = identity.make.utf8.prefix(3).map { $0 & 0xDF }
    while letters.count < 3 { letters.append(UInt8(ascii: "X")) }
    return letters.reduce(0) { packed, letter in
      let known = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter) ? letter : UInt8(ascii: "X")
      return packed << 5 | UInt16(known - 0x40)
    }
  }

  private func centimeters(_ millimeters: Int?) -> UInt8 {
    guard let millimeters, millimeters > 0, millimeters < 2555 else { return 0 }
    return UInt8(clamping: (millimeters + 5) / 10)
  }
}
