import Composition
import DisplayTypes
import Presentation
import SimulatedBackend
import Testing

/// The presenter's reports of played items.
@Suite struct PlayedFramesTests {
  private static func tree(_ items: UInt32...) -> LayerTree {
    LayerTree(
      background: .black,
      layers: items.map { item in
        Layer(
          id: LayerID(rawValue: item), frame: PresenterTests.square, item: item,
          sublayers: [
            Layer(id: LayerID(rawValue: 100 + item), frame: PresenterTests.square, contents: .solid(.white))
          ])
      })
  }

  private func played(_ reports: [DisplayReport]) -> [PlayedFrame] {
    reports.compactMap { if case .played(let frame) = $0 { frame } else { nil } }
  }

  @Test func onlyChangesAreReportedWithTheirFlipAndTheOneBefore() throws {
    let rig = try PresenterRig()
    let (screen, token, geometry) = try rig.light(Self.tree(7))
    rig.advance(milliseconds: 100)
    #expect(played(rig.takeReports()).isEmpty)
    rig.send(.present(screen, token, geometry, Self.tree(7, 8), RequestID(rawValue: 1)))
    rig.advance(milliseconds: 100)
    let both = rig.takeReports()
    #expect(played(both).map(\.items) == [[7, 8]])
    var shown: [MonotonicTime] = []
    for case .presented(_, let record) in both { shown.append(record.timestamp) }
    #expect(played(both).map(\.timestamp) == shown)
    #expect(played(both).first?.isEstimated == false)
    rig.send(.present(screen, token, geometry, Self.tree(8), nil))
    rig.advance(milliseconds: 100)
    let last = played(rig.takeReports())
    #expect(last.map(\.items) == [[8]])
    #expect(last.first?.before == shown.first)
    #expect(last.first?.frames == 2)
  }

  /// The same picture is played again: only its number is another.
  @Test func aNewTurnOfTheSamePictureHasAFlipOfItsOwn() throws {
    let rig = try PresenterRig()
    let (screen, token, geometry) = try rig.light(Self.tree(1))
    rig.advance(milliseconds: 100)
    let flips = rig.counters.flips
    rig.send(.present(screen, token, geometry, Self.tree(2), nil))
    rig.advance(milliseconds: 100)
    #expect(rig.counters.flips == flips + 1)
    #expect(played(rig.takeReports()).last?.items == [2])
  }

  @Test func aMovingItemIsReportedOnceAndItsFlipsAreCounted() throws {
    let rig = try PresenterRig()
    var moving = PresenterTests.moving
    moving.layers[0].item = 3
    let (screen, token, geometry) = try rig.light(moving)
    rig.advance(milliseconds: 1000)
    #expect(played(rig.takeReports()).isEmpty)
    rig.send(.present(screen, token, geometry, PresenterTests.solid(.black), nil))
    rig.advance(milliseconds: 100)
    let end = played(rig.takeReports())
    #expect(end.map(\.items) == [[]])
    #expect((58...63).contains(end.first?.frames ?? 0))
  }

  @Test func anUnpluggedScreenCarriesNothing() throws {
    let rig = try PresenterRig()
    _ = try rig.light(Self.tree(5))
    rig.advance(milliseconds: 100)
    _ = rig.takeReports()
    try rig.perform(.unplug("HDMI-A-1"))
    rig.advance(milliseconds: 100)
    #expect(played(rig.takeReports()).map(\.items) == [[]])
  }
}
