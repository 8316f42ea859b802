import Composition
import Content
import ContentModel
import DisplayTypes
import Glibc

/// Checks that a series of frames makes no allocation, from the timer for a draw to the report of the flip.
///
/// It is a separate program with optimisation: without optimisation Swift boxes values that it otherwise keeps on the stack.
@main
enum SteadyState {
  private static let geometries = [
    OutputGeometry(mode: PixelSize(width: 2400, height: 300)),
    OutputGeometry(mode: PixelSize(width: 720, height: 480), pixelAspectRatio: 32.0 / 27, transform: .rotated90),
    OutputGeometry(
      mode: PixelSize(width: 640, height: 360), transform: .flipped, scale: 2,
      overscan: OverscanInsets(top: .permille(20), right: .pixels(7))),
  ]

  static func main() throws {
    // `steady-state WORK TIMES` only repeats a work, for tools/test-instructions.
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.count == 2, let work = arguments.first.flatMap(CountedWork.init(rawValue:)),
      let times = arguments.last.flatMap({ Int($0) })
    {
      return try work.perform(times: times)
    }
    var failures: [String] = []
    func check(_ isRight: Bool, _ what: String) {
      print("steady-state: \(isRight ? "ok" : "FAILED"): \(what)")
      if !isRight { failures.append(what) }
    }
    checkTheCounter(check)
    for geometry in geometries {
      for (name, tree) in [
        ("a moving bar", PatternLayout.tree(.movingBar, for: geometry)),
        ("a frame counter", PatternLayout.tree(.frameCounter, for: geometry)), ("moving pictures", MovingPictures.tree),
        ("a coded frame", PatternLayout.tree(.coded, for: geometry)),
      ] {
        checkDrawing(name, tree, geometry, check)
      }
      for kind in SlideTransitions.kinds {
        // Its end is among the counted frames.
        let tree = SlideTransitions.tree(kind, seconds: 10, on: geometry)
        if let tree { checkDrawing("a \(kind) between slides", tree, geometry, check) } else { check(false, "slides") }
      }
    }
    for pattern in [PatternName.movingBar, .frameCounter, .coded] {
      let tree = PatternLayout.tree(pattern, for: CardPlay.geometry)
      try checkCard("atomic flips", pattern.rawValue, tree, check)
      try checkCard("atomic flips with damage clips", pattern.rawValue, tree, hasDamageClips: true, check)
      try checkCard("updates in place", pattern.rawValue, tree, driver: "virtio_gpu", check)
      try checkCard("legacy flips", pattern.rawValue, tree, isAtomic: false, check)
    }
    for kind in SlideTransitions.kinds {
      guard let tree = SlideTransitions.tree(kind, seconds: 10, on: CardPlay.geometry) else {
        check(false, "slides")
        continue
      }
      // A crossfade has no more than 255 different frames, however long it is.
      try checkCard("atomic flips", "a \(kind) between slides", tree, frames: (ahead: 50, counted: 120), check)
    }
    guard failures.isEmpty else { exit(1) }
  }

  private typealias Check = (_ isRight: Bool, _ what: String) -> Void

  /// A counter that counts nothing would find everything right.
  private static func checkTheCounter(_ check: Check) {
    var numbers: [[Int]] = [[], []]
    var counts: [Int] = []
    counts.reserveCapacity(numbers.count)
    // The first time, Swift's runtime looks its types up.
    for index in numbers.indices { counts.append(AllocationCount.during { numbers[index].append(index) }) }
    check(counts.last == 1, "the first element of an array makes \(counts.last ?? 0) allocation of 1")
    let pixman = AllocationCount.during { FrameDrawing(MovingPictures.tree, geometries[0])?.draw(frames: 1) }
    check(pixman > 10, "the first frame makes \(pixman) allocations, more than 10")
  }

  private static func checkDrawing(_ name: String, _ tree: LayerTree, _ geometry: OutputGeometry, _ check: Check) {
    let what = "\(name) at \(geometry.mode.width)x\(geometry.mode.height), transform \(geometry.transform.rawValue)"
    guard let drawing = FrameDrawing(tree, geometry) else { return check(false, "\(what): no pixels") }
    // The first round makes pixman's images of all pictures and targets, and the arrays' memory.
    drawing.draw(frames: 260)
    let before = drawing.drawnPixels
    let count = AllocationCount.during { drawing.draw(frames: 520) }
    check(count == 0 && drawing.drawnPixels > before, "\(what): \(count) allocations in 520 frames")
  }

  private static func checkCard(
    _ name: String, _ picture: String, _ tree: LayerTree, driver: String = "still", isAtomic: Bool = true,
    hasDamageClips: Bool = false, frames wanted: (ahead: Int, counted: Int) = (150, 300), _ check: Check
  ) throws {
    let play = try CardPlay(tree, driver: driver, isAtomic: isAtomic, hasDamageClips: hasDamageClips)
    play.play(frames: wanted.ahead)
    let kernel = play.kernel
    let before = (flips: kernel.flips, updates: kernel.updates, blobs: kernel.damageBlobs)
    let count = AllocationCount.during { play.play(frames: wanted.counted) }
    let frames = (flips: kernel.flips - before.flips, updates: kernel.updates - before.updates)
    let isAsMeant =
      (frames.updates > 0) == (driver == "virtio_gpu") && (kernel.damageBlobs > before.blobs) == hasDamageClips
    check(
      isAsMeant && count == 0,
      "\(name), \(picture): \(count) allocations in \(frames.flips) flips and \(frames.updates) updates")
    play.end()
  }
}
