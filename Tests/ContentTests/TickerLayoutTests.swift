import Composition
import DisplayTypes
import Presentation
import Rasterizing
import Testing

@testable import Content
@testable import ContentModel

@MainActor @Suite(.serialized) struct TickerLayoutTests {
  private let geometry = OutputGeometry(mode: PixelSize(width: 640, height: 60))

  private func prepare(
    _ text: String, on geometry: OutputGeometry? = nil, clock: StandingClock? = nil, reducesMotion: Bool = false,
    _ bench: RasterizerTestBench
  ) throws -> (tree: LayerTree, warning: String?) {
    let layout = TickerLayout(
      TickerDescription(text: text, font: "DejaVu Sans", speed: 0.2), rasterizer: bench.process,
      clock: clock ?? StandingClock(now: .epoch, at: .zero), reducesMotion: reducesMotion)
    var answer: Result<LayerTree, RasterError>?
    layout.prepare(for: geometry ?? self.geometry) { answer = $0 }
    try bench.turn(until: { answer != nil })
    return (try #require(answer).get(), layout.warning)
  }

  /// Which columns have ink at a time.
  private func columns(_ tree: LayerTree, at nanoseconds: UInt64) throws -> [Bool] {
    let pixels = try PatternPixels(tree, geometry, at: MonotonicTime(nanoseconds: nanoseconds))
    return (0..<pixels.size.width).map { x in (0..<pixels.size.height).contains { pixels.whiteness(x, $0) > 100 } }
  }

  private func period(_ tree: LayerTree) throws -> UInt64 {
    guard case .time(.zero, let period) = try #require(tree.layers.first?.animations.first).clock else {
      throw RasterError.badReply("another clock")
    }
    return period
  }

  @Test(arguments: ["Doors open at nine", "דלתות נפתחות בתשע"])
  func itRunsWithoutAJumpAndWithoutAnEnd(_ text: String) throws {
    let tree = try prepare(text, RasterizerTestBench()).tree
    let period = try period(tree)
    // 640 pixels at a fifth of them a second: 128 pixels a second.
    let pixel = 1_000_000_000 / 128.0
    let isReversed = text != "Doors open at nine"
    for start in [0, period / 3, period - UInt64(40 * pixel)] {
      let before = try columns(tree, at: start)
      let after = try columns(tree, at: start + UInt64(80 * pixel))
      #expect(before.contains(true))
      let (first, second) =
        isReversed ? (before.dropLast(80), after.dropFirst(80)) : (before.dropFirst(80), after.dropLast(80))
      // Rounding to whole pixels may make one of difference at each end.
      let differences = zip(first, second).filter { $0 != $1 }.count
      #expect(differences < 60, "\(differences) columns from \(start)")
    }
    #expect(try columns(tree, at: 0) == columns(tree, at: period * 1_000))
    #expect(tree.isAnimated(at: MonotonicTime(nanoseconds: .max)))
  }

  @Test func theVisibleTextIsOneRow() throws {
    let bench = try RasterizerTestBench()
    let tree = try prepare("Doors open at nine", bench).tree
    let line = try bench.picture(
      TextRasterRequest(
        text: "Doors open at nine", font: "DejaVu Sans", box: PixelSize(width: 4_096, height: 60), minimumFontSize: 1,
        maximumFontSize: 30, arrangement: .strip(from: 0)))
    let pixels = try PatternPixels(tree, geometry)
    for y in 0..<60 {
      for x in 0..<min(640, line.rect.maxX) {
        let expected = Int(line.pixel(x: x - line.rect.x, y: y - line.rect.y) & 255)
        guard abs(pixels.whiteness(x, y) - expected) > 1 else { continue }
        Issue.record("\(pixels.whiteness(x, y)) instead of \(expected) at \(x), \(y)")
        return
      }
    }
  }

  @Test func screensThatWereStartedAtOtherTimesAgree() throws {
    let bench = try RasterizerTestBench()
    let wall: Int64 = 1_790_000_000_123_456_789
    let one = StandingClock(now: WallTime(nanoseconds: wall), at: MonotonicTime(nanoseconds: 77_000_000_000))
    let other = StandingClock(
      now: WallTime(nanoseconds: wall + 3_000_000_000), at: MonotonicTime(nanoseconds: 500_000_000))
    let first = try prepare("Doors open at nine", clock: one, bench).tree
    let second = try prepare("Doors open at nine", clock: other, bench).tree
    // Five seconds after the first look.
    let differences = zip(try columns(first, at: 82_000_000_000), try columns(second, at: 2_500_000_000)).filter {
      $0 != $1
    }
    #expect(differences.count < 40)
    #expect(try columns(first, at: 82_000_000_000) != columns(first, at: 84_000_000_000))
  }

  @Test func aLongTextIsInPiecesThatFollowEachOther() throws {
    let bench = try RasterizerTestBench()
    let text = String(repeating: "All trains to the coast leave from platform nine today. ", count: 20)
    let tree = try prepare(text, bench).tree
    let pieces = try #require(tree.layers.first?.sublayers)
    #expect(pieces.count >= 6)
    // Every column of the line that has ink is somewhere on the carriage, once a copy.
    let period = try period(tree)
    for part in 0..<8 { #expect(try columns(tree, at: period / 8 * UInt64(part)).filter { $0 }.count > 100) }
    for piece in pieces {
      guard case .mask(let bitmap, _) = piece.contents else {
        Issue.record("no coverage")
        return
      }
      #expect(bitmap.size.width <= 4_096)
      #expect(Int(piece.frame.width.rounded()) == bitmap.size.width)
    }
  }

  @Test func aVeryLongTextTakesSmallerLettersAndBoundedMemory() throws {
    let bench = try RasterizerTestBench()
    let wide = OutputGeometry(mode: PixelSize(width: 1920, height: 1080))
    let short = try prepare("Welcome", on: wide, bench).tree
    let text = String(repeating: "Lorem ipsum dolor sit amet, ", count: 580)
    let long = try prepare(text, on: wide, bench).tree
    func pictures(_ tree: LayerTree) -> [ObjectIdentifier: Bitmap] {
      var found: [ObjectIdentifier: Bitmap] = [:]
      for layer in tree.layers.first?.sublayers ?? [] {
        if case .mask(let bitmap, _) = layer.contents { found[ObjectIdentifier(bitmap)] = bitmap }
      }
      return found
    }
    let bytes = pictures(long).values.reduce(0) { $0 + $1.stride * $1.size.height }
    #expect(bytes > 1 << 20)
    #expect(bytes <= 9 << 20)
    let heights = (pictures(short).values.first?.size.height ?? 0, pictures(long).values.first?.size.height ?? 0)
    #expect(heights.0 > 3 * heights.1)
  }

  @Test func withReducedMotionItTurnsPages() throws {
    let bench = try RasterizerTestBench()
    let text = "Doors open at nine, coffee is served in the hall until ten, and the first talk begins soon after"
    let tree = try prepare(text, reducesMotion: true, bench).tree
    let count = tree.layers.count
    #expect(count >= 3)
    // At a fifth of the width a second a page is shown for five.
    var seen: Set<[Bool]> = []
    for page in 0..<count {
      let early = try columns(tree, at: UInt64(page) * 5_000_000_000 + 1)
      #expect(try columns(tree, at: UInt64(page) * 5_000_000_000 + 4_999_999_000) == early)
      #expect(early.contains(true))
      seen.insert(early)
    }
    #expect(seen.count == count)
    #expect(try columns(tree, at: UInt64(count) * 5_000_000_000 + 1) == columns(tree, at: 1))
  }

  @Test func aTextThatFitsDoesNotMoveWithReducedMotion() throws {
    let tree = try prepare("Hello", reducesMotion: true, RasterizerTestBench()).tree
    #expect(tree.layers.count == 1)
    #expect(!tree.isAnimated(at: .zero))
  }

  @Test func linesBecomeOne() throws {
    let bench = try RasterizerTestBench()
    let lines = try prepare("one\ntwo\r\nthree", bench).tree
    let line = try prepare("one two three", bench).tree
    #expect(try period(lines) == period(line))
  }

  @Test func textsThatCannotBeDrawnAreReported() throws {
    let bench = try RasterizerTestBench()
    #expect(throws: RasterError.textTooLong(bytes: 1 << 20)) {
      try prepare(String(repeating: "x", count: 1 << 20), bench)
    }
    #expect(try prepare("a\u{10FFFD}", bench).warning?.contains("ticker") == true)
    #expect(try prepare(" ", bench).tree == LayerTree())
  }
}
