import Composition
import DisplayTypes
import Presentation
import SimulatedBackend
import Testing

/// The pointer on an output without a plane for it.
@Suite struct PointerLayerTests {
  private func capture(_ rig: PresenterRig, _ screen: ScreenID) throws -> FramePixels {
    _ = rig.takeReports()
    rig.send(.capture(screen, RequestID(rawValue: 77)))
    rig.advance(milliseconds: 100)
    let records = rig.takeReports().compactMap { report in
      if case .presented(_, let record) = report { record } else { nil }
    }
    return try #require(records.last?.captured?.pixels)
  }

  @Test("a thousand moves in a refresh are at most one frame, a pointer at rest is none, and it goes without a trace")
  func frames() throws {
    let rig = try PresenterRig()
    let lit = try rig.light(LayerTree(background: .white))
    rig.advance(milliseconds: 100)
    let before = rig.counters.flips
    for refresh in 0..<10 {
      for step in 0..<1000 {
        rig.send(.movePointer(lit.screen, PointerPlace(x: Double(refresh) / 10 + Double(step) / 20_000, y: 0.5)))
      }
      rig.advance(milliseconds: 17)
    }
    #expect((1...11).contains(rig.counters.flips - before))
    rig.advance(milliseconds: 100)
    let rest = rig.counters
    rig.advance(milliseconds: 10_000)
    #expect(rig.counters == rest)
    #expect(try capture(rig, lit.screen).rgb.contains(0))
    rig.send(.movePointer(lit.screen, nil))
    #expect(try capture(rig, lit.screen).rgb.allSatisfy { $0 == 255 })
  }

  @Test("its tip is at its place, however the screen is turned", arguments: Transform.allCases)
  func turned(transform: Transform) throws {
    let rig = try PresenterRig()
    let lit = try rig.light(LayerTree(background: .white))
    let geometry = OutputGeometry(mode: PixelSize(width: 640, height: 480), transform: transform)
    rig.send(.present(lit.screen, lit.token, geometry, LayerTree(background: .white), nil))
    rig.send(.movePointer(lit.screen, PointerPlace(x: 0.5, y: 0.5)))
    let pixels = try capture(rig, lit.screen)
    // The arrow goes down and to the right from its tip on the upright picture. The place is black within it.
    func isDark(_ x: Double, _ y: Double) -> Bool {
      let from = transform.map(x: 0, y: 0)
      let to = transform.map(x: x / 16, y: y / 16)
      let column = 320 + Int((to.x - from.x) * 16)
      let row = 240 + Int((to.y - from.y) * 16)
      return pixels.rgb[(row * 640 + column) * 3] < 64
    }
    #expect(isDark(3.5, 7.5), "within the arrow")
    #expect(!isDark(-3.5, 7.5) && !isDark(7.5, 1.5) && !isDark(3.5, -4.5), "beside it")
  }
}
