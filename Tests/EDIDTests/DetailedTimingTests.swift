import DisplayTypes
import Testing

@testable import EDID

@Suite struct DetailedTimingTests {
  /// 1920x1080@60 on a panel of 527 by 296 mm.
  private let bytes: [UInt8] = [
    0x02, 0x3A, 0x80, 0x18, 0x71, 0x38, 0x2D, 0x40, 0x58, 0x2C, 0x45, 0x00, 0x0F, 0x28, 0x21, 0x00, 0x00, 0x1E,
  ]

  @Test("reads all numbers") func reads() throws {
    let timing = try DetailedTiming(ByteWindow(bytes))
    #expect(timing.mode == ScreenMode.standard(width: 1920, height: 1080))
    #expect(timing.millimeters == PhysicalSize(widthMillimeters: 527, heightMillimeters: 296))
  }

  @Test("a rounded clock becomes that of the television format") func correctedClock() throws {
    var rounded = bytes
    // 148.35 MHz means 148.352.
    rounded[0] = 0xF3
    rounded[1] = 0x39
    #expect(try DetailedTiming(ByteWindow(rounded)).mode.clockKilohertz == 148_352)
  }

  @Test("no sync, a tiny picture and stereo are refused") func refuses() {
    // No horizontal sync; 20 pixels wide; stereo.
    for changes: [Int: UInt8] in [[9: 0, 11: 0], [2: 20, 4: 0x01], [17: 0x3E]] {
      var wrong = bytes
      for (offset, value) in changes { wrong[offset] = value }
      #expect(throws: DetailedTiming.Failure.self) { try DetailedTiming(ByteWindow(wrong)) }
    }
  }

  @Test("a total shorter than its sync is stretched as by the kernel") func stretched() throws {
    var short = bytes
    // 20 pixels of blanking under 132 of porch and sync.
    short[3] = 20
    short[4] = 0x70
    #expect(try DetailedTiming(ByteWindow(short)).mode.horizontal.total == 2053)
  }

  @Test("lines of a field are doubled, and lines of a frame are not") func interlaced()
    throws
  {
    var field = bytes
    // 540 lines, 22 of blanking, 2 of porch, 5 of sync; interlaced.
    field.replaceSubrange(5..<8, with: [0x1C, 0x16, 0x20])
    field[10] = 0x25
    field[17] = 0x9E
    let mode = try DetailedTiming(ByteWindow(field)).mode
    #expect(mode.vertical == ModeTiming(display: 1080, syncStart: 1084, syncEnd: 1094, total: 1125))
    var frame = bytes
    frame[17] = 0x9E
    #expect(try DetailedTiming(ByteWindow(frame)).mode.vertical.display == 1080)
  }
}
