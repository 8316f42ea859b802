import Composition
import DisplayRig
import DisplayTypes
import Testing

@testable import Presentation

@Suite struct RefusedFlipTests {
  private static let mode = ScreenMode(
    clockKilohertz: 40_000, horizontal: ModeTiming(display: 800, syncStart: 840, syncEnd: 968, total: 1056),
    vertical: ModeTiming(display: 600, syncStart: 601, syncEnd: 605, total: 628), isPreferred: true)

  private static let screen = ScreenID(rawValue: 1)
  private static let token = CommitToken(rawValue: 1)
  private static let geometry = OutputGeometry(mode: mode.size)

  /// Lights the screen in its mode.
  private func light(_ presenter: Presenter, on backend: RecordingBackend) {
    presenter.configure(Self.token, mode: Self.mode, geometry: Self.geometry, tree: LayerTree())
    presenter.finished(
      Self.token,
      .success(
        CommitOutcome(
          capabilities: OutputCapabilities(hasVBlank: true, updatesInPlace: false), started: backend.manualClock.now,
          ended: backend.manualClock.now, wasModeset: true)))
  }

  private func order(_ tree: LayerTree, request: RequestID? = nil) -> PresentOrder {
    PresentOrder(screen: Self.screen, token: Self.token, geometry: Self.geometry, tree: tree, request: request)
  }

  /// Squares at these places.
  private func tree(_ places: Double...) -> LayerTree {
    LayerTree(
      layers: places.enumerated().map { number, x in
        Layer(
          id: LayerID(rawValue: UInt32(number)), frame: PointRect(x: x, y: 0, width: 10, height: 10),
          contents: .solid(Color(red: 255, green: 0, blue: 0)))
      })
  }

  @Test("a caller that waits for a frame gets the loss of the device")
  func deviceLost() throws {
    let backend = RecordingBackend()
    var refused: [RequestID] = []
    let presenter = Presenter(screen: Self.screen, backend: backend) { report in
      if case .refused(Self.screen, let requests, let error) = report, error.isDeviceLost { refused += requests }
    }
    light(presenter, on: backend)
    backend.refusal = DisplayError(code: .deviceLost, operation: "flip", device: "")
    presenter.present(order(tree(100), request: RequestID(rawValue: 7)))
    backend.manualClock.fireNext()
    #expect(refused == [RequestID(rawValue: 7)])
  }

  @Test("commits that are busy for too long are a stall of their screen")
  func busyForTooLong() throws {
    let backend = RecordingBackend()
    var stalled = 0
    let presenter = Presenter(screen: Self.screen, backend: backend) { report in
      if case .stalled(Self.screen, _) = report { stalled += 1 }
    }
    light(presenter, on: backend)
    backend.refusal = DisplayError(code: .busy, operation: "flip", device: "")
    presenter.present(order(tree(100)))
    for _ in 1...100 where stalled == 0 { backend.manualClock.advance(nanoseconds: 20_000_000) }
    #expect(stalled == 1)
    #expect(presenter.counters.stalls == 1)
  }

  @Test("a driver that uploads only the damage gets that of refused frames too")
  func damageOfRefusedFrames() throws {
    let backend = RecordingBackend()
    let presenter = Presenter(screen: Self.screen, backend: backend) { _ in }
    light(presenter, on: backend)
    backend.refusal = DisplayError(code: .busy, operation: "flip", device: "")
    presenter.present(order(tree(100)))
    backend.manualClock.fireNext()
    backend.refusal = nil
    presenter.present(order(tree(100, 700)))
    backend.manualClock.fireNext()
    #expect(backend.commits.count == 3)
    let damage = try #require(backend.commits.last).frameDamage
    #expect(damage.bounds == PixelRect(x: 100, y: 0, width: 610, height: 10))
    #expect(damage.count == 2)
  }
}
