import DisplayTypes
import Testing

@Suite struct ControllingScalarTests {
  @Test(
    arguments: ([0x00, 0x1B, 0x7F, 0x85, 0x9B, 0x61C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202E, 0x2066, 0x2069]
      as [UInt32]))
  func itIsNotPrinted(value: UInt32) throws {
    #expect(try #require(Unicode.Scalar(value)).isControlling)
  }

  /// Letters, combining parts of letters and emoji, word breaks, and signs around numbers.
  @Test(
    arguments: ([
      0x20, 0x41, 0xA0, 0xAD, 0xE9, 0x301, 0x600, 0x200B, 0x200C, 0x200D, 0x5D0, 0x65E5, 0xFE0F, 0x1F469, 0xE0067,
    ]
      as [UInt32]))
  func itIsAPartOfATextForAll(value: UInt32) throws {
    #expect(try !#require(Unicode.Scalar(value)).isControlling)
  }
}
