import DisplayTypes
import Synchronization
import Testing

@testable import Composition

@Suite struct SurfaceFeedTests {
  private final class Wishes: Sendable {
    let count = Atomic<Int>(0)
  }

  private let wishes = Wishes()
  private let frames = Wishes()
  private let feed: SurfaceFeed
  private let events = SurfaceEvents {}
  private let pool: SurfacePool

  init() throws {
    let (wishes, frames) = (wishes, frames)
    feed = SurfaceFeed(
      name: "chart", frameCame: { _ in frames.count.add(1, ordering: .relaxed) },
      didChange: { wishes.count.add(1, ordering: .relaxed) })
    pool = SurfacePool(
      serial: 7, bitmaps: try (0..<3).map { _ in try #require(Bitmap(size: PixelSize(width: 64, height: 32))) })
  }

  private func frame(_ number: UInt64, buffer: Int = 0, at milliseconds: UInt64 = 0) -> SurfaceFrame {
    SurfaceFrame(
      of: feed, pool, buffer: buffer, number: number, target: time(milliseconds), place: number, events: events)
  }

  private func time(_ milliseconds: UInt64) -> MonotonicTime { MonotonicTime(nanoseconds: milliseconds * 1_000_000) }

  private func viewer(_ previous: ResolvedFrame, isHeld: Bool = false) -> SurfaceViewer {
    SurfaceViewer(ScreenID(rawValue: 1), interval: 16, previous: previous, isHeld: isHeld)
  }

  private func words() -> [String] {
    events.take().map { event in
      switch event {
      case .copy(let frame): "copy \(frame.number)"
      case .presented(let number, _, _, _, _): "presented \(number)"
      case .superseded(let number): "superseded \(number)"
      case .released(let buffer, let serial): "released \(buffer) of \(serial)"
      }
    }
  }

  @Test func aCopyIsRequestedOnceAndItsFrameEndsLater() throws {
    final class Buffer: CardBuffer {}
    let onCard = SurfacePool(serial: 8, bitmaps: pool.bitmaps, scanoutBuffers: pool.bitmaps.map { _ in Buffer() })
    var frame: SurfaceFrame? = SurfaceFrame(
      of: feed, onCard, buffer: 1, number: 5, target: .zero, place: 1, events: events)
    #expect(frame?.lacksCopy() == true)
    #expect(frame?.lacksCopy() == true)
    #expect(words() == ["copy 5"])
    frame?.didCopy(pool.bitmaps[0])
    #expect(frame?.lacksCopy() == false)
    #expect(frame?.bitmap === pool.bitmaps[0])
    frame = nil
    #expect(words() == ["superseded 5", "released 1 of 8"])
  }

  /// A requested copy has its frame, and a frame has the events of its process.
  @Test func aRequestedCopyKeepsNoMemoryAfterItsProcess() throws {
    final class Buffer: CardBuffer {}
    weak var left: SurfacePool?
    do {
      let onCard = SurfacePool(serial: 8, bitmaps: pool.bitmaps, scanoutBuffers: pool.bitmaps.map { _ in Buffer() })
      left = onCard
      let (before, after) = (0, 1)
      let frames = [before, after].map {
        SurfaceFrame(of: feed, onCard, buffer: $0, number: UInt64($0), target: .zero, place: 1, events: events)
      }
      #expect(frames[before].lacksCopy())
      events.close()
      #expect(!frames[after].lacksCopy(), "no thread would make a copy")
      #expect(!frames[before].lacksCopy(), "its copy was requested and is not made any more")
    }
    #expect(left == nil)
    #expect(words() == [])
  }

  @Test func theNewestDueFrameIsShownAndOlderFramesEnd() {
    #expect(feed.takeFrame(at: time(0)) == nil)
    for number in 1...3 as ClosedRange<UInt64> {
      #expect(feed.add(frame(number, buffer: Int(number) - 1, at: number * 10)))
    }
    #expect(frames.count.load(ordering: .relaxed) == 3)
    #expect(feed.takeFrame(at: time(9)) == nil)
    #expect(feed.takeFrame(at: time(10))?.number == 1)
    #expect(words() == [])
    #expect(feed.hasWaiting(before: time(1_000)))
    #expect(feed.takeFrame(at: time(35))?.number == 3)
    #expect(words() == ["superseded 2", "released 1 of 7", "superseded 1", "released 0 of 7"])
    #expect(!feed.hasWaiting(before: time(1_000)))
    // A screen in another phase, for which the frame is not due yet, keeps the frame before.
    #expect(feed.takeFrame(at: time(12)) == nil)
    #expect(feed.current?.number == 3)
  }

  @Test func picturesAreCounted() {
    let sum = PictureCounts()
    let clip = SurfaceFeed(name: "", counts: PictureCounts(addingTo: sum), frameCame: { _ in }, didChange: {})
    func add(_ number: UInt64, due: UInt64) {
      _ = clip.add(
        SurfaceFrame(
          of: clip, pool, buffer: Int(number % 3), number: number, target: time(due), place: number, events: events))
    }
    func draw(_ milliseconds: UInt64) {
      let frame = clip.takeFrame(at: time(milliseconds), for: ScreenID(rawValue: 1), every: 16_000_000)
      frame?.presented(at: time(milliseconds), interval: 16_000_000, sequence: 1)
    }
    add(1, due: 10)
    draw(16)
    draw(32)
    // Two refreshes after its time.
    add(2, due: 40)
    draw(80)
    // The third is not shown.
    add(3, due: 81)
    add(4, due: 90)
    draw(96)
    draw(112)
    // Without a time it is due when it comes, and nothing counts after a hold.
    add(5, due: 0)
    draw(192)
    clip.endHold()
    add(6, due: 200)
    draw(400)
    var expected = PictureCounts.Values()
    (expected.shown, expected.repeated, expected.skipped, expected.late) = (5, 2, 1, 1)
    #expect(clip.counts.values == expected)
    #expect(sum.values == expected)
  }

  @Test func aFrameThatIsDueReplacesFramesBeforeItThatAreNot() {
    _ = feed.add(frame(1, buffer: 0, at: 1_000_000))
    _ = feed.add(frame(2, buffer: 1))
    #expect(feed.takeFrame(at: time(1))?.number == 2)
    #expect(words() == ["superseded 1", "released 0 of 7"])
  }

  @Test func aBufferIsFreeWhenTheLastScreenHasReplacedItsFrame() {
    _ = feed.add(frame(1))
    var onScreens = [feed.takeFrame(at: time(0)), feed.takeFrame(at: time(0))]
    _ = feed.add(frame(2, buffer: 1))
    onScreens[0]?.presented(at: time(1), interval: 16, sequence: 4)
    onScreens[1]?.presented(at: time(2), interval: 16, sequence: 9)
    #expect(words() == ["presented 1"])
    onScreens[0] = feed.takeFrame(at: time(3))
    #expect(words() == [])
    onScreens[1] = feed.takeFrame(at: time(3))
    #expect(words() == ["released 0 of 7"])
  }

  @Test func theQueueIsBoundedAndADeadProgramLeavesItsLastFrame() {
    _ = feed.add(frame(1))
    #expect(feed.takeFrame(at: time(0))?.number == 1)
    for number in 2...13 as ClosedRange<UInt64> { #expect(feed.add(frame(number, at: 100))) }
    #expect(!feed.add(frame(14, at: 100)))
    #expect(feed.earliestTarget(after: time(50)) == time(100))
    #expect(feed.earliestTarget(after: time(100)) == nil)
    feed.dropWaiting()
    #expect(!feed.hasWaiting(before: time(1_000)))
    #expect(feed.takeFrame(at: time(200))?.number == 1)
  }

  @Test func theLargestSizeOfTheScreensCounts() {
    let (first, second) = (ScreenID(rawValue: 1), ScreenID(rawValue: 2))
    feed.noteShown(in: PixelSize(width: 640, height: 480), on: first, every: 16)
    feed.noteShown(in: PixelSize(width: 1920, height: 1080), on: second, every: 20)
    feed.noteShown(in: PixelSize(width: 640, height: 480), on: first, every: 16)
    #expect(feed.wish.size == PixelSize(width: 1920, height: 1080))
    #expect(wishes.count.load(ordering: .relaxed) == 2)
    // A turned screen has the same area.
    feed.noteShown(in: PixelSize(width: 1080, height: 1920), on: second, every: 20)
    #expect(feed.wish.size == PixelSize(width: 1080, height: 1920))
    feed.setScreens([first, second])
    let before = wishes.count.load(ordering: .relaxed)
    feed.setScreens([first])
    #expect(wishes.count.load(ordering: .relaxed) == before + 1)
    #expect(feed.isVisible)
    #expect(feed.wish.size == PixelSize(width: 640, height: 480))
    feed.setScreens([])
    #expect(!feed.isVisible)
  }

  @Test func anotherScreenFollowsAFrameThatOneHasTaken() {
    let tree = LayerTree(layers: [
      Layer(id: LayerID(rawValue: 1), frame: PointRect(x: 0, y: 0, width: 64, height: 32), contents: .surface(feed))
    ])
    let geometry = OutputGeometry(mode: PixelSize(width: 64, height: 32))
    var shown = ResolvedFrame()
    func draw(_ milliseconds: UInt64, _ screen: UInt32) -> UInt64? {
      let viewer = SurfaceViewer(ScreenID(rawValue: .init(screen)), interval: 16, previous: shown)
      var next = ResolvedFrame()
      tree.resolve(for: geometry, at: time(milliseconds), frameNumber: 0, viewer: viewer, into: &next)
      if screen == 2 { shown = next }
      return next.frame(of: feed)?.number
    }
    _ = feed.add(frame(1, at: 10))
    #expect(draw(10, 2) == 1)
    #expect(!tree.hasNewerFrame(than: shown, at: time(10)))
    _ = feed.add(frame(2, buffer: 1, at: 30))
    #expect(draw(32, 1) == 2)
    // It is not due on the other screen yet.
    #expect(draw(28, 2) == 1)
    #expect(tree.hasNewerFrame(than: shown, at: time(28)))
    // A screen without a frame waits for one that is not due yet, and not for one that it does not show.
    #expect(tree.hasNewerFrame(than: ResolvedFrame(), at: time(28)))
    #expect(!tree.hasNewerFrame(than: ResolvedFrame(), at: time(30)))
    #expect(draw(44, 2) == 2)
    #expect(!tree.hasNewerFrame(than: shown, at: time(44)))
    // A picture that no screen shows takes no frame.
    _ = feed.add(frame(3, buffer: 2, at: 50))
    var preview = ResolvedFrame()
    tree.resolve(for: geometry, at: time(1_000), frameNumber: 0, into: &preview)
    #expect(preview.frame(of: feed)?.number == 2)
  }

  @Test(arguments: [
    (Transform.normal, PixelRect(x: 0, y: 50, width: 200, height: 100)),
    (.rotated90, PixelRect(x: 50, y: 0, width: 100, height: 200)),
  ])
  func aFrameKeepsItsShape(transform: Transform, place: PixelRect) {
    let tree = LayerTree(
      background: .white,
      layers: [
        Layer(id: LayerID(rawValue: 1), frame: PointRect(x: 0, y: 0, width: 200, height: 200), contents: .surface(feed))
      ])
    var resolved = ResolvedFrame()
    let geometry = OutputGeometry(mode: PixelSize(width: 200, height: 200), transform: transform)
    tree.resolve(for: geometry, at: time(0), frameNumber: 0, viewer: viewer(resolved), into: &resolved)
    #expect(resolved.layers.isEmpty)
    _ = feed.add(frame(1))
    #expect(tree.isAnimated(at: time(0)))
    tree.resolve(for: geometry, at: time(0), frameNumber: 0, viewer: viewer(resolved), into: &resolved)
    #expect(resolved.layers.map(\.destination) == [place])
    #expect(!tree.isAnimated(at: time(0)))
    #expect(tree.shows(feed))
  }

  @Test(arguments: [
    // The size of a buffer, twice that size, and a frame after another one than the shown.
    (64, 32, 1, PixelRect(x: 8, y: 4, width: 16, height: 2)),
    (128, 64, 1, PixelRect(x: 13, y: 5, width: 38, height: 10)),
    (64, 32, 7, PixelRect(x: 0, y: 0, width: 64, height: 32)),
  ])
  func onlyTheChangedPixelsAreDamaged(width: Int, height: Int, former: UInt64, damage: PixelRect) {
    let size = PixelSize(width: width, height: height)
    let tree = LayerTree(layers: [
      Layer(
        id: LayerID(rawValue: 1), frame: PointRect(x: 0, y: 0, width: Double(width), height: Double(height)),
        contents: .surface(feed))
    ])
    var (shown, next) = (ResolvedFrame(), ResolvedFrame())
    _ = feed.add(frame(1))
    tree.resolve(for: OutputGeometry(mode: size), at: time(0), frameNumber: 0, viewer: viewer(shown), into: &shown)
    _ = feed.add(
      SurfaceFrame(
        of: feed, pool, buffer: 1, number: 2, target: .zero, place: former + 1,
        damage: PixelRect(x: 8, y: 4, width: 16, height: 2), events: events))
    tree.resolve(for: OutputGeometry(mode: size), at: time(0), frameNumber: 0, viewer: viewer(shown), into: &next)
    var region = DamageRegion()
    next.addDamage(since: shown, to: &region)
    #expect(region.bounds == damage)
  }

  @Test func aHeldPictureKeepsItsFrame() {
    let tree = LayerTree(layers: [
      Layer(id: LayerID(rawValue: 1), frame: PointRect(x: 0, y: 0, width: 64, height: 32), contents: .surface(feed))
    ])
    let geometry = OutputGeometry(mode: PixelSize(width: 64, height: 32))
    var (shown, next) = (ResolvedFrame(), ResolvedFrame())
    _ = feed.add(frame(1))
    tree.resolve(for: geometry, at: time(0), frameNumber: 0, viewer: viewer(shown), into: &shown)
    _ = feed.add(frame(2, buffer: 1))
    tree.resolve(for: geometry, at: time(0), frameNumber: 0, viewer: viewer(shown, isHeld: true), into: &next)
    #expect(next == shown)
    tree.resolve(for: geometry, at: time(0), frameNumber: 0, viewer: viewer(shown), into: &next)
    #expect(next != shown)
  }
}

extension Bitmap {
  fileprivate convenience init?(size: PixelSize) { self.init(size: size, format: .argb32, isOpaque: true) { _, _ in } }
}
