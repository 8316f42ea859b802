import DisplayTypes
import TestKit
import Testing

@testable import Composition

@Suite struct ResolvedFrameDamageTests {
  private static let size = PixelSize(width: 60, height: 40)

  private func solid(_ red: UInt8, _ rect: PixelRect) -> ResolvedLayer {
    ResolvedLayer(
      contents: .solid(Color(red: red, green: 0, blue: 0)), destination: rect, clip: PixelRect(size: Self.size),
      contentsRect: .whole, sampling: .sharp, opacity: 255)
  }

  private func frame(_ layers: [ResolvedLayer]) -> ResolvedFrame {
    ResolvedFrame(size: Self.size, pictureArea: PixelRect(size: Self.size), layers: layers)
  }

  private func damage(_ new: ResolvedFrame, since old: ResolvedFrame) -> DamageRegion {
    var damage = DamageRegion()
    new.addDamage(since: old, to: &damage)
    return damage
  }

  private func randomLayer(using generator: inout SeededGenerator) -> ResolvedLayer {
    solid(
      UInt8.random(in: 1...255, using: &generator),
      PixelRect(
        x: Int.random(in: -10..<60, using: &generator), y: Int.random(in: -10..<40, using: &generator),
        width: Int.random(in: 1...30, using: &generator), height: Int.random(in: 1...30, using: &generator)))
  }

  @Test(arguments: 1...60) func drawingOnlyTheDamageEqualsDrawingEverything(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var current = frame((0..<6).map { _ in randomLayer(using: &generator) })
    let all = PixelRect(size: Self.size)
    var plane = PixelPlane(size: Self.size)
    plane.draw(current, in: all)
    for _ in 0..<20 {
      var next = current
      switch Int.random(in: 0..<7, using: &generator) {
      case 0: next.layers.append(randomLayer(using: &generator))
      case 1: next.layers.insert(randomLayer(using: &generator), at: 0)
      case 2: if !next.layers.isEmpty { next.layers.removeFirst() }
      case 3: if !next.layers.isEmpty { next.layers.remove(at: next.layers.count / 2) }
      case 4: if !next.layers.isEmpty { next.layers[0] = randomLayer(using: &generator) }
      case 5: next.layers.shuffle(using: &generator)
      default: next.background = Color(red: UInt8.random(in: 0...255, using: &generator), green: 0, blue: 0)
      }
      let region = damage(next, since: current)
      for index in 0..<region.count { plane.draw(next, in: region[index]) }
      var expected = PixelPlane(size: Self.size)
      expected.draw(next, in: all)
      #expect(plane == expected)
      current = next
    }
  }

  @Test func equalFramesDamageNothing() {
    let same = frame([solid(1, PixelRect(x: 0, y: 0, width: 5, height: 5))])
    #expect(damage(same, since: same).isEmpty)
  }

  @Test func aMovedLayerDamagesItsOldAndItsNewPlaceOnly() {
    let below = solid(9, PixelRect(size: Self.size))
    let region = damage(
      frame([below, solid(1, PixelRect(x: 40, y: 0, width: 4, height: 4))]),
      since: frame([below, solid(1, PixelRect(x: 0, y: 0, width: 4, height: 4))]))
    #expect(region.count == 2)
    #expect(region[0].area + region[1].area == 32)
  }

  @Test func damageStaysOnThePanel() {
    let region = damage(frame([solid(1, PixelRect(x: -20, y: 30, width: 40, height: 400))]), since: frame([]))
    #expect(region.bounds == PixelRect(x: 0, y: 30, width: 20, height: 10))
  }

  @Test func anotherGeometryOrBackgroundDamagesThePanel() {
    let base = frame([])
    let all = PixelRect(size: Self.size)
    var other = base
    other.transform = .flipped
    #expect(damage(other, since: base).bounds == all)
    other = base
    other.pictureArea = PixelRect(x: 1, y: 0, width: 59, height: 40)
    #expect(damage(other, since: base).bounds == all)
    other = base
    other.background = .white
    #expect(damage(other, since: base).bounds == all)
    #expect(damage(base, since: ResolvedFrame()).bounds == all)
  }

  @Test func damageIsAddedToEarlierDamage() {
    var region = DamageRegion(PixelRect(x: 50, y: 30, width: 1, height: 1))
    frame([solid(1, PixelRect(x: 0, y: 0, width: 1, height: 1))]).addDamage(since: frame([]), to: &region)
    #expect(region.count == 2)
  }
}
