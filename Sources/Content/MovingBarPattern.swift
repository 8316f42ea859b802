internal import Composition
internal import DisplayTypes

/// A bar of full height that moves by the same whole number of device pixels in every refresh, for ever.
///
/// It crosses the picture in about four seconds at 60 Hz. A late frame shows as a jerk, a torn one as a step in the bar's edge.
nonisolated enum MovingBarPattern {
  static func draw(on canvas: inout PatternCanvas) {
    let size = canvas.size
    let step = step(for: size)
    canvas.background = .grey(20)
    drawScale(step: step, on: &canvas)
    let bar = PixelRect(x: 0, y: 0, width: max(2, size.width / 32), height: size.height)
    // A second bar one period behind comes in on the left while the first leaves on the right. It comes last in the tree: it is the
    // one that is out of sight for most of the time, and its coming and going then damages nothing else.
    let frames = (size.width + step - 1) / step
    let period = frames * step
    let animation = LayerAnimation(
      property: .offset([canvas.offset(pixels: 0), canvas.offset(pixels: period)]),
      clock: .frames(period: UInt64(max(1, frames))), repeats: .forever)
    canvas.add(.solid(.white), in: bar, animations: [animation])
    var follower = bar
    follower.x = -period
    canvas.add(.solid(.white), in: follower, animations: [animation])
  }

  /// Device pixels a refresh.
  static func step(for size: PixelSize) -> Int {
    max(1, (size.width + 120) / 240)
  }

  /// A mark where the bar's left edge is in every tenth frame, a long one in every sixtieth.
  private static func drawScale(step: Int, on canvas: inout PatternCanvas) {
    let size = canvas.size
    let base = canvas.y(0.5)
    canvas.fill(PixelRect(x: 0, y: base, width: size.width, height: canvas.line.height), .grey(56))
    for (number, x) in stride(from: 0, to: size.width, by: step * 10).enumerated() {
      let isLong = number % 6 == 0
      let reach = canvas.y(isLong ? 0.06 : 0.02)
      canvas.fill(
        PixelRect(x: x, y: base - reach, width: canvas.line.width, height: 2 * reach + canvas.line.height),
        .grey(isLong ? 96 : 56))
    }
  }
}
