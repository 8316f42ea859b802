import DisplayTypes
import Testing

@testable import Rasterizing

@Suite struct StreamOrderTests {
  @Test(arguments: [(false, false), (true, false), (false, true)])
  func theLongestAddressFitsIntoAMessage(_ loopback: Bool, _ linkLocal: Bool) throws {
    let text = "rtsp://user:word@camera/" + String(repeating: "a", count: StreamAddress.longest - 24)
    let order = StreamOrder(
      room: PictureRoom(size: PixelSize(width: 1920, height: 1080), pixelAspectRatio: 1.25, fit: .fill),
      address: try #require(StreamAddress(text)), allowsLoopback: loopback, allowsLinkLocal: linkLocal)
    #expect(text.utf8.count == StreamAddress.longest)
    let bytes = SurfaceMessage.bytes(of: .stream(order))
    #expect(bytes.count <= SurfaceMessage.longestAnswer)
    #expect(try SurfaceMessage.answer(bytes[...]) == .stream(order))
    // A message with another scheme is refused.
    var other = bytes
    let place = try #require(other.firstIndex(of: UInt8(ascii: "r")))
    other[place] = UInt8(ascii: "f")
    #expect(throws: SurfaceMessage.Fault.self) { try SurfaceMessage.answer(other[...]) }
  }
}

@Suite struct StreamPaceTests {
  private static let second: UInt64 = 1_000_000_000

  @Test func picturesKeepTheirDistancesAlthoughTheyComeUnevenly() {
    var pace = StreamPace()
    let times = [(0, 0), (40, 95), (80, 100), (120, 121)].map { position, arrival in
      pace.time(of: position * 1_000_000, now: 5 * Self.second + UInt64(arrival) * 1_000_000)
    }
    #expect(times == [100, 140, 180, 220].map { 5 * Self.second + $0 * 1_000_000 })
  }

  @Test func aLatePictureIsShownAtOnceAndDelaysThoseAfterIt() {
    var pace = StreamPace()
    _ = pace.time(of: 0, now: Self.second)
    #expect(pace.time(of: 40_000_000, now: 2 * Self.second) == 2 * Self.second)
    #expect(pace.time(of: 80_000_000, now: 2 * Self.second) == 2 * Self.second + 40_000_000)
  }

  @Test(arguments: [Int64.min, -5_000_000_000, 60_000_000_000, Int64.max])
  func aJumpOfTheStreamBeginsANewCount(_ position: Int64) {
    var pace = StreamPace()
    _ = pace.time(of: 0, now: Self.second)
    let time = pace.time(of: position, now: 9 * Self.second)
    #expect(time == 9 * Self.second + 100_000_000)
    #expect(
      pace.time(of: position.addingReportingOverflow(40_000_000).partialValue, now: 9 * Self.second) >= 9 * Self.second)
  }
}
