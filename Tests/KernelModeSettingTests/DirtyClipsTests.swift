import DisplayTypes
import KernelModeSetting
import RecordingKernel
import SystemPackage
import Testing

@Suite struct DirtyClipsTests {
  @Test func emptyOnesAreLeftOut() {
    var clips = DirtyClips([PixelRect.empty, PixelRect(x: 1, y: 1, width: 2, height: 2)])
    clips.append(PixelRect(x: 5, y: 5, width: 0, height: 9))
    #expect(clips.count == 1)
    #expect(clips[0] == PixelRect(x: 1, y: 1, width: 2, height: 2))
    #expect(clips[1] == .empty && clips[-1] == .empty)
  }

  @Test func tooManyBecomeOneBox() {
    var clips = DirtyClips()
    for index in 0..<DirtyClips.capacity { clips.append(PixelRect(x: 10 * index, y: index, width: 5, height: 5)) }
    #expect(clips.count == DirtyClips.capacity)
    clips.append(PixelRect(x: 500, y: 0, width: 1, height: 1))
    #expect(clips.count == 1)
    #expect(clips[0] == PixelRect(x: 0, y: 0, width: 501, height: 20))
  }

  @Test func theyReachTheKernelAndItsRefusalIsAnAnswer() throws {
    let kernel = RecordingDRM()
    let card = try kernel.card()
    try card.descriptor.markDirty(FramebufferID(rawValue: 3), DirtyClips(PixelRect(x: 0, y: 0, width: 64, height: 64)))
    #expect(kernel.with { $0.dirty.first?[0] } == PixelRect(x: 0, y: 0, width: 64, height: 64))
    kernel.with { $0.failures["dirtyFramebuffer"] = .noFunction }
    let descriptor = card.descriptor
    let error = #expect(throws: DisplayError.self) {
      try descriptor.markDirty(FramebufferID(rawValue: 3), DirtyClips())
    }
    #expect(error?.code == .unsupported)
  }
}
