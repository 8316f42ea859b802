import Composition
import DisplayTypes
import Testing

@Suite struct LayerAnimationTests {
  private let geometry = OutputGeometry(mode: PixelSize(width: 1000, height: 100))

  private func resolved(
    _ animations: [LayerAnimation], at nanoseconds: UInt64 = 0, frame number: UInt64 = 0
  ) -> ResolvedLayer? {
    let layer = Layer(
      id: LayerID(rawValue: 1), frame: PointRect(x: 0, y: 0, width: 10, height: 10), contents: .solid(.white),
      animations: animations)
    var frame = ResolvedFrame()
    LayerTree(layers: [layer]).resolve(
      for: geometry, at: MonotonicTime(nanoseconds: nanoseconds), frameNumber: number, into: &frame)
    return frame.layers.first
  }

  private func offset(_ xs: [Double], _ clock: LayerAnimation.AnimationClock, _ repeats: LayerAnimation.Repeat)
    -> LayerAnimation
  {
    LayerAnimation(property: .offset(xs.map { PointOffset(x: $0, y: 0) }), clock: clock, repeats: repeats)
  }

  @Test func anOffsetMovesInAStraightLineAndStays() {
    let clock = LayerAnimation.AnimationClock.time(start: MonotonicTime(nanoseconds: 1000), period: 100)
    let animation = offset([0, 100, 50], clock, .once)
    let expected: [(UInt64, Int)] = [(0, 0), (1000, 0), (1025, 50), (1050, 100), (1075, 75), (1100, 50), (9999, 50)]
    for (time, x) in expected { #expect(resolved([animation], at: time)?.destination.x == x, "at \(time)") }
  }

  @Test func foreverBeginsAgainAndNeverShowsItsLastKeyframe() {
    let animation = offset([0, 800], .frames(period: 100), .forever)
    for frame: UInt64 in [0, 1, 50, 99, 100, 101, 1_000_000_007] {
      #expect(resolved([animation], frame: frame)?.destination.x == Int(frame % 100) * 8, "frame \(frame)")
    }
  }

  @Test func autoreverseGoesBackAndForth() {
    let animation = offset([0, 100], .frames(period: 10), .autoreverse)
    let expected: [(UInt64, Int)] = [(0, 0), (5, 50), (9, 90), (10, 100), (11, 90), (19, 10), (20, 0), (21, 10)]
    for (frame, x) in expected { #expect(resolved([animation], frame: frame)?.destination.x == x, "frame \(frame)") }
  }

  @Test func opacityIsInterpolatedAndAnInvisibleLayerIsLeftOut() {
    let animation = LayerAnimation(property: .opacity([1, 0]), clock: .frames(period: 100))
    #expect(resolved([animation], frame: 0)?.opacity == 255)
    #expect(resolved([animation], frame: 50)?.opacity == 128)
    #expect(resolved([animation], frame: 100) == nil)
  }

  /// Quotients of floating-point numbers are off by one for some of these: (43 / 49) * 49 is below 43.
  @Test(arguments: [1, 2, 3, 7, 10, 49, 100, 107]) func aSteppedKeyframeIsNeverLate(count: Int) {
    let parts = (0..<count).map { UnitRect(x: Double($0), y: 0, width: 1, height: 1) }
    for step in [1, 3, 1000] {
      let animation = LayerAnimation(
        property: .contentsRect(parts), clock: .frames(period: UInt64(count * step)), repeats: .forever)
      for frame in 0..<(count * step) where frame % step == 0 || frame % step == step - 1 {
        #expect(
          resolved([animation], frame: UInt64(frame))?.contentsRect.x == Double(frame / step),
          "frame \(frame) of \(count * step)")
      }
    }
  }

  @Test func aSteppedKeyframeThatRunsOnceStaysAtItsLast() {
    let parts = (0..<4).map { UnitRect(x: Double($0), y: 0, width: 1, height: 1) }
    let animation = LayerAnimation(property: .contentsRect(parts), clock: .frames(period: 8))
    #expect(resolved([animation], frame: 7)?.contentsRect.x == 3)
    #expect(resolved([animation], frame: 8)?.contentsRect.x == 3)
    #expect(resolved([animation], frame: .max)?.contentsRect.x == 3)
  }

  @Test func absurdAnimationsShowSomethingAndTrapNothing() {
    for repeats in [LayerAnimation.Repeat.once, .forever, .autoreverse] {
      let noPeriod = offset([0, 50], .frames(period: 0), repeats)
      #expect(resolved([noPeriod], frame: 5)?.destination.x == 50)
      let noKeyframes = LayerAnimation(property: .contentsRect([]), clock: .frames(period: 5), repeats: repeats)
      #expect(resolved([noKeyframes], frame: 5)?.contentsRect == .whole)
      let longest = LayerAnimation(
        property: .contentsRect([.whole, .whole]), clock: .frames(period: .max), repeats: repeats)
      #expect(resolved([longest], frame: .max) != nil)
      let notANumber = offset([.nan, .infinity], .frames(period: 2), repeats)
      #expect(resolved([notANumber], frame: 1)?.destination.width ?? 0 <= 1 << 30)
    }
    let noOpacity = LayerAnimation(property: .opacity([.nan]), clock: .frames(period: 1))
    _ = resolved([noOpacity])
  }

  @Test func severalAnimationsAddUp() {
    let right = offset([0, 100], .frames(period: 10), .forever)
    let fade = LayerAnimation(property: .opacity([1, 0]), clock: .frames(period: 10), repeats: .forever)
    let layer = resolved([right, right, fade], frame: 5)
    #expect(layer?.destination.x == 100)
    #expect(layer?.opacity == 128)
  }

  @Test func aTreeIsAnimatedUntilItsLastAnimationHasEnded() {
    let clock = LayerAnimation.AnimationClock.time(start: MonotonicTime(nanoseconds: 100), period: 50)
    func tree(_ animation: LayerAnimation) -> LayerTree {
      let inner = Layer(id: LayerID(rawValue: 2), frame: .zero, animations: [animation])
      return LayerTree(layers: [Layer(id: LayerID(rawValue: 1), frame: .zero, sublayers: [inner])])
    }
    #expect(tree(offset([0, 1], clock, .once)).isAnimated(at: MonotonicTime(nanoseconds: 149)))
    #expect(!tree(offset([0, 1], clock, .once)).isAnimated(at: MonotonicTime(nanoseconds: 150)))
    #expect(tree(offset([0, 1], clock, .forever)).isAnimated(at: MonotonicTime(nanoseconds: 1_000_000)))
    #expect(tree(offset([0, 1], .frames(period: 1), .forever)).isAnimated(at: .zero))
    #expect(!LayerTree().isAnimated(at: .zero))
  }
}
