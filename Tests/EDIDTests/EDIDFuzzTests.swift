import DisplayTypes
import EDID
import TestKit
import Testing

/// No bytes may make the parser trap, and whatever it reads must be sound.
@Suite struct EDIDFuzzTests {
  /// Reads any bytes, and checks the properties that must hold. Returns whether they were an EDID.
  private func isSound(_ bytes: [UInt8]) -> Bool {
    guard let edid = try? EDID(bytes: bytes) else { return false }
    let absurd = edid.modes.filter { !$0.isPlausible }
    #expect(absurd.isEmpty)
    #expect(Set(edid.modes).count == edid.modes.count)
    let identity = edid.displayIdentity
    let text = identity.make + identity.model + identity.serial
    #expect(text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !identity.model.isEmpty)
    #expect(edid.physicalSize.map { $0.widthMillimeters > 0 && $0.heightMillimeters > 0 } ?? true)
    _ = edid.alternateRateModes
    #expect(edid.audioFormats.allSatisfy { (1...8).contains($0.channels) })
    #expect(Set(edid.ycbcr420OnlyModes).isSubset(of: Set(edid.ycbcr420Modes)))
    #expect(Set(edid.complaints).count == edid.complaints.count)
    return true
  }

  @Test("each sample cut off at every length") func truncations() {
    var read = 0
    for sample in SampleEDIDs.sorted {
      for length in 0..<sample.count where isSound(Array(sample.prefix(length))) { read += 1 }
    }
    #expect(read > 1000)
  }

  @Test("each sample with flipped bits and corrected checksums") func flippedBits() {
    var generator = SeededGenerator(seed: 1)
    var read = 0
    for sample in SampleEDIDs.sorted {
      for _ in 0..<60 {
        var bytes = sample
        for _ in 0..<Int.random(in: 1...12, using: &generator) {
          let offset = Int.random(in: 8..<bytes.count, using: &generator)
          bytes[offset] ^= 1 << UInt8.random(in: 0...7, using: &generator)
        }
        if isSound(SampleEDIDs.sealed(bytes)) { read += 1 }
        _ = isSound(bytes)
      }
    }
    #expect(read > 1500)
  }

  @Test("random bytes, alone and behind a good header, with extensions of each kind") func randomBytes() {
    var generator = SeededGenerator(seed: 2)
    let header: [UInt8] = [0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00]
    for round in 0..<600 {
      var bytes = (0..<512).map { _ in UInt8.random(in: 0...255, using: &generator) }
      _ = isSound(bytes)
      bytes.replaceSubrange(0..<8, with: header)
      bytes[18] = 1
      bytes[19] = UInt8(round % 6)
      bytes[126] = 3
      bytes[128] = 0x02
      bytes[129] = 3
      bytes[20] |= UInt8(round % 2) << 7
      // A range descriptor with a second GTF curve or CVT's flags in random bytes.
      if round % 3 != 0 { bytes.replaceSubrange(54..<58, with: [0, 0, 0, 0xFD]) }
      bytes[64] = round % 3 == 1 ? 2 : 4
      bytes[256] = 0x70
      bytes[258] = 121
      bytes[261] = [0x03, 0x22, 0x81][round % 3]
      bytes[263] = UInt8(clamping: [100, 118, 20][round / 3 % 3])
      bytes[382] = 0 &- bytes[257..<382].reduce(0, &+)
      bytes[384] = UInt8.random(in: 0...255, using: &generator)
      #expect(isSound(SampleEDIDs.sealed(bytes)))
    }
  }

  @Test("blocks of one repeated byte") func constantBytes() {
    for value in UInt8.min...UInt8.max {
      var bytes = [UInt8](repeating: value, count: 512)
      bytes.replaceSubrange(0..<8, with: [0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00])
      bytes[18] = 1
      bytes[128] = 0x02
      bytes[256] = 0x70
      #expect(isSound(SampleEDIDs.sealed(bytes)))
    }
  }
}
