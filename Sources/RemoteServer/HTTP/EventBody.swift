internal import FlyingSocks

/// The bytes of a stream of events, for FlyingFox.
struct EventBody: AsyncBufferedSequence {
  typealias Element = UInt8

  let events: AsyncStream<[UInt8]>

  func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator()) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    fileprivate var events: AsyncStream<[UInt8]>.Iterator
    private var left: ArraySlice<UInt8> = []

    fileprivate init(events: AsyncStream<[UInt8]>.Iterator) {
      self.events = events
    }

    mutating func next() async throws -> UInt8? {
      while left.isEmpty {
        guard let event = await events.next(isolation: #isolation) else { return nil }
        left = event[...]
      }
      return left.popFirst()
    }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      if !left.isEmpty {
        defer { left = [] }
        return Array(left)
      }
      return await events.next(isolation: #isolation)
    }
  }
}
