import ControlProtocol
import Synchronization
import Testing

@testable import marquee_remote

struct PointerRelayTests {
  /// The sent values, and their waiters.
  private final class Sent: Sendable {
    let places = Mutex<[Double]>([])
  }

  @Test func onlyTheNewestOfWaitingPositionsIsSent() async {
    let sent = Sent()
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let relay = PointerRelay { call in
      sent.places.withLock { $0.append(call.x ?? -1) }
      arrival.yield()
      for await _ in gate { break }
    }
    var arrived = arrivals.makeAsyncIterator()
    relay.point(ControlTalkCall(action: .pointer, x: 0, y: 0))
    _ = await arrived.next(isolation: #isolation)
    for step in 1...50 { relay.point(ControlTalkCall(action: .pointer, x: Double(step) / 50, y: 0)) }
    opener.yield()
    _ = await arrived.next(isolation: #isolation)
    #expect(sent.places.withLock { $0 } == [0, 1])
    opener.finish()
  }
}
