import DisplayTypes
import TestKit
import Testing

@testable import Composition

@Suite struct PixmanRendererDamageTests {
  private static let size = PixelSize(width: 64, height: 48)

  private func randomLayer(using generator: inout SeededGenerator, pictures: [Bitmap]) -> ResolvedLayer {
    let picture = pictures[Int.random(in: 0..<pictures.count, using: &generator)]
    let color = Color(
      red: UInt8.random(in: 0...255, using: &generator), green: UInt8.random(in: 0...255, using: &generator),
      blue: 7, alpha: Bool.random(using: &generator) ? 255 : 90)
    let contents: LayerContents
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: contents = .solid(color)
    case 1: contents = .bitmap(picture)
    default: contents = .mask(picture, color)
    }
    let isOneToOne = Bool.random(using: &generator)
    let destination = PixelRect(
      x: Int.random(in: -20..<60, using: &generator), y: Int.random(in: -20..<40, using: &generator),
      width: isOneToOne ? picture.size.width : Int.random(in: 1...70, using: &generator),
      height: isOneToOne ? picture.size.height : Int.random(in: 1...70, using: &generator))
    return ResolvedLayer(
      contents: contents, destination: destination, clip: PixelRect(x: 1, y: 1, width: 60, height: 45),
      contentsRect: .whole, sampling: Bool.random(using: &generator) ? .sharp : .smooth,
      opacity: Bool.random(using: &generator) ? 255 : 120)
  }

  private func pictures() throws -> [Bitmap] {
    [
      try DrawingComparison.noise(PixelSize(width: 20, height: 20), isOpaque: true, seed: 3),
      try DrawingComparison.noise(PixelSize(width: 30, height: 30), seed: 4),
      try DrawingComparison.noise(PixelSize(width: 17, height: 17), .a8, seed: 5),
    ]
  }

  @Test(arguments: 1...32) func drawingOnlyTheDamageEqualsDrawingEverything(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let pictures = try pictures()
    let surface = TestSurface(Self.size)
    let renderer = PixmanRenderer()
    let all = PixelRect(size: Self.size)
    var current = ResolvedFrame(
      size: Self.size, transform: Transform.allCases[seed % 8],
      pictureArea: PixelRect(x: 1, y: 1, width: 60, height: 45),
      background: Color(red: 1, green: 2, blue: 3))
    renderer.draw(current, damage: DamageRegion(all), into: try surface.target())
    for step in 0..<12 {
      var next = current
      if next.layers.count > 4 { next.layers.remove(at: Int.random(in: 0..<4, using: &generator)) }
      next.layers.insert(
        randomLayer(using: &generator, pictures: pictures),
        at: Int.random(in: 0...next.layers.count, using: &generator))
      var damage = DamageRegion()
      next.addDamage(since: current, to: &damage)
      renderer.draw(next, damage: damage, into: try surface.target())
      let fresh = TestSurface(Self.size)
      PixmanRenderer().draw(next, damage: DamageRegion(all), into: try fresh.target())
      #expect(FrameHash(of: try surface.target()) == FrameHash(of: try fresh.target()), "step \(step)")
      current = next
    }
    #expect(surface.isMarginUntouched)
  }

  @Test func onlyTheDamageIsWritten() throws {
    let layers = [
      ResolvedLayer(
        contents: .bitmap(try pictures()[0]), destination: PixelRect(size: Self.size), clip: PixelRect(size: Self.size),
        contentsRect: .whole, sampling: .smooth, opacity: 255)
    ]
    for transform in Transform.allCases {
      let frame = ResolvedFrame(
        size: Self.size, transform: transform, pictureArea: PixelRect(size: Self.size), layers: layers)
      let damage = [PixelRect(x: 3, y: 4, width: 5, height: 6), PixelRect(x: 40, y: 20, width: 20, height: 1)]
      #expect(try DrawingComparison.worstDifference(of: frame, damage: damage) != nil)
    }
  }

  @Test func damageBeyondTheTargetOrTheFrameIsCutOff() throws {
    let surface = TestSurface(Self.size)
    var frame = ResolvedFrame(
      size: PixelSize(width: 30, height: 999), pictureArea: PixelRect(x: 0, y: 0, width: 30, height: 999),
      background: .white)
    let damage = DamageRegion(PixelRect(x: -50, y: -50, width: 5000, height: 5000))
    PixmanRenderer().draw(frame, damage: damage, into: try surface.target())
    #expect(surface.isMarginUntouched)
    #expect(surface[29, 47] == 0xFFFFFF)
    #expect(surface[30, 47] == nil)
    frame.size = .zero
    PixmanRenderer().draw(frame, damage: damage, into: try surface.target())
    #expect(surface.isMarginUntouched)
  }

  @Test func aCoverHidesOnlyTheLayersBelow() throws {
    let all = PixelRect(size: Self.size)
    func solid(_ color: Color, _ rect: PixelRect, opacity: UInt8 = 255) -> ResolvedLayer {
      ResolvedLayer(
        contents: .solid(color), destination: rect, clip: all, contentsRect: .whole, sampling: .sharp, opacity: opacity)
    }
    let frame = ResolvedFrame(
      size: Self.size, pictureArea: all, background: .white,
      layers: [
        solid(Color(red: 255, green: 0, blue: 0), all), solid(Color(red: 0, green: 255, blue: 0), all),
        solid(.black, all, opacity: 128), solid(.white, PixelRect(x: 0, y: 0, width: 10, height: 48)),
      ])
    #expect(try DrawingComparison.worstDifference(of: frame) ?? 255 <= 1)
  }

  @Test func aPictureIsHeldWhileTheFrameShowsItAndNoLonger() throws {
    let surface = TestSurface(Self.size)
    let renderer = PixmanRenderer()
    weak var held: Bitmap?
    let all = DamageRegion(PixelRect(size: Self.size))
    var frame = ResolvedFrame(size: Self.size, pictureArea: PixelRect(size: Self.size))
    do {
      let picture = try pictures()[1]
      held = picture
      for sampling in [Sampling.sharp, .smooth] {
        frame.layers = [
          ResolvedLayer(
            contents: .bitmap(picture), destination: PixelRect(size: Self.size), clip: PixelRect(size: Self.size),
            contentsRect: .whole, sampling: sampling, opacity: 255)
        ]
        renderer.draw(frame, damage: all, into: try surface.target())
      }
      frame.layers = []
    }
    renderer.draw(frame, damage: DamageRegion(), into: try surface.target())
    #expect(held == nil)
  }

  @Test func manyTargetsInTurnAreEachDrawnInto() throws {
    let renderer = PixmanRenderer()
    let surfaces = (0..<7).map { TestSurface(PixelSize(width: 8 + $0, height: 8)) }
    for round in 0..<3 {
      for surface in surfaces {
        let frame = ResolvedFrame(
          size: surface.size, pictureArea: PixelRect(size: surface.size), background: .white,
          layers: [
            // Translucent: `pixman_fill` would need no image of the target.
            ResolvedLayer(
              contents: .solid(Color(red: 0, green: 0, blue: 0, alpha: UInt8(100 + round))),
              destination: PixelRect(size: surface.size), clip: PixelRect(size: surface.size), contentsRect: .whole,
              sampling: .sharp, opacity: 255)
          ])
        renderer.draw(frame, damage: DamageRegion(PixelRect(size: surface.size)), into: try surface.target())
        let expected = UInt32(155 - round)
        #expect(surface[7, 7] == expected << 16 | expected << 8 | expected)
        #expect(surface.isMarginUntouched)
      }
    }
  }
}
