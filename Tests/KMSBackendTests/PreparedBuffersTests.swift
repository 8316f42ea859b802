import DisplayTypes
import KernelModeSetting
import RecordingKernel
import Testing

@testable import KMSBackend

@Suite struct PreparedBuffersTests {
  private let size = TwoScreenCard.mode.size

  @Test("a test takes only the buffer of its size", arguments: [true, false])
  func isTaken(isRight: Bool) throws {
    let kernel = TwoScreenCard.kernel()
    let card = try kernel.card()
    let prepared = PreparedBuffers(
      size: isRight ? size : PixelSize(width: 640, height: 480), isBlackWhenNew: false, until: .zero)
    _ = ProbeJob.prepare(prepared).execute(on: card.descriptor)
    let before = kernel.log.count
    let (_, tested) = try TwoScreenCard.order(prepared: prepared).test(on: card.descriptor)
    #expect(kernel.log.dropFirst(before).contains { $0.hasPrefix("createDumb") } == !isRight)
    let configured = try TwoScreenCard.order().set(TwoScreenCard.picture, tested, on: card.descriptor)
    #expect(configured.buffers.open()?.count == 2)
    #expect(kernel.livingCount == 1)
  }

  @Test func unusedBuffersAreReleased() throws {
    let kernel = TwoScreenCard.kernel()
    let card = try kernel.card()
    let prepared = PreparedBuffers(size: size, isBlackWhenNew: false, until: .zero)
    _ = ProbeJob.prepare(prepared).execute(on: card.descriptor)
    #expect(kernel.livingCount == 4)
    _ = ProbeJob.discard(prepared).execute(on: card.descriptor)
    #expect(kernel.livingCount == 1 && prepared.take(size) == nil)
  }

  @Test func lateBuffersAreNotMade() throws {
    let kernel = TwoScreenCard.kernel()
    let card = try kernel.card()
    let prepared = PreparedBuffers(size: size, isBlackWhenNew: false, until: .zero)
    _ = try TwoScreenCard.order(prepared: prepared).test(on: card.descriptor)
    let before = kernel.log.count
    _ = ProbeJob.prepare(prepared).execute(on: card.descriptor)
    #expect(kernel.log.count == before)
  }

  @Test func theTestReportsShortMemory() throws {
    let kernel = TwoScreenCard.kernel()
    let card = try kernel.card()
    kernel.with { $0.dumbLimit = 0 }
    let prepared = PreparedBuffers(size: size, isBlackWhenNew: false, until: .zero)
    _ = ProbeJob.prepare(prepared).execute(on: card.descriptor)
    let descriptor = card.descriptor
    let error = #expect(throws: DisplayError.self) {
      try TwoScreenCard.order(prepared: prepared).test(on: descriptor)
    }
    #expect(error?.code == .outOfMemory && kernel.livingCount == 1)
  }

  @Test func ofADisplayThatHasGoneOneBufferIsKeptAndDrawnAllOver() throws {
    let kernel = TwoScreenCard.kernel()
    let card = try kernel.card()
    let order = TwoScreenCard.order(newMemoryIsBlack: true)
    let shown = try order.set(TwoScreenCard.picture, nil, on: card.descriptor)
    let buffers = try #require(shown.buffers.open())
    let kept = PreparedBuffers(keeping: buffers, until: .zero)
    _ = ProbeJob.prepare(kept).execute(on: card.descriptor)
    #expect(kernel.with { $0.handles.count } == 1)
    let before = kernel.log.count
    let again = TwoScreenCard.order(newMemoryIsBlack: true, prepared: kept)
    let (_, tested) = try again.test(on: card.descriptor)
    _ = try again.set(TwoScreenCard.picture(.black), tested, on: card.descriptor)
    #expect(!kernel.log.dropFirst(before).prefix { !$0.hasPrefix("commit") }.contains { $0.hasPrefix("createDumb") })
    // The red of the last picture is cleared before anything is shown.
    #expect(kernel.with { $0.pixelsAtCommits.last } == [Color.black.premultipliedARGB])
  }

  @Test("prepared buffers are released if memory is short", arguments: [1, 2])
  func spares(limit: Int) throws {
    let kernel = TwoScreenCard.kernel()
    let card = try kernel.card()
    let spare = PreparedBuffers(size: PixelSize(width: 640, height: 480), isBlackWhenNew: false, until: .zero)
    _ = ProbeJob.prepare(spare).execute(on: card.descriptor)
    kernel.with { $0.dumbLimit = limit }
    let order = TwoScreenCard.order(spares: [spare])
    let descriptor = card.descriptor
    if limit == 2 {
      #expect(try order.set(TwoScreenCard.picture, nil, on: descriptor).buffers.open()?.count == 2)
    } else {
      _ = try order.test(on: descriptor)
    }
    #expect(kernel.livingCount == 1)
  }
}
