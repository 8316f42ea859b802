import DisplayTypes
import EventLoop
import KernelModeSetting
import Presentation
import RecordingKernel
import Testing

@testable import KMSBackend

@Suite struct ProbeThreadTests {
  @Test func unusedBuffersAreReleasedBeforeTheCardIsClosed() throws {
    let kernel = TwoScreenCard.kernel()
    let thread = try ProbeThread(card: SharedCard(kernel.card()), name: "probe")
    thread.submit(.probe(ConnectorProbe(nil)))
    thread.submit(.modeset(TwoScreenCard.order(), TwoScreenCard.picture, nil))
    thread.submit(.test(TwoScreenCard.order()))
    thread.finish()
    #expect(thread.wait(milliseconds: 60_000))
    #expect(kernel.with { $0.commits.count } == 2)
    #expect(kernel.with { $0.framebuffers.isEmpty && $0.handles.isEmpty && $0.blobs.isEmpty && $0.mappings.isEmpty })
  }

  @Test func theEndWaitsUntilTheThreadHasReleasedTheCard() throws {
    let kernel = TwoScreenCard.kernel()
    var thread = try ProbeThread(card: SharedCard(kernel.card()), name: "probe") as ProbeThread?
    thread?.submit(.modeset(TwoScreenCard.order(), TwoScreenCard.picture, nil))
    // The kernel answers no call meanwhile.
    let hasEnded = kernel.with { _ in
      thread?.finish()
      return thread?.wait(milliseconds: 50)
    }
    #expect(hasEnded == false)
    #expect(thread?.wait(milliseconds: 60_000) == true)
    #expect(kernel.with { $0.openCount } == 1)
    thread = nil
    #expect(kernel.livingCount == 0)
  }

  @Test func aBackendThatHasStoppedHasClosedItsCards() throws {
    let rig = try CardRig()
    #expect(rig.backend.stop())
    #expect(rig.kernel.livingCount == 0)
  }

  @Test func aBackendReportsACardThatDoesNotAnswer() throws {
    let rig = try CardRig()
    #expect(try rig.failure(of: .configure(TwoScreenCard.mode, bufferCount: 2)) == nil)
    rig.backend.patience = 10_000_000
    #expect(rig.kernel.with { _ in rig.backend.stop() } == false)
    while rig.kernel.livingCount > 0 { rig.turn(1) }
  }

  @Test func aFormerLifeEndsOnceItsPictureIsGone() throws {
    let kernel = TwoScreenCard.kernel()
    kernel.with { state in
      state.framebuffers = [70, 71]
      state.handles = [3]
      state.planes[61]?.framebuffer = 70
    }
    let card = try kernel.card()
    guard case .answer(.stale(let kept)) = ProbeJob.removeStaleObjects.execute(on: card.descriptor) else {
      Issue.record("no answer")
      return
    }
    #expect(kept.map(\.rawValue) == [70] && kernel.with { $0.framebuffers == [70] && $0.handles.isEmpty })
    guard case .answer(.stale(let stillKept)) = ProbeJob.endStale(kept).execute(on: card.descriptor) else {
      Issue.record("no answer")
      return
    }
    #expect(stillKept == kept && kernel.with { $0.framebuffers == [70] })
    kernel.with { $0.planes[61]?.framebuffer = 99 }
    guard case .answer(.stale(let none)) = ProbeJob.endStale(kept).execute(on: card.descriptor) else {
      Issue.record("no answer")
      return
    }
    #expect(none.isEmpty && kernel.with { $0.framebuffers.isEmpty })
  }
}
