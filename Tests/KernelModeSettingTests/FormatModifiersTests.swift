import KernelModeSetting
import Testing

@Suite struct FormatModifiersTests {
  private let other = PixelFormat(rawValue: 0x3432_5241)

  /// Two formats; linear for both, modifier 7 for the second only.
  private var blob: [UInt8] {
    FlipEventParserTests.bytes(
      [1, 0, 2, 24, 2, 32] + [PixelFormat.xrgb8888.rawValue, other.rawValue] + [0b11, 0, 0, 0, 0, 0]
        + [0b10, 0, 0, 0, 7, 0])
  }

  @Test func eachFormatHasItsLayouts() throws {
    let modifiers = try #require(FormatModifiers(blob: blob))
    #expect(modifiers.modifiers(for: .xrgb8888) == [0])
    #expect(modifiers.modifiers(for: other) == [0, 7])
    #expect(modifiers.takesLinear(.xrgb8888) && !modifiers.takesLinear(PixelFormat(rawValue: 1)))
  }

  @Test func rubbishIsNoTable() {
    for length in 0..<blob.count { #expect(FormatModifiers(blob: Array(blob.prefix(length))) == nil) }
    for place in [0, 8, 12, 16, 20] {
      var bytes = blob
      for offset in place..<place + 4 { bytes[offset] = 0xff }
      #expect(FormatModifiers(blob: bytes) == nil)
    }
    var far = blob
    far[40] = 0xff
    #expect(FormatModifiers(blob: far) != nil)
  }
}
