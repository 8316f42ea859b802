package import DisplayTypes
internal import Synchronization

/// The frames of one surface, whose pixels another process draws. The thread of the surfaces adds frames, and the display thread takes the
/// due one for each refresh. Any thread may call it; no call waits for another process. Layers and the connection of the process keep it.
public final class SurfaceFeed: Sendable {
  /// The largest number of frames that wait for their time.
  package static let longestQueue = 12
  private static let mostScreens = 16

  private struct State {
    var queue = InlineArray<12, SurfaceFrame?>(repeating: nil)
    var count = 0
    /// The newest frame that a screen has taken.
    var current: SurfaceFrame?
    /// The area of each screen that shows the surface.
    var places = InlineArray<16, Place?>(repeating: nil)
    var refreshInterval: UInt64 = 0
    var isVisible = false
    var refreshes = SurfaceRefreshes()
    /// Whether no frame is shown until the next one comes.
    var isEmpty = false
    /// The program that draws it; nil for none.
    var program: String?
  }

  private struct Place: Equatable {
    let screen: ScreenID
    let size: PixelSize
  }

  package let name: String
  package let counts: PictureCounts
  package let scanout: SurfaceScanout
  private let state = Mutex(State())
  private let frameCame: @Sendable (SurfaceFeed) -> Void
  private let didChange: @Sendable () -> Void

  /// - Parameters:
  ///   - counts: counts its pictures.
  ///   - frameCame: called on the thread that adds a frame, to have the screens drawn again.
  ///   - didChange: called on the display thread after `wish`, `scanout.card` or `isVisible` has changed; must not wait or allocate.
  package init(
    name: String, counts: PictureCounts = PictureCounts(), frameCame: @escaping @Sendable (SurfaceFeed) -> Void,
    didChange: @escaping @Sendable () -> Void
  ) {
    self.name = name
    self.counts = counts
    scanout = SurfaceScanout(didChange: didChange)
    self.frameCame = frameCame
    self.didChange = didChange
  }

  /// Adds a frame behind those that wait. Returns false if the queue is full.
  package func add(_ frame: SurfaceFrame) -> Bool {
    let isAdded = state.withLock { state in
      guard state.count < Self.longestQueue else { return false }
      state.queue[state.count] = frame
      state.count += 1
      state.isEmpty = false
      return true
    }
    if isAdded { frameCame(self) }
    return isAdded
  }

  /// Drops the frames that wait, because their process has gone or has other buffers now. The last shown frame stays.
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

  /// Has the screens drawn again, because a frame has a copy now.
  package func redraw() { frameCame(self) }

  /// Removes all frames, also from the screens. The layers below are seen until the next frame comes.
  package func clear() {
    // The frames end after the lock is free.
    let dropped = state.withLock { state in
      let dropped = (state.queue, state.current)
      state.queue = InlineArray(repeating: nil)
      (state.count, state.current, state.isEmpty) = (0, nil, true)
      return dropped
    }
    _ = dropped
    frameCame(self)
  }

  var isEmpty: Bool { state.withLock { $0.isEmpty } }

  /// Records the program that draws it; nil after it has left.
  package func setProgram(_ program: String?) { state.withLock { $0.program = program } }

  /// A sentence on its program and on the way of its pixels.
  fileprivate var note: String { trouble ?? "surface \"\(name)\": \(scanout.path)" }

  /// A sentence if no program draws it.
  fileprivate var trouble: String? {
    guard state.withLock({ $0.program }) == nil else { return nil }
    return "surface \"\(name)\": no program draws it\(current == nil ? "" : "; its last frame stays")"
  }

  /// The newest frame whose time has come at `time`; nil if there is none. All frames that came before it end.
  ///
  /// If several screens show the surface, another one may have taken a frame whose time has not come here.
  ///
  /// - Parameters:
  ///   - screen: the screen that shows it; nil during a modeset.
  ///   - interval: the nanoseconds between two refreshes of the screen.
  func takeFrame(at time: MonotonicTime, for screen: ScreenID? = nil, every interval: UInt64 = 0) -> SurfaceFrame? {
    // The former frame ends after the lock is free.
    let (frame, former, missed, skipped) = state.withLock { state in
      let former = state.current
      var skipped = 0
      if let last = (0..<state.count).last(where: { state.queue[$0].map { $0.target <= time } ?? false }) {
        for index in 0...last {
          // A frame without a time is due when it comes.
          if let due = state.queue[index]?.target { state.refreshes.came(due: due == .zero ? time : due) }
        }
        skipped = last
        state.current = state.queue[last]
        for index in 0..<state.count {
          state.queue[index] = index + last + 1 < state.count ? state.queue[index + last + 1] : nil
        }
        state.count -= last + 1
      }
      var missed: UInt64 = 0
      if let screen {
        missed = state.refreshes.drew(at: time, on: screen, every: interval)
      } else {
        state.refreshes.restart()
      }
      return (state.current, former, missed, skipped)
    }
    _ = former
    if missed > 0 { counts.addLate(missing: missed) }
    if skipped > 0 { counts.addSkipped(UInt64(skipped)) }
    return frame.flatMap { $0.target <= time ? $0 : nil }
  }

  /// The first frame that waits for its time, for a picture of a clip that no screen shows.
  package var firstWaiting: SurfaceFrame? { state.withLock { $0.queue[0] } }

  /// The newest frame that a screen has taken.
  package var current: SurfaceFrame? { state.withLock { $0.current } }

  /// Whether frames wait for a time before this one.
  func hasWaiting(before time: MonotonicTime) -> Bool {
    state.withLock { state in
      (0..<state.count).contains { state.queue[$0].map { $0.target < time } ?? false }
    }
  }

  /// The number of frames that wait, and the time of the newest frame; nil without a frame.
  package var supply: (waiting: Int, newest: MonotonicTime?) {
    state.withLock { state in
      (state.count, (state.count > 0 ? state.queue[state.count - 1] : state.current)?.target)
    }
  }

  /// The earliest time after `limit` for which a frame waits.
  package func earliestTarget(after limit: MonotonicTime) -> MonotonicTime? {
    state.withLock { state in
      (0..<state.count).compactMap { state.queue[$0]?.target }.filter { $0 > limit }.min()
    }
  }

  /// Records the screen pixels that show the surface on a screen.
  func noteShown(in size: PixelSize, on screen: ScreenID, every interval: UInt64) {
    let place = Place(screen: screen, size: size)
    let hasChanged = state.withLock { state in
      state.refreshInterval = interval
      let all = 0..<Self.mostScreens
      guard
        let index = all.first(where: { state.places[$0]?.screen == screen })
          ?? all.first(where: { state.places[$0] == nil }),
        state.places[index] != place
      else { return false }
      state.places[index] = place
      return true
    }
    if hasChanged { didChange() }
  }

  /// Whether a screen that is lit shows the surface.
  package var isVisible: Bool { state.withLock { $0.isVisible } }

  /// Records that the picture was held, so that refreshes until now do not count.
  package func endHold() { state.withLock { $0.refreshes.restart() } }

  /// Records which screens show the surface.
  package func setScreens(_ screens: [ScreenID]) {
    scanout.setScreens(screens.count)
    let hasChanged = state.withLock { state in
      var hasChanged = state.isVisible == screens.isEmpty
      for index in 0..<Self.mostScreens {
        guard let place = state.places[index], !screens.contains(place.screen) else { continue }
        state.places[index] = nil
        hasChanged = true
      }
      state.isVisible = !screens.isEmpty
      if let screen = state.refreshes.screen, !screens.contains(screen) { state.refreshes.restart() }
      return hasChanged
    }
    if hasChanged { didChange() }
  }

  /// The largest size in upright screen pixels, zero without a screen, and the nanoseconds between two refreshes.
  package var wish: (size: PixelSize, refreshInterval: UInt64) {
    state.withLock { state in
      let sizes = (0..<Self.mostScreens).compactMap { state.places[$0]?.size }
      let largest = sizes.max { $0.width * $0.height < $1.width * $1.height }
      return (largest ?? .zero, state.refreshInterval)
    }
  }
}

/// The screen for which a tree with surfaces is resolved.
package struct SurfaceViewer {
  /// Nil during a modeset, after which the size is noted.
  let screen: ScreenID?
  /// The nanoseconds between two refreshes.
  let interval: UInt64
  /// The frame on the screen.
  let previous: ResolvedFrame
  /// Whether the picture is held, so that surfaces keep their frames.
  let isHeld: Bool

  package init(_ screen: ScreenID?, interval: UInt64, previous: ResolvedFrame, isHeld: Bool = false) {
    (self.screen, self.interval, self.previous, self.isHeld) = (screen, interval, previous, isHeld)
  }

  /// The frame of a surface for a refresh at `time`.
  func frame(of feed: SurfaceFeed, at time: MonotonicTime) -> SurfaceFrame? {
    let former = feed.isEmpty && !isHeld ? nil : previous.frame(of: feed)
    // Otherwise a newer frame, which has no copy yet, would replace it each time.
    if !isHeld, let copied = feed.current, copied.isBeingCopied { return copied.target <= time ? copied : former }
    return isHeld ? former ?? feed.current : feed.takeFrame(at: time, for: screen, every: interval) ?? former
  }
}

/// One frame of a surface. Any thread may keep it. When the last screen has replaced it, it ends and its buffer is free.
public final class SurfaceFrame: Sendable {
  package let pool: SurfacePool
  package let surface: ObjectIdentifier
  /// The index of its buffer in the pool.
  package let buffer: Int
  /// The number that its process gave it.
  package let number: UInt64
  /// The time from which it is shown.
  package let target: MonotonicTime
  /// The place of the frame among all frames of the surface.
  private let place: UInt64
  /// The pixels of the buffer that differ from those of the frame at the place before; nil for all.
  private let damage: PixelRect?
  private let events: SurfaceEvents
  private let counts: PictureCounts
  package let scanout: SurfaceScanout
  private let isPresented = Atomic<Bool>(false)
  private let copy = Mutex(Copy.none)

  /// The copy of pixels in the memory of a card, which is slow to read.
  private enum Copy {
    case none
    case requested
    case made(Bitmap)
    /// Its process has left, or there is no memory. Its slow pixels are read.
    case failed
  }

  /// - Parameters:
  ///   - place: the number of frames of the surface before it.
  ///   - damage: the pixels that differ from those of the frame at the place before; nil for all.
  package init(
    of feed: SurfaceFeed, _ pool: SurfacePool, buffer: Int, number: UInt64, target: MonotonicTime, place: UInt64,
    damage: PixelRect? = nil, events: SurfaceEvents
  ) {
    surface = ObjectIdentifier(feed)
    counts = feed.counts
    scanout = feed.scanout
    self.pool = pool
    self.buffer = buffer
    self.number = number
    self.target = target
    self.place = place
    self.damage = damage
    self.events = events
  }

  deinit { events.ended(self, wasPresented: isPresented.load(ordering: .relaxed)) }

  /// Its pixels: the copy, if there is one.
  package var bitmap: Bitmap {
    if pool.isOnCard, case .made(let bitmap) = copy.withLock({ $0 }) { return bitmap }
    return pool.bitmap(of: buffer)
  }

  /// Its buffer in the memory of a card; nil for a memory file.
  package var scanoutBuffer: (any CardBuffer)? { pool.scanoutBuffer(buffer) }

  /// Whether reading its pixels may take long, because they are in the memory of a card. The first call asks the thread of the surfaces for
  /// a copy, after which `frameCame` of the surface is called.
  package func lacksCopy() -> Bool {
    guard pool.isOnCard else { return false }
    let (isMissing, isNew) = copy.withLock { copy in
      switch copy {
      case .none:
        copy = .requested
        return (true, true)
      case .requested: return (true, false)
      case .made, .failed: return (false, false)
      }
    }
    guard isNew, !events.requestCopy(of: self) else { return isMissing }
    didCopy(nil)
    return false
  }

  /// Whether its pixels are slow to read, and have no copy.
  package var needsCopy: Bool {
    guard pool.isOnCard else { return false }
    return copy.withLock { if case .made = $0 { false } else { true } }
  }

  /// Whether a screen waits for its copy, or has not shown the copied pixels yet.
  var isBeingCopied: Bool {
    guard pool.isOnCard, !isPresented.load(ordering: .relaxed) else { return false }
    return copy.withLock { copy in
      switch copy {
      case .requested, .made: true
      case .none, .failed: false
      }
    }
  }

  /// Stores the copy of its pixels; nil if it cannot be made.
  package func didCopy(_ bitmap: Bitmap?) { copy.withLock { $0 = bitmap.map { .made($0) } ?? .failed } }

  /// The pixels that differ from another frame; nil if they are unknown.
  func damage(since other: SurfaceFrame) -> PixelRect? {
    other.pool === pool && other.place &+ 1 == place ? damage : nil
  }

  /// Records that a screen shows the frame. Only the first call counts.
  package func presented(at time: MonotonicTime, interval: UInt64, sequence: UInt64, onPlane: Bool = false) {
    guard !isPresented.exchange(true, ordering: .relaxed) else { return }
    counts.addShown()
    events.presented(number, at: time, interval: interval, sequence: sequence, onPlane: onPlane)
  }
}

/// The buffers of a surface for one size.
package final class SurfacePool: Sendable {
  /// The number of the `configure` message.
  package let serial: UInt32
  /// The pixels of each buffer. They change only while no frame has the buffer.
  package let bitmaps: [Bitmap]
  /// The buffers in the memory of a card; empty for memory files.
  private let scanoutBuffers: [any CardBuffer]
  /// The number of the first buffer. A process that makes its own buffers has a pool for each.
  package let first: Int

  package init(serial: UInt32, bitmaps: [Bitmap], scanoutBuffers: [any CardBuffer] = [], first: Int = 0) {
    self.serial = serial
    self.bitmaps = bitmaps
    self.scanoutBuffers = scanoutBuffers
    self.first = first
  }

  package var isOnCard: Bool { !scanoutBuffers.isEmpty }

  func bitmap(of buffer: Int) -> Bitmap { bitmaps[buffer - first] }

  func scanoutBuffer(_ buffer: Int) -> (any CardBuffer)? {
    scanoutBuffers.indices.contains(buffer - first) ? scanoutBuffers[buffer - first] : nil
  }
}

/// The messages from the display thread to the process of a surface. Adding one neither waits nor allocates.
package final class SurfaceEvents: Sendable {
  package enum Event: Sendable {
    case presented(number: UInt64, time: MonotonicTime, interval: UInt64, sequence: UInt64, onPlane: Bool)
    /// A screen composes the frame, whose pixels are slow to read.
    case copy(SurfaceFrame)
    case superseded(number: UInt64)
    case released(buffer: Int, serial: UInt32)
  }

  private static let most = 64

  private struct State {
    var events = InlineArray<64, Event?>(repeating: nil)
    var count = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let wake: @Sendable () -> Void

  /// - Parameter wake: called on any thread; must not wait or allocate.
  package init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  /// Takes the events in their order.
  package func take() -> [Event] {
    state.withLock { state in
      let events = (0..<state.count).compactMap { state.events[$0] }
      // A frame in an event must not end while the lock is held, because its end is an event too.
      for index in 0..<state.count { state.events[index] = nil }
      state.count = 0
      return events
    }
  }

  fileprivate func presented(
    _ number: UInt64, at time: MonotonicTime, interval: UInt64, sequence: UInt64, onPlane: Bool
  ) {
    add(.presented(number: number, time: time, interval: interval, sequence: sequence, onPlane: onPlane))
  }

  /// Drops all events, also later ones, because the process has left. A requested copy fails, so that no screen waits for it.
  package func close() {
    // The frames end after the lock is free.
    let dropped = state.withLock { state in
      defer { (state.events, state.count, state.isClosed) = (InlineArray(repeating: nil), 0, true) }
      return state.events
    }
    for index in dropped.indices {
      if case .copy(let frame) = dropped[index] { frame.didCopy(nil) }
    }
  }

  /// Returns false if the process has left.
  fileprivate func requestCopy(of frame: SurfaceFrame) -> Bool { add(.copy(frame)) }

  fileprivate func ended(_ frame: SurfaceFrame, wasPresented: Bool) {
    if !wasPresented { add(.superseded(number: frame.number)) }
    add(.released(buffer: frame.buffer, serial: frame.pool.serial))
  }

  /// A process has a few frames at a time, and each gives at most four events until they are taken. So the space is enough.
  @discardableResult
  private func add(_ event: Event) -> Bool {
    let isAdded = state.withLock { state in
      guard state.count < Self.most, !state.isClosed else { return false }
      state.events[state.count] = event
      state.count += 1
      return true
    }
    if isAdded { wake() }
    return isAdded
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

  /// The sums of all surfaces without a name, which are clips.
  package let clipCounts = PictureCounts()
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

  /// A sentence on the way of each of these surfaces to the screen, for reports.
  package func notes(about names: Set<String>) -> [String] {
    state.withLock { state in names.sorted().compactMap { state.feeds[$0]?.feed } }.map(\.note)
  }

  /// A sentence on each of these surfaces that no program draws.
  package func troubles(of names: Set<String>) -> [String] {
    state.withLock { state in names.sorted().compactMap { state.feeds[$0]?.feed } }.compactMap(\.trouble)
  }

  /// A surface without a name, which only a process of the daemon draws.
  package func feed() -> SurfaceFeed {
    SurfaceFeed(
      name: "", counts: PictureCounts(addingTo: clipCounts), frameCame: { [weak self] in self?.frameCame(in: $0) },
      didChange: { [weak self] in self?.didChange() })
  }

  private func frameCame(in feed: SurfaceFeed) { state.withLock { $0.frameCame }?(feed) }

  private func didChange() { state.withLock { $0.didChange }?() }
}
