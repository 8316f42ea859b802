public import ControlProtocol

/// The clients that subscribed to events; each event is written once, whatever their number.
public final class EventStreams {
  private var readers: [ObjectIdentifier: ControlResponder] = [:]

  /// Makes a set of streams without readers.
  public init() {}

  /// The number of readers.
  public var count: Int { readers.count }

  /// Adds a reader, which first gets the full state.
  public func add(_ responder: ControlResponder, snapshot: EventInfo) {
    let key = ObjectIdentifier(responder)
    readers[key] = responder
    responder.onGone = { [weak self] in self?.readers[key] = nil }
    responder.send(snapshot)
  }

  /// Sends an event to every reader; without one it is not even put together.
  public func send(_ event: @autoclosure () -> EventInfo) {
    guard !readers.isEmpty, let bytes = try? ControlJSON.frame(ControlReplyMessage(event(), continues: true)) else {
      return
    }
    // A copy: a reader that is dropped here takes itself out.
    for reader in Array(readers.values) { reader.send(framed: bytes) }
  }
}
