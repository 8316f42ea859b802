import DisplayTypes
import KernelModeSetting
import Presentation
import RecordingKernel
import Testing

@testable import KMSBackend

@Suite struct ProbeQueueTests {
  private func name(_ job: ProbeJob?) -> String {
    switch job {
    case nil: "none"
    case .probe(let look): look.connectors == nil ? "look" : "narrow look"
    case .test: "test"
    case .prepare: "prepare"
    case .discard: "discard"
    case .modeset: "modeset"
    case .turnOff: "turn off"
    case .release: "release"
    case .removeStaleObjects: "remove stale objects"
    case .endStale: "end stale"
    case .endFramebuffer: "end framebuffer"
    }
  }

  @Test func jobsThatAUserWaitsForOvertakeProbesAndMemory() throws {
    var queue = ProbeQueue()
    let card = try TwoScreenCard.kernel().card()
    let buffers = try OutputBuffers(size: PixelSize(width: 4, height: 4), on: card.descriptor, isBlackWhenNew: false)
    queue.add(.probe(ConnectorProbe(nil)))
    queue.add(.release(BufferTransfer(buffers)))
    let prepared = PreparedBuffers(size: PixelSize(width: 4, height: 4), isBlackWhenNew: false, until: .zero)
    queue.add(.discard(prepared))
    queue.add(.prepare(prepared))
    queue.add(.test(TwoScreenCard.order()))
    queue.add(.turnOff(ScreenID(rawValue: 2), CommitToken(rawValue: 1), ConnectorID(rawValue: 32), nil, isAtomic: true))
    queue.add(.modeset(TwoScreenCard.order(), TwoScreenCard.picture, nil))
    queue.add(.endStale([]))
    queue.add(.probe(ConnectorProbe([])))
    var order: [String] = []
    while let job = queue.next() { order.append(name(job)) }
    #expect(
      order == [
        "test", "turn off", "modeset", "prepare", "release", "discard", "end stale", "look", "narrow look",
      ])
    #expect(queue.isEmpty)
  }
}
