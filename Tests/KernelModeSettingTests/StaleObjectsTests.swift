import KernelModeSetting
import RecordingKernel
import Testing

@Suite struct StaleObjectsTests {
  @Test func earlierObjectsEndExceptShownOnes() throws {
    let kernel = RecordingDRM { state in
      state.framebuffers = [40, 41, 4096, 4097]
      state.blobs = [42: [], 43: []]
      state.handles = [1, 2, 256]
    }
    let card = try kernel.card()
    let ended = StaleObjects.end(on: card.descriptor, keeping: [FramebufferID(rawValue: 41)])
    #expect(ended.framebuffers.map(\.rawValue) == [40, 4096])
    #expect(ended.blobCount == 2 && ended.handleCount == 3)
    #expect(kernel.with { $0.framebuffers } == [41, 4097])
    StaleObjects.endFramebuffers([FramebufferID(rawValue: 41)], on: card.descriptor)
    #expect(kernel.with { $0.framebuffers } == [4097])
  }
}
