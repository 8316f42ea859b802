import Composition
import DisplayTypes
import Presentation
import Testing

/// A queue that the macros of tests may change.
private final class QueueBox {
  private var queue: FlipQueue

  init(_ queue: FlipQueue) {
    self.queue = queue
  }

  var count: Int { queue.count }
  var onScreen: Int? { queue.onScreen }
  var inFlight: Int? { queue.inFlight }
  var hasUnshownFrame: Bool { queue.hasUnshownFrame }
  var unshownDamage: DamageRegion { queue.unshownDamage }

  func stage(of buffer: Int) -> FlipQueue.Stage { queue.stage(of: buffer) }
  func addDamage(_ damage: DamageRegion) { queue.addDamage(damage) }
  func beginDrawing() -> (buffer: Int, damage: DamageRegion)? { queue.beginDrawing() }
  func beginUpdating() -> (buffer: Int, damage: DamageRegion)? { queue.beginUpdating() }
  func submitted(_ buffer: Int) { queue.submitted(buffer) }
  func updated() { queue.updated() }
  func refused(_ buffer: Int, damage: DamageRegion) { queue.refused(buffer, damage: damage) }
  func flipped() -> Bool { queue.flipped() }
}

@Suite("FlipQueue")
struct FlipQueueTests {
  static let size = PixelSize(width: 100, height: 100)
  static let whole = PixelRect(size: size)
  static let left = PixelRect(x: 0, y: 0, width: 10, height: 10)
  static let right = PixelRect(x: 80, y: 80, width: 10, height: 10)

  @Test("after a modeset the first buffer is shown, and the others miss everything")
  func afterModeset() throws {
    let queue = QueueBox(FlipQueue(count: 2, size: Self.size))
    #expect(queue.onScreen == 0)
    #expect(queue.inFlight == nil)
    let (buffer, damage) = try #require(queue.beginDrawing())
    #expect(buffer == 1)
    #expect(damage.bounds == Self.whole)
  }

  @Test("buffers go free, drawing, in flight, on screen, free")
  func stages() throws {
    let queue = QueueBox(FlipQueue(count: 2, size: Self.size))
    let (buffer, _) = try #require(queue.beginDrawing())
    #expect(queue.stage(of: buffer) == .drawing)
    queue.submitted(buffer)
    #expect(queue.stage(of: buffer) == .inFlight)
    #expect(queue.onScreen == 0)
    #expect(queue.flipped())
    #expect(queue.onScreen == buffer)
    #expect(queue.stage(of: 0) == .free)
  }

  @Test("each buffer gets exactly the damage that it missed")
  func damage() throws {
    let queue = QueueBox(FlipQueue(count: 2, size: Self.size))
    var (buffer, damage) = try #require(queue.beginDrawing())
    queue.submitted(buffer)
    #expect(queue.flipped())
    queue.addDamage(DamageRegion(Self.left))
    (buffer, damage) = try #require(queue.beginDrawing())
    #expect(buffer == 0)
    #expect(damage.bounds == Self.left)
    queue.submitted(buffer)
    #expect(queue.flipped())
    queue.addDamage(DamageRegion(Self.right))
    (buffer, damage) = try #require(queue.beginDrawing())
    #expect(buffer == 1)
    #expect(damage.count == 2)
    #expect(damage.bounds == Self.left.union(Self.right))
  }

  @Test("nothing is drawn while a flip is in flight or another buffer is drawn", arguments: [2, 3])
  func oneAtATime(count: Int) throws {
    let queue = QueueBox(FlipQueue(count: count, size: Self.size))
    let (buffer, _) = try #require(queue.beginDrawing())
    #expect(queue.beginDrawing() == nil)
    #expect(queue.beginUpdating() == nil)
    queue.submitted(buffer)
    #expect(queue.beginDrawing() == nil)
    #expect(queue.beginUpdating() == nil)
    #expect(queue.flipped())
    #expect(queue.beginDrawing() != nil)
  }

  @Test("a refused flip gives the buffer back, misses its damage again, and is owed")
  func refusedFlip() throws {
    let queue = QueueBox(FlipQueue(count: 2, size: Self.size))
    let (buffer, damage) = try #require(queue.beginDrawing())
    queue.refused(buffer, damage: damage)
    #expect(queue.stage(of: buffer) == .free)
    #expect(queue.hasUnshownFrame)
    let again = try #require(queue.beginDrawing())
    #expect(again.buffer == buffer)
    #expect(again.damage.bounds == Self.whole)
    queue.submitted(again.buffer)
    #expect(!queue.hasUnshownFrame)
  }

  @Test("the damage of a refused flip is added to the next one")
  func unshownDamage() throws {
    let queue = QueueBox(FlipQueue(count: 2, size: Self.size))
    #expect(queue.unshownDamage.isEmpty)
    queue.addDamage(DamageRegion(Self.left))
    let (buffer, damage) = try #require(queue.beginDrawing())
    queue.refused(buffer, damage: damage)
    queue.addDamage(DamageRegion(Self.right))
    #expect(queue.unshownDamage.bounds == Self.left.union(Self.right))
    let again = try #require(queue.beginDrawing())
    queue.submitted(again.buffer)
    #expect(queue.unshownDamage.isEmpty)
    #expect(queue.flipped())
    queue.addDamage(DamageRegion(Self.left))
    #expect(queue.beginUpdating() != nil && queue.unshownDamage.bounds == Self.left)
    queue.updated()
    #expect(queue.unshownDamage.isEmpty)
  }

  @Test("an update in place uses the buffer on the screen, and the others miss it")
  func update() throws {
    let queue = QueueBox(FlipQueue(count: 2, size: Self.size))
    queue.addDamage(DamageRegion(Self.left))
    let (buffer, damage) = try #require(queue.beginUpdating())
    #expect(buffer == 0)
    #expect(damage.bounds == Self.left)
    #expect(queue.stage(of: 0) == .onScreen)
    #expect(queue.beginUpdating()?.damage.isEmpty == true)
    queue.refused(buffer, damage: damage)
    #expect(queue.stage(of: 0) == .onScreen)
    #expect(queue.beginUpdating()?.damage.bounds == Self.left)
  }

  @Test("impossible calls change nothing: a flip that was not submitted, buffers that do not exist")
  func illegal() throws {
    let queue = QueueBox(FlipQueue(count: 2, size: Self.size))
    #expect(!queue.flipped())
    queue.submitted(0)
    #expect(queue.onScreen == 0)
    queue.submitted(1)
    #expect(queue.stage(of: 1) == .free)
    for buffer in [-1, 2, 3, .max] {
      queue.submitted(buffer)
      queue.refused(buffer, damage: DamageRegion(Self.left))
      #expect(queue.stage(of: buffer) == .free)
    }
    #expect(!queue.hasUnshownFrame)
    let (buffer, _) = try #require(queue.beginDrawing())
    queue.submitted(buffer)
    queue.submitted(buffer)
    #expect(queue.flipped())
    #expect(!queue.flipped())
  }

  @Test("counts are kept within one and the capacity", arguments: [(-1, 1), (0, 1), (1, 1), (2, 2), (3, 3), (99, 3)])
  func counts(asked: Int, got: Int) {
    let queue = QueueBox(FlipQueue(count: asked, size: Self.size))
    #expect(queue.count == got)
    #expect(queue.onScreen == 0)
  }

  @Test("without buffers nothing can be drawn")
  func empty() {
    let queue = QueueBox(FlipQueue())
    queue.addDamage(DamageRegion(Self.left))
    #expect(queue.beginDrawing() == nil)
    #expect(queue.beginUpdating() == nil)
    #expect(queue.onScreen == nil)
    #expect(!queue.flipped())
  }

  @Test("with a single buffer nothing can be flipped, but it can be updated")
  func single() {
    let queue = QueueBox(FlipQueue(count: 1, size: Self.size))
    #expect(queue.beginDrawing() == nil)
    #expect(queue.beginUpdating()?.buffer == 0)
  }
}
