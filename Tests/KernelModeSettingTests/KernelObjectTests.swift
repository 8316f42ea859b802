import DisplayTypes
import KernelModeSetting
import RecordingKernel
import SystemPackage
import Testing

/// Whatever is made is ended, on the good path and when any call of the way fails.
@Suite struct KernelObjectTests {
  private let size = PixelSize(width: 64, height: 16)

  /// A screen's life: two buffers, a mode, changed parts, a commit.
  private func live(on kernel: RecordingDRM) throws {
    let card = try kernel.card()
    let descriptor = card.descriptor
    let front = try ScanoutFramebuffer.dumb(size, on: descriptor)
    let back = try ScanoutFramebuffer.dumb(size, on: descriptor)
    let mode = try ModeBlob(Samples.mode, on: descriptor)
    let damage = try PropertyBlob.damage(DirtyClips(PixelRect(x: 1, y: 2, width: 3, height: 4)), on: descriptor)
    var request = AtomicRequest()
    request.add(CRTCID(rawValue: 1), PropertyID(rawValue: 2), UInt64(mode.id.rawValue))
    try descriptor.commit(request, [.allowModeset])
    #expect(back.id != front.id)
    damage.release()
    mode.release()
    back.release()
    front.release()
    card.close()
  }

  @Test func nothingIsLeftOfAGoodLife() throws {
    let kernel = RecordingDRM()
    try live(on: kernel)
    #expect(kernel.livingCount == 0)
    #expect(kernel.log.filter { $0.hasPrefix("createDumb") }.count == 2)
  }

  @Test func nothingIsLeftWhenAnyCallFails() throws {
    let counter = RecordingDRM()
    try live(on: counter)
    let callCount = counter.with { $0.failableCount }
    #expect(callCount == 12)
    for number in 1...callCount {
      for errno in [Errno.noMemory, .operationNotSupportedByDevice] {
        let kernel = RecordingDRM { $0.failingCall = (number, errno) }
        let error = #expect(throws: DisplayError.self) { try live(on: kernel) }
        #expect(error?.errno == errno.rawValue)
        #expect(kernel.livingCount == 0, "after \(errno) in call \(number): \(kernel.log)")
      }
    }
  }

  @Test func nothingIsLeftOfAGBMBufferWhenAnyCallFails() throws {
    func live(_ kernel: RecordingDRM, _ library: RecordingGBM) throws {
      let card = try kernel.card()
      let device = try GBMDevice(on: card.descriptor, owning: nil, through: library)
      let buffer = ScanoutBuffer(try GBMBuffer(on: device, size: size))
      #expect(buffer.stride == 256 && buffer.pixels.count == 256 * 16)
      let framebuffer = try ScanoutFramebuffer(buffer, on: card.descriptor)
      framebuffer.clear()
      #expect(framebuffer.pixels.allSatisfy { $0 == 0 })
    }
    let kernel = RecordingDRM()
    try live(kernel, RecordingGBM())
    #expect(kernel.livingCount == 0 && kernel.log.contains("map 42"))
    // The second way to the pixels: the dmabuf is mapped, and its descriptor closed.
    let exporting = RecordingDRM { $0.failures["dumbMapOffset"] = .invalidArgument }
    try live(exporting, RecordingGBM())
    #expect(exporting.livingCount == 0)
    #expect(exporting.log.contains("map 9") && exporting.log.contains("close 9"))
    for number in 1...exporting.with({ $0.failableCount }) {
      let kernel = RecordingDRM {
        $0.failures["dumbMapOffset"] = .invalidArgument
        $0.failingCall = (number, .noMemory)
      }
      let library = RecordingGBM()
      #expect(throws: DisplayError.self) { try live(kernel, library) }
      #expect(kernel.livingCount == 0 && library.livingCount == 0)
    }
    for number in [1, 3] {
      let kernel = RecordingDRM { $0.failures["dumbMapOffset"] = .invalidArgument }
      let library = RecordingGBM()
      library.with { $0.failingCall = number }
      #expect(throws: DisplayError.self) { try live(kernel, library) }
      #expect(kernel.livingCount == 0 && library.livingCount == 0)
    }
  }

  @Test func aDriverWithoutWritableGBMBuffersStillGivesLinearOnes() throws {
    let kernel = RecordingDRM()
    let library = RecordingGBM()
    library.with { $0.refusesWritable = true }
    let card = try kernel.card()
    let device = try GBMDevice(on: card.descriptor, owning: nil, through: library)
    let buffer = try GBMBuffer(on: device, size: size)
    #expect(buffer.size == size)
  }

  @Test func anAnswerThatDoesNotHoldThePixelsIsRefused() throws {
    let kernel = RecordingDRM { $0.dumbShortage = 1 }
    let card = try kernel.card()
    let descriptor = card.descriptor
    let error = #expect(throws: DisplayError.self) { _ = try DumbBuffer(on: descriptor, size: size) }
    #expect(error?.code == .refused)
    #expect(kernel.with { $0.handles.isEmpty })
    kernel.with { $0.dumbShortage = 0 }
    #expect(throws: DisplayError.self) { _ = try DumbBuffer(on: descriptor, size: .zero) }
    #expect(throws: DisplayError.self) {
      _ = try DumbBuffer(on: descriptor, size: PixelSize(width: 1 << 33, height: 1))
    }
  }

  @Test func aPaddedStrideIsTheBuffers() throws {
    let kernel = RecordingDRM { $0.strideSlack = 192 }
    let card = try kernel.card()
    let buffer = ScanoutBuffer(try DumbBuffer(on: card.descriptor, size: size))
    #expect(buffer.stride == 64 * 4 + 192)
    buffer.clear()
    #expect(buffer.pixels.count == buffer.stride * 16 && buffer.pixels.allSatisfy { $0 == 0 })
  }

  @Test func memoryIsUnmappedBeforeItsHandleGoes() throws {
    let kernel = RecordingDRM()
    let card = try kernel.card()
    try ScanoutFramebuffer.dumb(size, on: card.descriptor).release()
    #expect(kernel.log.suffix(3) == ["closeFramebuffer", "unmap", "destroyDumb"])
  }

  @Test func anOldDriverGetsTheOldCall() throws {
    let kernel = RecordingDRM { $0.failures["addFramebuffer2"] = .invalidArgument }
    let card = try kernel.card()
    try ScanoutFramebuffer.dumb(size, on: card.descriptor).release()
    #expect(kernel.log.contains("addFramebuffer 64x16"))
  }

  @Test func aKernelWithoutCloseRemoves() throws {
    let kernel = RecordingDRM { $0.failures["closeFramebuffer"] = .invalidArgument }
    let card = try kernel.card()
    try ScanoutFramebuffer.dumb(size, on: card.descriptor).release()
    #expect(kernel.with { $0.framebuffers.isEmpty })
  }

  @Test func leftFramebuffersStayOnScreenWithoutTheirMapping() throws {
    let kernel = RecordingDRM()
    let card = try kernel.card()
    let id = try ScanoutFramebuffer.dumb(size, on: card.descriptor).leaveBehind()
    #expect(kernel.with { $0.framebuffers } == [id.rawValue])
    #expect(kernel.with { $0.mappings.isEmpty && $0.handles.isEmpty })
  }

  @Test func damageIsCornersAndNotSizes() throws {
    let kernel = RecordingDRM()
    let card = try kernel.card()
    let blob = try PropertyBlob.damage(
      DirtyClips([PixelRect(x: 1, y: 2, width: 3, height: 4), PixelRect(x: 300, y: 0, width: 1, height: 1)]),
      on: card.descriptor)
    let bytes = kernel.with { $0.blobs[blob.id.rawValue] ?? [] }
    let words = stride(from: 0, to: bytes.count, by: 4).map { Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8 }
    #expect(words == [1, 2, 4, 6, 300, 0, 301, 1])
  }
}
