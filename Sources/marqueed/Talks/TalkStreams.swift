import ControlProtocol
import ControlServer

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
  private var newest = GetTalkReply()

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
    // A copy: a reader that is dropped here takes itself out.
    for reader in Array(readers.values) where !reader.owes { send(to: reader) }
  }

  private func send(to reader: Reader) {
    reader.owes = !reader.responder.sendIfTaken(newest)
    guard reader.owes else { return }
    reader.responder.whenTaken { [weak self, weak reader] in
      if let self, let reader { send(to: reader) }
    }
  }
}
