import DisplayTypes
import KernelModeSetting
import RecordingKernel
import Testing

@testable import KMSBackend

@Suite struct PreparedBuffersTests {
  private let size = TwoScreenCard.mode.size

  @Test("a test takes what was made for its size, and no other", arguments: [true, false])
  func isTaken(isRight: Bool) throws {
    let kernel = TwoScreenCard.kernel()
    let card = try kernel.card()
    let prepared = PreparedBuffers(
      size: isRight ? size : PixelSize(width: 640, height: 480), isBlackWhenNew: false)
    _ = ProbeJob.prepare(prepared).execute(on: card.descriptor)
    let before = kernel.log.count
    let (_, tested) = try TwoScreenCard.order(prepared: prepared).test(on: card.descriptor)
    #expect(kernel.log.dropFirst(before).contains { $0.hasPrefix("createDumb") } == !isRight)
    let configured = try TwoScreenCard.order().set(TwoScreenCard.picture, tested, on: card.descriptor)
    #expect(configured.buffers.open()?.count == 2)
    #expect(kernel.livingCount == 1)
  }

  @Test func whatNobodyTakesIsGivenBack() throws {
    let kernel = TwoScreenCard.kernel()
    let card = try kernel.card()
    let prepared = PreparedBuffers(size: size, isBlackWhenNew: false)
    _ = ProbeJob.prepare(prepared).execute(on: card.descriptor)
    #expect(kernel.livingCount == 4)
    _ = ProbeJob.discard(prepared).execute(on: card.descriptor)
    #expect(kernel.livingCount == 1 && prepared.take(size) == nil)
  }

  @Test func whatIsTooLateIsNotMade() throws {
    let kernel = TwoScreenCard.kernel()
    let card = try kernel.card()
    let prepared = PreparedBuffers(size: size, isBlackWhenNew: false)
    _ = try TwoScreenCard.order(prepared: prepared).test(on: card.descriptor)
    let before = kernel.log.count
    _ = ProbeJob.prepare(prepared).execute(on: card.descriptor)
    #expect(kernel.log.count == before)
  }

  @Test func whereMemoryIsShortTheTestSaysSo() throws {
    let kernel = TwoScreenCard.kernel()
    let card = try kernel.card()
    kernel.with { $0.dumbLimit = 0 }
    let prepared = PreparedBuffers(size: size, isBlackWhenNew: false)
    _ = ProbeJob.prepare(prepared).execute(on: card.descriptor)
    let descriptor = card.descriptor
    let error = #expect(throws: DisplayError.self) {
      try TwoScreenCard.order(prepared: prepared).test(on: descriptor)
    }
    #expect(error?.code == .outOfMemory && kernel.livingCount == 1)
  }
}
