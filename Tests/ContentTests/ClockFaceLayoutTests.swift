import Composition
import DisplayTypes
import Rasterizing
import Testing

@testable import Content
@testable import ContentModel

@MainActor @Suite(.serialized) struct ClockFaceLayoutTests {
  private let geometry = OutputGeometry(mode: PixelSize(width: 1280, height: 720))

  private func face(_ text: String, template: String = "88:88:88") -> ClockFace {
    ClockFace(
      text: text, template: template, foreground: .white, background: Color(red: 0, green: 0, blue: 80),
      font: "DejaVu Sans")
  }

  private func prepare(_ layout: ClockFaceLayout, _ bench: RasterizerTestBench) throws -> LayerTree {
    var answer: Result<LayerTree, RasterError>?
    layout.prepare(for: geometry) { answer = $0 }
    try bench.turn(until: { answer != nil })
    return try #require(answer).get()
  }

  private func damage(from old: LayerTree, to new: LayerTree) -> DamageRegion {
    var frames = (ResolvedFrame(), ResolvedFrame())
    old.resolve(for: geometry, at: .zero, frameNumber: 0, into: &frames.0)
    new.resolve(for: geometry, at: .zero, frameNumber: 0, into: &frames.1)
    var damage = DamageRegion()
    frames.1.addDamage(since: frames.0, to: &damage)
    return damage
  }

  @Test func onlyAChangedFigureIsDrawnAgain() throws {
    let bench = try RasterizerTestBench()
    let before = ClockFaceLayout(face("12:34:56"), rasterizer: bench.process)
    let old = try prepare(before, bench)
    // Six figures, and colons of two dots each that are one piece.
    #expect(old.layers.count == 8)
    #expect(old.background == Color(red: 0, green: 0, blue: 80))
    let after = ClockFaceLayout(face("12:34:57"), rasterizer: bench.process, after: before)
    let new = try prepare(after, bench)
    let damage = damage(from: old, to: new)
    let last = geometry.pixels(of: try #require(old.layers.last).frame)
    #expect(damage.bounds.x >= last.x - 30)
    #expect(damage.bounds.width < 200)
    #expect(Array(new.layers.dropLast()) == Array(old.layers.dropLast()))
  }

  @Test func theSameFaceAgainDamagesNothing() throws {
    let bench = try RasterizerTestBench()
    let before = ClockFaceLayout(face("12:34"), rasterizer: bench.process)
    let old = try prepare(before, bench)
    let after = ClockFaceLayout(face("12:34"), rasterizer: bench.process, after: before)
    #expect(damage(from: old, to: try prepare(after, bench)).isEmpty)
    // Without the one before everything is new.
    let alone = ClockFaceLayout(face("12:34"), rasterizer: bench.process)
    #expect(!damage(from: old, to: try prepare(alone, bench)).isEmpty)
  }

  @Test func thePiecesAreTheWholePicture() throws {
    let bench = try RasterizerTestBench()
    let face = face("Wednesday, 9 September\n21:09:38", template: "Wednesday, 30 September\n88:88:88")
    let layout = ClockFaceLayout(face, rasterizer: bench.process)
    let pixels = try PatternPixels(try prepare(layout, bench), geometry)
    let whole = try bench.picture(
      TextRasterRequest(
        text: face.text, font: face.font, box: geometry.mode, margin: 720 * 0.06, minimumFontSize: 720 * 0.02,
        maximumFontSize: 720, arrangement: .like(template: face.template)))
    for y in 0..<720 {
      for x in 0..<1280 {
        let coverage = whole.pixel(x: x - whole.rect.x, y: y - whole.rect.y) & 255
        let red = pixels[x, y] >> 16
        guard abs(Int(red) - Int(coverage)) > 1 else { continue }
        Issue.record("\(red) instead of \(coverage) at \(x), \(y)")
        return
      }
    }
  }

  @Test func emojiKeepTheirColours() throws {
    let bench = try RasterizerTestBench()
    let tree = try prepare(ClockFaceLayout(face("🎉 12:34", template: "🎉 88:88"), rasterizer: bench.process), bench)
    #expect(tree.layers.count >= 6)
    guard case .bitmap = tree.layers.first?.contents else {
      Issue.record("no colours")
      return
    }
  }

  @Test func aFaceWithoutTextIsItsBackground() throws {
    let bench = try RasterizerTestBench()
    let tree = try prepare(ClockFaceLayout(face(" "), rasterizer: bench.process), bench)
    #expect(tree == LayerTree(background: Color(red: 0, green: 0, blue: 80)))
  }
}
