import Composition
import DisplayRig
import DisplayTypes
import Testing

@testable import Presentation

/// The pointer of a screen on a plane of the backend.
@Suite struct PointerPlaneTests {
  private static let mode = ScreenMode(
    clockKilohertz: 40_000, horizontal: ModeTiming(display: 800, syncStart: 840, syncEnd: 968, total: 1056),
    vertical: ModeTiming(display: 600, syncStart: 601, syncEnd: 605, total: 628), isPreferred: true)
  private let backend = RecordingBackend()
  private let token = CommitToken(rawValue: 1)
  private let geometry = OutputGeometry(mode: mode.size)

  private func presenter(_ plane: PointerPlane) -> Presenter {
    let presenter = Presenter(screen: ScreenID(rawValue: 1), backend: backend) { _ in }
    backend.movesPointerAtOnce = plane == .atOnce
    presenter.configure(token, mode: Self.mode, geometry: geometry, tree: LayerTree())
    presenter.finished(
      token,
      .success(
        CommitOutcome(
          capabilities: OutputCapabilities(hasVBlank: true, updatesInPlace: false, pointer: plane),
          started: backend.manualClock.now, ended: backend.manualClock.now, wasModeset: true)))
    backend.takeCommits()
    return presenter
  }

  private func flip(_ presenter: Presenter, _ commit: ScreenCommit) {
    presenter.flipped(
      FlipCompletion(screen: presenter.screen, token: commit.token, timestamp: backend.manualClock.now, sequence: 0))
  }

  private func move(_ presenter: Presenter, _ x: Double, _ y: Double) {
    presenter.movePointer(to: PointerPlace(x: x, y: y))
  }

  @Test("a thousand moves in a refresh are one commit, which composes nothing, and shows the newest place")
  func coalescing() throws {
    let presenter = presenter(.withCommits)
    for step in 0..<1000 { move(presenter, Double(step) / 1000, 0.5) }
    backend.manualClock.advance(nanoseconds: 16_666_667)
    // Moves wait while the commit is in flight.
    for step in 0..<1000 { move(presenter, 0.5, Double(step) / 1000) }
    backend.manualClock.advance(nanoseconds: 16_666_667)
    let commits = backend.takeCommits()
    let commit = try #require(commits.first)
    #expect(commits.count == 1)
    #expect(commit.isPointer && commit.frameDamage.isEmpty && commit.bufferDamage.isEmpty)
    #expect(commit.pointer?.destination.x == 799 && commit.pointer?.destination.y == 300)
    flip(presenter, commit)
    backend.manualClock.advance(nanoseconds: 16_666_667)
    let next = backend.takeCommits()
    #expect(next.map(\.pointer?.destination.y) == [599])
    #expect(presenter.counters.pointerMoves == 2 && presenter.counters.flips == 0)
    // At rest nothing follows.
    flip(presenter, try #require(next.first))
    backend.manualClock.advance(nanoseconds: 16_666_667)
    #expect(backend.takeCommits().isEmpty)
  }

  @Test("a new picture and a new place are one commit")
  func withFrame() throws {
    let presenter = presenter(.withCommits)
    move(presenter, 0.5, 0.5)
    presenter.present(
      PresentOrder(screen: presenter.screen, token: token, geometry: geometry, tree: LayerTree(background: .white)))
    backend.manualClock.advance(nanoseconds: 16_666_667)
    let commits = backend.takeCommits()
    let commit = try #require(commits.first)
    #expect(commits.count == 1 && !commit.isPointer && commit.pointer != nil)
    #expect(commit.frame.layers.isEmpty, "the plane has the pointer, and the frame has none")
    flip(presenter, commit)
    presenter.movePointer(to: nil)
    backend.manualClock.advance(nanoseconds: 16_666_667)
    #expect(backend.takeCommits().map { $0.isPointer && $0.pointer == nil } == [true])
  }

  @Test("a legacy pointer moves at once, and once a refresh")
  func atOnce() {
    let presenter = presenter(.atOnce)
    for step in 0..<5 {
      for part in 0..<100 { move(presenter, Double(step) / 10 + Double(part) / 1000, 0.5) }
      backend.manualClock.advance(nanoseconds: 16_666_667)
    }
    #expect(backend.takeCommits().count(where: \.isPointer) == 5)
  }

  @Test("if the device refuses the pointer, a layer shows it")
  func refused() throws {
    let presenter = presenter(.withCommits)
    backend.refusal = DisplayError(code: .unsupported, operation: "move", device: "")
    move(presenter, 0.5, 0.5)
    backend.manualClock.advance(nanoseconds: 16_666_667)
    backend.refusal = nil
    _ = backend.takeCommits()
    backend.manualClock.advance(nanoseconds: 16_666_667)
    let commit = try #require(backend.takeCommits().first)
    #expect(!commit.isPointer && commit.pointer == nil && commit.frame.layers.count == 1)
    #expect(commit.frameDamage.bounds.width < 40, "only the pointer is drawn")
  }

  @Test("if a legacy device refuses a move together with a new picture, the layer is in the picture of that refresh")
  func refusedWithFrame() throws {
    let presenter = presenter(.atOnce)
    backend.refusal = DisplayError(code: .unsupported, operation: "move", device: "")
    move(presenter, 0.5, 0.5)
    presenter.present(
      PresentOrder(screen: presenter.screen, token: token, geometry: geometry, tree: LayerTree(background: .white)))
    backend.manualClock.advance(nanoseconds: 16_666_667)
    backend.refusal = nil
    backend.manualClock.advance(nanoseconds: 33_333_334)
    #expect(backend.takeCommits().last { !$0.isPointer }?.frame.layers.count == 1)
  }

  @Test("if hiding is refused for good, nothing follows")
  func refusedHide() throws {
    let presenter = presenter(.withCommits)
    move(presenter, 0.5, 0.5)
    backend.manualClock.advance(nanoseconds: 16_666_667)
    flip(presenter, try #require(backend.takeCommits().first))
    backend.refusal = DisplayError(code: .unsupported, operation: "move", device: "")
    presenter.movePointer(to: nil)
    backend.manualClock.advance(nanoseconds: 33_333_334)
    let steps = presenter.counters.busy
    backend.manualClock.advance(nanoseconds: 1_000_000_000)
    #expect(presenter.counters.busy == steps)
  }

  @Test("a screenshot has the pointer of the plane")
  func screenshot() {
    let pixels = FramePixels(size: Self.mode.size, rgb: Array(repeating: 0xff, count: 3 * 800 * 600))
    var pointer = PresentedPointer()
    pointer.configured(.withCommits)
    pointer.place = PointerPlace(x: 0.5, y: 0.5)
    var frame = ResolvedFrame()
    pointer.prepare(for: geometry, in: &frame)
    #expect(frame.layers.isEmpty)
    let shot = CapturedFrame(hash: "", pixels: pixels).adding(pointer.overlay).pixels
    // A dark pixel within the arrow, and none beside it.
    func dark(_ x: Int, _ y: Int) -> Bool { shot?.rgb[(y * 800 + x) * 3] ?? 255 < 64 }
    #expect(dark(403, 307) && !dark(398, 300) && !dark(420, 300))
  }

  @Test("the tip of the arrow is at its place on turned screens", arguments: Transform.allCases)
  func turned(transform: Transform) throws {
    let image = try #require(PointerImage(screen: Self.mode.size, transform: transform))
    let place = image.destination(tipX: 400, tipY: 300)
    let tip = (x: 400 - place.x, y: 300 - place.y)
    let bitmap = image.bitmap
    let pixel = bitmap.bytes.loadUnaligned(fromByteOffset: tip.y * bitmap.stride + tip.x * 4, as: UInt32.self)
    #expect(pixel >> 24 > 0, "the pixel at the tip is part of the arrow")
    let corner = transform.map(x: 1, y: 0)
    let far = (x: Int(corner.x) * (bitmap.size.width - 1), y: Int(corner.y) * (bitmap.size.height - 1))
    #expect(bitmap.bytes.loadUnaligned(fromByteOffset: far.y * bitmap.stride + far.x * 4, as: UInt32.self) == 0)
  }
}

extension ScreenCommit {
  fileprivate var isPointer: Bool { if case .movePointer = action { true } else { false } }
}
