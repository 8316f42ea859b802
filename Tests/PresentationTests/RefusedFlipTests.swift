import Composition
import DisplayRig
import DisplayTypes
import Testing

@testable import Presentation

@Suite struct RefusedFlipTests {
  private static let mode = ScreenMode(
    clockKilohertz: 40_000, horizontal: ModeTiming(display: 800, syncStart: 840, syncEnd: 968, total: 1056),
    vertical: ModeTiming(display: 600, syncStart: 601, syncEnd: 605, total: 628), isPreferred: true)

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
    let screen = ScreenID(rawValue: 1)
    var refused: [RequestID] = []
    let presenter = Presenter(screen: screen, backend: backend) { report in
      if case .refused(screen, let requests, let error) = report, error.isDeviceLost { refused += requests }
    }
    let geometry = OutputGeometry(mode: Self.mode.size)
    let token = CommitToken(rawValue: 1)
    presenter.configure(token, mode: Self.mode, geometry: geometry, tree: LayerTree())
    presenter.finished(
      token,
      .success(
        CommitOutcome(
          capabilities: OutputCapabilities(hasVBlank: true, updatesInPlace: false), started: backend.manualClock.now,
          ended: backend.manualClock.now, wasModeset: true)))
    backend.refusal = DisplayError(code: .deviceLost, operation: "flip", device: "")
    presenter.present(
      PresentOrder(
        screen: presenter.screen, token: token, geometry: geometry, tree: tree(100), request: RequestID(rawValue: 7)))
    backend.manualClock.fireNext()
    #expect(refused == [RequestID(rawValue: 7)])
  }

  @Test("commits that are busy for too long are a stall of their screen")
  func busyForTooLong() throws {
    let backend = RecordingBackend()
    let screen = ScreenID(rawValue: 1)
    var stalled = 0
    let presenter = Presenter(screen: screen, backend: backend) { report in
      if case .stalled(screen, _) = report { stalled += 1 }
    }
    let geometry = OutputGeometry(mode: Self.mode.size)
    let token = CommitToken(rawValue: 1)
    presenter.configure(token, mode: Self.mode, geometry: geometry, tree: LayerTree())
    presenter.finished(
      token,
      .success(
        CommitOutcome(
          capabilities: OutputCapabilities(hasVBlank: true, updatesInPlace: false), started: backend.manualClock.now,
          ended: backend.manualClock.now, wasModeset: true)))
    backend.refusal = DisplayError(code: .busy, operation: "flip", device: "")
    presenter.present(PresentOrder(screen: screen, token: token, geometry: geometry, tree: tree(100)))
    for _ in 1...100 where stalled == 0 { backend.manualClock.advance(nanoseconds: 20_000_000) }
    #expect(stalled == 1)
    #expect(presenter.counters.stalls == 1)
  }

  @Test("a driver that uploads only the damage gets that of refused frames too")
  func damageOfRefusedFrames() throws {
    let backend = RecordingBackend()
    let screen = ScreenID(rawValue: 1)
    let presenter = Presenter(screen: screen, backend: backend) { _ in }
    let geometry = OutputGeometry(mode: Self.mode.size)
    let token = CommitToken(rawValue: 1)
    presenter.configure(token, mode: Self.mode, geometry: geometry, tree: LayerTree())
    presenter.finished(
      token,
      .success(
        CommitOutcome(
          capabilities: OutputCapabilities(hasVBlank: true, updatesInPlace: false), started: backend.manualClock.now,
          ended: backend.manualClock.now, wasModeset: true)))
    backend.refusal = DisplayError(code: .busy, operation: "flip", device: "")
    presenter.present(
      PresentOrder(screen: presenter.screen, token: token, geometry: geometry, tree: tree(100), request: nil))
    backend.manualClock.fireNext()
    backend.refusal = nil
    presenter.present(PresentOrder(screen: presenter.screen, token: token, geometry: geometry, tree: tree(100, 700)))
    backend.manualClock.fireNext()
    #expect(backend.commits.count == 3)
    let damage = try #require(backend.commits.last).frameDamage
    #expect(damage.bounds == PixelRect(x: 100, y: 0, width: 610, height: 10))
    #expect(damage.count == 2)
  }
}
