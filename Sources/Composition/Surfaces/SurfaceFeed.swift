package import DisplayTypes
internal import Synchronization

/// The frames of one surface, whose pixels another process draws. The thread of the surfaces adds frames, and the display thread takes the
/// due one for each refresh. Any thread may call it; no call waits for another process.
public final class SurfaceFeed: Sendable {
  /// The largest number of frames that wait for their time.
  package static let longestQueue = 8

  private struct State {
    var queue = InlineArray<8, SurfaceFrame?>(repeating: nil)
    var count = 0
    /// The newest frame whose time has come.
    var current: SurfaceFrame?
    /// The largest area of screen pixels that shows the surface; zero before the first.
    var wanted = PixelSize.zero
    var refreshInterval: UInt64 = 0
    var isVisible = false
  }

  package let name: String
  private let state = Mutex(State())
  private let frameCame: @Sendable (SurfaceFeed) -> Void
  private let didChange: @Sendable () -> Void

  /// - Parameters:
  ///   - frameCame: called on the thread that adds a frame, to have the screens drawn again.
  ///   - didChange: called on the display thread after `wish` or `isVisible` has changed; must not wait or allocate.
  package init(
    name: String, frameCame: @escaping @Sendable (SurfaceFeed) -> Void, didChange: @escaping @Sendable () -> Void
  ) {
    self.name = name
    self.frameCame = frameCame
    self.didChange = didChange
  }

  /// Adds a frame behind those that wait. Returns false if the queue is full.
  package func add(_ frame: SurfaceFrame) -> Bool {
    let isAdded = state.withLock { state in
      guard state.count < Self.longestQueue else { return false }
      state.queue[state.count] = frame
      state.count += 1
      return true
    }
    if isAdded { frameCame(self) }
    return isAdded
  }

  /// Drops the frames that wait, because their process has gone. The last shown frame stays.
  package func dropWaiting() {
    // The frames end after the lock is free.
    let dropped = state.withLock { state in
      let dropped = state.queue
      state.queue = InlineArray(repeating: nil)
      state.count = 0
      return dropped
    }
    _ = dropped
  }

  /// The newest frame whose time has come at `time`; nil before the first. All frames that came before it end.
  func frame(at time: MonotonicTime) -> SurfaceFrame? {
    // A frame that ends takes no lock of this object.
    state.withLock { state in
      guard let last = (0..<state.count).last(where: { state.queue[$0].map { $0.target <= time } ?? false }) else {
        return state.current
      }
      let due = last + 1
      state.current = state.queue[due - 1]
      for index in 0..<state.count { state.queue[index] = index + due < state.count ? state.queue[index + due] : nil }
      state.count -= due
      return state.current
    }
  }

  /// Whether frames wait for their time.
  var hasWaiting: Bool { state.withLock { $0.count > 0 } }

  /// Records the screen pixels that show the surface. The largest area counts until the next `layoutChanged`.
  func isShown(in size: PixelSize, interval: UInt64) {
    let hasChanged = state.withLock { state in
      state.refreshInterval = interval
      guard size.width * size.height > state.wanted.width * state.wanted.height else { return false }
      state.wanted = size
      return true
    }
    if hasChanged { didChange() }
  }

  /// Whether a screen that is lit shows the surface.
  package var isVisible: Bool { state.withLock { $0.isVisible } }

  /// Records whether a screen shows the surface.
  package func setVisible(_ isVisible: Bool) {
    let hasChanged = state.withLock { state in
      defer { state.isVisible = isVisible }
      return state.isVisible != isVisible
    }
    if hasChanged { didChange() }
  }

  /// Forgets the size, so that the next frame on a screen decides it.
  package func layoutChanged() { state.withLock { $0.wanted = .zero } }

  /// The size in upright screen pixels, zero while unknown, and the nanoseconds between two refreshes.
  package var wish: (size: PixelSize, refreshInterval: UInt64) {
    state.withLock { ($0.wanted, $0.refreshInterval) }
  }
}

/// One frame of a surface. When the last screen has replaced it, it ends and its buffer is free.
public final class SurfaceFrame: Sendable {
  package let pool: SurfacePool
  /// The index of its buffer in the pool.
  package let buffer: Int
  /// The number that its process gave it.
  package let number: UInt64
  /// The time from which it is shown.
  package let target: MonotonicTime
  /// The pixels of the buffer that differ from those of the frame `former`; nil for all.
  private let damage: PixelRect?
  private let former: UInt64?
  private let events: SurfaceEvents
  private let isPresented = Atomic<Bool>(false)

  /// - Parameters:
  ///   - damage: the pixels that differ from those of the frame with the number `former`; nil for all.
  ///   - former: the frame before in the same pool; nil for the first.
  package init(
    _ pool: SurfacePool, buffer: Int, number: UInt64, target: MonotonicTime, damage: PixelRect? = nil,
    after former: UInt64? = nil, events: SurfaceEvents
  ) {
    self.pool = pool
    self.buffer = buffer
    self.number = number
    self.target = target
    self.damage = damage
    self.former = former
    self.events = events
  }

  deinit { events.ended(self, wasPresented: isPresented.load(ordering: .relaxed)) }

  package var bitmap: Bitmap { pool.bitmaps[buffer] }

  /// The pixels that differ from another frame; nil if they are unknown.
  func damage(since other: SurfaceFrame) -> PixelRect? {
    other.pool === pool && other.number == former ? damage?.intersection(PixelRect(size: bitmap.size)) : nil
  }

  /// Records that a screen shows the frame. Only the first call counts.
  package func presented(at time: MonotonicTime, interval: UInt64, sequence: UInt64) {
    guard !isPresented.exchange(true, ordering: .relaxed) else { return }
    events.presented(number, at: time, interval: interval, sequence: sequence)
  }
}

/// The buffers of a surface for one size.
package final class SurfacePool: Sendable {
  package static let mostBuffers = 4

  /// The number of the `configure` message.
  package let serial: UInt32
  /// The pixels of each buffer. They change only while no frame has the buffer.
  package let bitmaps: [Bitmap]

  package init(serial: UInt32, bitmaps: [Bitmap]) {
    self.serial = serial
    self.bitmaps = bitmaps
  }
}

/// The messages from the display thread to the process of a surface. Adding one neither waits nor allocates.
package final class SurfaceEvents: Sendable {
  package enum Event: Sendable {
    case presented(number: UInt64, time: MonotonicTime, interval: UInt64, sequence: UInt64)
    case superseded(number: UInt64)
    case released(buffer: Int, serial: UInt32)
  }

  private struct State {
    var events = InlineArray<64, Event?>(repeating: nil)
    var count = 0
  }

  private let state = Mutex(State())
  private let wake: @Sendable () -> Void

  /// - Parameter wake: called on any thread; must not wait or allocate.
  package init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  /// Takes the events in their order.
  package func take() -> [Event] {
    state.withLock { state in
      let events = (0..<state.count).compactMap { state.events[$0] }
      state.count = 0
      return events
    }
  }

  fileprivate func presented(_ number: UInt64, at time: MonotonicTime, interval: UInt64, sequence: UInt64) {
    add(.presented(number: number, time: time, interval: interval, sequence: sequence))
  }

  fileprivate func ended(_ frame: SurfaceFrame, wasPresented: Bool) {
    if !wasPresented { add(.superseded(number: frame.number)) }
    add(.released(buffer: frame.buffer, serial: frame.pool.serial))
  }

  /// A process has at most 4 buffers, and each gives at most three events until it is taken. So the space is enough.
  private func add(_ event: Event) {
    state.withLock { state in
      guard state.count < 64 else { return }
      state.events[state.count] = event
      state.count += 1
    }
    wake()
  }
}

/// The surfaces by name, while a content or a process uses them. Any thread may call it.
package final class SurfaceFeeds: Sendable {
  /// The largest number of names at a time.
  package static let mostNames = 64

  private struct State {
    var feeds: [String: WeakFeed] = [:]
    var frameCame: (@Sendable (SurfaceFeed) -> Void)?
    var didChange: (@Sendable () -> Void)?
  }

  private struct WeakFeed: Sendable {
    weak let feed: SurfaceFeed?
  }

  private let state = Mutex(State())

  package init() {}

  /// Sets the receivers of `SurfaceFeed`, which exist after the contents.
  package func connect(
    frameCame: @escaping @Sendable (SurfaceFeed) -> Void, didChange: @escaping @Sendable () -> Void
  ) {
    state.withLock { ($0.frameCame, $0.didChange) = (frameCame, didChange) }
  }

  /// The surface of this name; nil if there are too many names.
  package func feed(named name: String) -> SurfaceFeed? {
    state.withLock { state in
      if let feed = state.feeds[name]?.feed { return feed }
      state.feeds = state.feeds.filter { $0.value.feed != nil }
      guard state.feeds.count < Self.mostNames else { return nil }
      let feed = SurfaceFeed(
        name: name, frameCame: { [weak self] in self?.frameCame(in: $0) },
        didChange: { [weak self] in self?.didChange() })
      state.feeds[name] = WeakFeed(feed: feed)
      return feed
    }
  }

  private func frameCame(in feed: SurfaceFeed) { state.withLock { $0.frameCame }?(feed) }

  private func didChange() { state.withLock { $0.didChange }?() }
}
