import ControlProtocol
import ControlServer
import DisplayTypes
import Presentation

/// Those who watch the talk.
///
/// Each gets the newest state whenever it has read what it was sent: who reads slowly misses what is old.
final class TalkStreams {
  private final class Reader {
    let responder: ControlResponder
    /// There is something newer than it has got.
    var owes = false

    init(_ responder: ControlResponder) { self.responder = responder }
  }

  private var readers: [ObjectIdentifier: Reader] = [:]
  private let clock: any DisplayClock
  private var newest = GetTalkReply()
  private var timer: (any DisplayTimer)?
  private var pause = TalkStreams.shortestPause

  /// Between two looks whether slow readers have read, in nanoseconds; it grows while they have not.
  private static let shortestPause: UInt64 = 20_000_000
  private static let longestPause: UInt64 = 5_000_000_000

  init(clock: any DisplayClock) {
    self.clock = clock
  }

  /// How many there are.
  var count: Int { readers.count }

  /// Adds a reader, which gets the talk as it is.
  func add(_ responder: ControlResponder, _ reply: GetTalkReply) {
    let key = ObjectIdentifier(responder)
    readers[key] = Reader(responder)
    responder.onGone = { [weak self] in self?.readers[key] = nil }
    newest = reply
    responder.send(reply)
  }

  /// The talk is another than it was.
  func tell(_ reply: GetTalkReply) {
    newest = reply
    guard !readers.isEmpty else { return }
    for reader in readers.values { reader.owes = true }
    pause = Self.shortestPause
    send()
  }

  private func send() {
    // A copy: a reader that is dropped here takes itself out.
    for reader in Array(readers.values) where reader.owes { reader.owes = !reader.responder.sendIfTaken(newest) }
    guard readers.values.contains(where: \.owes) else { return }
    let timer = timer ?? clock.makeTimer { [weak self] in self?.send() }
    self.timer = timer
    timer.arm(at: clock.now.advanced(by: pause))
    pause = min(pause * 2, Self.longestPause)
  }
}
