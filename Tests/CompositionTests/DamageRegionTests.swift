import Composition
import DisplayTypes
import TestKit
import Testing

@Suite struct DamageRegionTests {
  private func covers(_ region: DamageRegion, x: Int, y: Int) -> Bool {
    (0..<region.count).contains { region[$0].contains(PixelRect(x: x, y: y, width: 1, height: 1)) }
  }

  @Test(arguments: 1...40) func alwaysCoversAllAddedRectanglesWithinItsCapacity(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var plane = PixelPlane(size: PixelSize(width: 64, height: 48))
    var region = DamageRegion()
    for _ in 0..<Int.random(in: 1...30, using: &generator) {
      let side = seed % 2 == 0 ? 6 : 40
      let rect = PixelRect(
        x: Int.random(in: 0..<64, using: &generator), y: Int.random(in: 0..<48, using: &generator),
        width: Int.random(in: 0...side, using: &generator), height: Int.random(in: 0...side, using: &generator))
      plane.fill(rect, with: 1)
      region.add(rect)
      #expect(region.count <= DamageRegion.capacity)
    }
    for y in 0..<48 {
      for x in 0..<64 where plane[x, y] == 1 {
        #expect(covers(region, x: x, y: y), "pixel \(x), \(y) was added but is not covered")
      }
    }
  }

  @Test func coversExactlyAFewRectanglesThatAreApart() {
    var region = DamageRegion()
    let rects = (0..<DamageRegion.capacity).map { PixelRect(x: $0 * 20, y: 0, width: 5, height: 5) }
    for rect in rects { region.add(rect) }
    #expect((0..<region.count).map { region[$0] } == rects)
  }

  @Test func joinsTheNearestWhenThereIsNoRoomLeft() {
    var region = DamageRegion()
    for index in 0..<DamageRegion.capacity { region.add(PixelRect(x: index * 100, y: 0, width: 5, height: 5)) }
    region.add(PixelRect(x: 310, y: 0, width: 5, height: 5))
    #expect(region.count == DamageRegion.capacity)
    #expect((0..<region.count).contains { region[$0] == PixelRect(x: 300, y: 0, width: 15, height: 5) })
  }

  @Test func joinsABarWithItsNextStepAndNeighboursThatFit() {
    var region = DamageRegion(PixelRect(x: 100, y: 0, width: 60, height: 1080))
    region.add(PixelRect(x: 108, y: 0, width: 60, height: 1080))
    #expect(region.count == 1)
    #expect(region[0] == PixelRect(x: 100, y: 0, width: 68, height: 1080))
    region.add(PixelRect(x: 168, y: 0, width: 10, height: 1080))
    #expect(region.count == 1)
  }

  @Test func keepsACrossApartInsteadOfTakingTheWholeScreen() {
    var region = DamageRegion(PixelRect(x: 0, y: 500, width: 1920, height: 10))
    region.add(PixelRect(x: 900, y: 0, width: 10, height: 1080))
    #expect(region.count == 2)
    #expect(region[0].area + region[1].area == 19200 + 10800)
  }

  @Test func ignoresEmptyAndContainedRectangles() {
    var region = DamageRegion(PixelRect(x: 10, y: 10, width: 50, height: 50))
    region.add(PixelRect(x: 0, y: 0, width: 0, height: 9))
    region.add(PixelRect(x: 20, y: 20, width: 5, height: 5))
    #expect(region.count == 1)
    #expect(region.bounds == PixelRect(x: 10, y: 10, width: 50, height: 50))
  }

  @Test func clipsToBoundsAndAnswersEmptyBeyondItsCount() {
    var region = DamageRegion(PixelRect(x: -10, y: -10, width: 20, height: 20))
    region.add(PixelRect(x: 500, y: 500, width: 5, height: 5))
    region.clip(to: PixelRect(x: 0, y: 0, width: 100, height: 100))
    #expect(region.count == 1)
    #expect(region[0] == PixelRect(x: 0, y: 0, width: 10, height: 10))
    #expect(region[1] == .empty)
    #expect(region[-1] == .empty)
  }

  @Test func unionOfRegionsCoversBoth() {
    var region = DamageRegion(PixelRect(x: 0, y: 0, width: 4, height: 4))
    region.add(DamageRegion(PixelRect(x: 50, y: 0, width: 4, height: 4)))
    #expect(region.count == 2)
    #expect(region.bounds == PixelRect(x: 0, y: 0, width: 54, height: 4))
    #expect(DamageRegion().isEmpty)
    #expect(!region.isEmpty)
  }
}
