import Composition
import DisplayRig
import DisplayTypes
import Synchronization
import Testing

@testable import Presentation

/// A surface that fills a screen, on a backend that records commits.
@Suite struct ScreenScanoutTests {
  /// A card whose buffers are numbers.
  private final class NumberedCard: ScanoutCard {
    final class Buffer: CardBuffer {
      let card: ObjectIdentifier
      init(_ card: ObjectIdentifier) { self.card = card }
    }

    let device: UInt64 = 5
    private let screens = Atomic<Int>(1)

    var hasOneScreen: Bool { screens.load(ordering: .relaxed) == 1 }

    func light(screens count: Int) { screens.store(count, ordering: .relaxed) }

    func makeBuffer(
      of size: PixelSize
    ) throws(DisplayError) -> (buffer: any CardBuffer, memory: Int32, stride: Int) {
      (Buffer(ObjectIdentifier(self)), -1, size.width * 4)
    }

    func makeBuffer(
      of size: PixelSize, in memory: Int32, stride: Int, offset: Int
    ) throws(DisplayError) -> any CardBuffer { Buffer(ObjectIdentifier(self)) }

    func owns(_ buffer: any CardBuffer) -> Bool { (buffer as? Buffer)?.card == ObjectIdentifier(self) }
  }

  private static let mode = ScreenMode(
    clockKilohertz: 40_000, horizontal: ModeTiming(display: 800, syncStart: 840, syncEnd: 968, total: 1056),
    vertical: ModeTiming(display: 600, syncStart: 601, syncEnd: 605, total: 628), isPreferred: true)
  private static let screen = ScreenID(rawValue: 1)
  private static let token = CommitToken(rawValue: 1)

  private let card = NumberedCard()
  private let backend = RecordingBackend()
  private let presenter: Presenter
  private let feed = SurfaceFeed(name: "chart", frameCame: { _ in }, didChange: {})
  private let events = SurfaceEvents {}
  private let onCard: SurfacePool
  private let inFiles: SurfacePool

  init() throws {
    let bitmaps = try (0..<3).map { _ in
      try #require(Bitmap(size: Self.mode.size, format: .argb32, isOpaque: true) { _, _ in })
    }
    var buffers: [any CardBuffer] = []
    for _ in bitmaps { buffers.append(try card.makeBuffer(of: Self.mode.size).buffer) }
    onCard = SurfacePool(serial: 2, bitmaps: bitmaps, scanoutBuffers: buffers)
    inFiles = SurfacePool(serial: 1, bitmaps: bitmaps)
    presenter = Presenter(screen: Self.screen, backend: backend) { _ in }
  }

  /// Lights the screen with the surface, and other layers above it.
  private func light(blends: Bool = false, above: [Layer] = []) {
    presenter.configure(Self.token, mode: Self.mode, geometry: OutputGeometry(mode: Self.mode.size), tree: LayerTree())
    let now = backend.manualClock.now
    presenter.finished(
      Self.token,
      .success(
        CommitOutcome(
          capabilities: OutputCapabilities(
            hasVBlank: true, updatesInPlace: false, surfaces: ScanoutReference(card, hasOverlay: blends)), started: now,
          ended: now, wasModeset: true)))
    show(above: above)
    backend.takeCommits()
  }

  private func show(above: [Layer] = []) {
    let surface = Layer(
      id: LayerID(rawValue: 1), frame: PointRect(size: PointSize(width: 800, height: 600)), contents: .surface(feed))
    presenter.present(
      PresentOrder(
        screen: Self.screen, token: Self.token, geometry: OutputGeometry(mode: Self.mode.size),
        tree: LayerTree(layers: [surface] + above)))
  }

  private func square(_ x: Double) -> Layer {
    Layer(
      id: LayerID(rawValue: 2), frame: PointRect(x: x, y: 0, width: 10, height: 10),
      contents: .solid(Color(red: 255, green: 0, blue: 0)))
  }

  /// Adds a frame, and draws at the next refresh. Returns the commits.
  private func draw(_ number: UInt64, _ pool: SurfacePool, buffer: Int = 0) -> [ScreenCommit] {
    #expect(
      feed.add(
        SurfaceFrame(
          of: feed, pool, buffer: buffer, number: number, target: .zero, place: number, events: events)))
    presenter.frameCame(in: feed)
    return refresh()
  }

  private func refresh() -> [ScreenCommit] {
    backend.manualClock.fireNext()
    return backend.takeCommits()
  }

  /// Ends the flip of the last commit.
  private func flip(_ commits: [ScreenCommit]) throws {
    let commit = try #require(commits.last)
    presenter.flipped(
      FlipCompletion(screen: Self.screen, token: commit.token, timestamp: backend.manualClock.now, sequence: 1))
  }

  private func kind(_ commits: [ScreenCommit]) -> String {
    guard commits.count == 1, let commit = commits.first else { return "\(commits.count) commits" }
    switch commit.action {
    case .flip: return "composed"
    case .scanOut(let frame, .off): return "plane \(frame.number)"
    case .scanOut(let frame, .same): return "plane \(frame.number) below the same"
    case .scanOut(let frame, .buffer(_, let below)): return "plane \(frame.number) below those above \(below)"
    default: return "other"
    }
  }

  /// The numbers of the surface's frames in commits.
  private func frames(_ commits: [ScreenCommit]) -> [UInt64] {
    commits.flatMap(\.frame.layers).compactMap { if case .frame(let frame) = $0.contents { frame.number } else { nil } }
  }

  /// Copies the frames for which a copy is requested, and returns their numbers.
  @discardableResult
  private func copyRequested() -> [UInt64] {
    let frames = events.take().compactMap { if case .copy(let frame) = $0 { frame } else { nil } }
    for frame in frames { frame.didCopy(onCard.bitmaps[0]) }
    return frames.map(\.number)
  }

  private func released() -> [UInt32] {
    events.take().compactMap { if case .released(let buffer, _) = $0 { UInt32(buffer) } else { nil } }
  }

  @Test func aSurfaceInFilesIsOfferedTheCardAfterASecond() throws {
    light()
    let first = draw(1, inFiles)
    #expect(kind(first) == "composed")
    #expect(feed.scanout.path == .composed(.recent))
    #expect(feed.scanout.card == nil)
    try flip(first)
    backend.manualClock.now = backend.manualClock.now.advanced(by: 1_100_000_000)
    _ = draw(2, inFiles, buffer: 1)
    #expect(feed.scanout.path == .composed(.files))
    #expect(feed.scanout.card === card)
  }

  @Test func aBufferIsReleasedWhenItHasLeftThePlane() throws {
    light()
    for number in 1...4 as ClosedRange<UInt64> {
      let commits = draw(number, onCard, buffer: Int(number) % 3)
      #expect(kind(commits) == "plane \(number)")
      // The buffer before is on the screen until the flip ends.
      #expect(released() == [])
      try flip(commits)
      #expect(released() == (number == 1 ? [] : [UInt32(number - 1) % 3]))
    }
    #expect(feed.scanout.path == .plane(0))
  }

  @Test func aRefusedBufferIsComposedAndTriedLater() throws {
    light()
    backend.refusal = DisplayError(code: .refused, operation: "flip", device: "")
    #expect(kind(draw(1, onCard)) == "plane 1")
    #expect(feed.scanout.path == .composed(.refused))
    backend.refusal = nil
    // The pixels of a card are copied first.
    for _ in 0..<5 { #expect(refresh().isEmpty) }
    copyRequested()
    let composed = refresh()
    #expect(kind(composed) == "composed")
    #expect(composed.first?.bufferDamage.bounds == PixelRect(size: Self.mode.size))
    try flip(composed)
    backend.manualClock.now = backend.manualClock.now.advanced(by: 1_100_000_000)
    #expect(kind(draw(2, onCard, buffer: 1)) == "plane 2")
  }

  @Test func aCopyThatComesEndsTheWait() throws {
    light()
    try flip(draw(1, onCard))
    _ = events.take()
    show(above: [square(0)])
    #expect(refresh().isEmpty)
    #expect(copyRequested() == [1])
    #expect(kind(refresh()) == "composed")
    #expect(feed.scanout.path == .composed(.covered))
    #expect(feed.scanout.card == nil)
  }

  @Test func layersAboveAreComposedOnlyWhenTheyChange() throws {
    light(blends: true, above: [square(0)])
    let first = draw(1, onCard)
    #expect(kind(first) == "plane 1 below those above 0")
    #expect(first.first?.bufferDamage.bounds == PixelRect(size: Self.mode.size))
    try flip(first)
    let second = draw(2, onCard, buffer: 1)
    #expect(kind(second) == "plane 2 below the same")
    try flip(second)
    show(above: [square(50)])
    let moved = refresh()
    #expect(kind(moved) == "plane 2 below those above 0")
    #expect(moved.first?.frameDamage.bounds == PixelRect(x: 0, y: 0, width: 60, height: 10))
    try flip(moved)
    // Without layers above, the plane above is off. The composed buffers are older than that.
    show()
    let alone = refresh()
    #expect(kind(alone) == "plane 2")
    try flip(alone)
    show(above: [square(50)])
    #expect(kind(refresh()) == "plane 2 below those above 0")
  }

  @Test func observedPicturesAreComposed() throws {
    light()
    presenter.observe(true)
    try flip(refresh())
    #expect(draw(1, onCard).isEmpty)
    #expect(copyRequested() == [1])
    #expect(kind(refresh()) == "composed")
    #expect(feed.scanout.path == .composed(.observed))
  }

  /// Each newer frame lacks a copy too. If it replaced the frame that is being copied, no picture would come.
  @Test func aFrameThatIsBeingCopiedIsShownBeforeNewerOnes() throws {
    light()
    try flip(draw(1, onCard))
    _ = events.take()
    presenter.observe(true)
    #expect(draw(2, onCard, buffer: 1).isEmpty)
    #expect(draw(3, onCard, buffer: 2).isEmpty)
    let copied = copyRequested()
    #expect(copied.last == 2)
    let composed = refresh()
    #expect(kind(composed) == "composed")
    #expect(frames(composed) == [2])
    try flip(composed)
    #expect(refresh().isEmpty)
    #expect(copyRequested() == [3])
    #expect(frames(refresh()) == [3])
  }

  /// No thread copies the pixels of a program that has left.
  @Test func withoutItsProcessAFrameIsComposedFromItsOwnMemory() throws {
    light()
    try flip(draw(1, onCard))
    events.close()
    presenter.observe(true)
    #expect(kind(refresh()) == "composed")
  }

  /// Otherwise the buffers of a covered surface would change between memory files and a card with each blink.
  @Test func afterAnObstacleTheCardIsWantedASecondLater() throws {
    light()
    try flip(draw(1, inFiles))
    backend.manualClock.now = backend.manualClock.now.advanced(by: 1_100_000_000)
    try flip(draw(2, inFiles, buffer: 1))
    #expect(feed.scanout.card === card)
    show(above: [square(0)])
    try flip(refresh())
    #expect(feed.scanout.card == nil)
    show()
    try flip(refresh())
    #expect(feed.scanout.path == .composed(.recent) && feed.scanout.card == nil)
    backend.manualClock.now = backend.manualClock.now.advanced(by: 1_100_000_000)
    try flip(draw(3, inFiles, buffer: 2))
    #expect(feed.scanout.card === card)
  }

  /// The composed buffers have the layers above the surface alone.
  @Test func afterTheLayersAboveHaveGoneTheWholePictureDiffers() throws {
    light(blends: true, above: [square(0)])
    try flip(draw(1, onCard))
    show()
    let alone = refresh()
    #expect(kind(alone) == "plane 1")
    #expect(alone.first?.frameDamage.bounds == PixelRect(size: Self.mode.size))
    try flip(alone)
    show(above: [square(0)])
    let again = refresh()
    #expect(kind(again) == "plane 1 below those above 0")
    #expect(again.first?.bufferDamage.bounds == PixelRect(size: Self.mode.size))
  }

  @Test func aPlaneAboveIsGivenBackForAnotherScreen() throws {
    light(blends: true, above: [square(0)])
    try flip(draw(1, onCard))
    _ = events.take()
    presenter.endBlending()
    #expect(refresh().isEmpty)
    card.light(screens: 2)
    presenter.endBlending()
    #expect(refresh().isEmpty)
    copyRequested()
    let composed = refresh()
    #expect(kind(composed) == "composed")
    #expect(feed.scanout.path == .composed(.covered))
    try flip(composed)
    card.light(screens: 1)
    #expect(kind(draw(2, onCard, buffer: 1)) == "plane 2 below those above 0")
  }
}
