import CLinuxEvents
import Composition
import DisplayTypes
import EventLoop
import Glibc
import Rasterizing
import Testing

@testable import marqueed

/// The pictures of a stream before a screen shows it.
@MainActor
struct WaitingStreamTests {
  private let loop: EventLoop
  private let feed = SurfaceFeeds().feed()

  init() throws { loop = try EventLoop() }

  private func connect(
    hasRoom: Bool, ended: @escaping (String?) -> Void
  ) throws -> (connection: SurfaceConnection, helper: StandInHelper) {
    var pair: [Int32] = [-1, -1]
    #expect(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue), 0, &pair) == 0)
    let order = StreamOrder(
      room: PictureRoom(size: StandInVideos.room), address: try #require(StreamAddress("rtsp://camera/1")))
    let connection = SurfaceConnection(
      pair[0], program: "stand-in", player: SurfacePlayer(feed: feed, order: .stream(order)) { _ in }, on: loop,
      events: SurfaceEvents {}, take: { _ in .failure(SurfaceRefusal("a stream has no name")) },
      hasRoom: { _ in hasRoom }, ended: ended)
    return (connection, StandInHelper(pair[1], first: 0))
  }

  /// The reason is that of the failure on the screen, so it must not be lost.
  @Test func aPlayerWithoutRoomEndsWithTheReason() throws {
    var reasons: [String?] = []
    let (connection, helper) = try connect(hasRoom: false) { reasons.append($0) }
    connection.start()
    helper.open(length: 0)
    while reasons.isEmpty { loop.turn(waiting: true) }
    helper.read()
    #expect(reasons.count == 1 && reasons.first??.contains("would take more than") == true)
    #expect(helper.fault == reasons.first)
  }

  @Test func theLimitOfAllBuffersFollowsTheMemory() {
    #expect(SurfaceBuffers.mostBytes(memory: 1 << 30) == 512 << 20)
    #expect(SurfaceBuffers.mostBytes(memory: 24 << 30) == 3 << 30)
    #expect(SurfaceBuffers.mostBytes(memory: -1) == 512 << 20)
  }

  @Test func aStreamThatWaitsForItsTurnKeepsItsNewestPictureOnly() throws {
    let (connection, helper) = try connect(hasRoom: true) { _ in }
    func exchange() {
      // The answers to the messages come with the next turn.
      for _ in 0..<2 {
        repeat { connection.proceed() } while loop.turn(waiting: false) > 0
        helper.read()
      }
    }
    connection.start()
    helper.open(length: 0)
    exchange()
    // More than there are buffers.
    for number in 0..<20 {
      helper.draw(number, due: 0)
      exchange()
      #expect(feed.supply.waiting == 1)
      #expect(feed.firstWaiting?.number == UInt64(number + 1))
    }
    #expect(helper.fault == nil)
    // All pictures count while a screen shows it.
    feed.setScreens([ScreenID(rawValue: 1)])
    exchange()
    for number in 20..<23 { helper.draw(number, due: 0) }
    exchange()
    #expect(feed.supply.waiting == 4)
    connection.end(nil)
  }
}
