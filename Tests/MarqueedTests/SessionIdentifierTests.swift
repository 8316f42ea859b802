import Testing

@testable import marqueed

@Suite struct SessionIdentifierTests {
  private struct Fixed: RandomNumberGenerator {
    var values: [UInt64]
    mutating func next() -> UInt64 { values.removeFirst() }
  }

  @Test func itIsAUUIDOfVersion4() {
    var ones = Fixed(values: [.max, .max])
    #expect(SessionIdentifier.make(using: &ones) == "ffffffff-ffff-4fff-bfff-ffffffffffff")
    var none = Fixed(values: [0, 0])
    #expect(SessionIdentifier.make(using: &none) == "00000000-0000-4000-8000-000000000000")
    var mixed = Fixed(values: [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210])
    #expect(SessionIdentifier.make(using: &mixed) == "01234567-89ab-4def-bedc-ba9876543210")
  }
}
