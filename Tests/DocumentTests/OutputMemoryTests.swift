import Composition
import DamagedFiles
import DisplayTypes
import Glibc
import Rasterizing
import Testing

@testable import RasterWorker
@testable import RasterizerHost

struct OutputMemoryTests {
  private static let large = 2 << 20

  @Test func roundsUpWhereLittleIsWasted() {
    #expect(OutputMemory.length(holding: 1) == 1)
    #expect(OutputMemory.length(holding: Self.large - 1) == Self.large - 1)
    #expect(OutputMemory.length(holding: Self.large) == Self.large)
    #expect(OutputMemory.length(holding: Self.large + 4096) == Self.large + 4096)
    #expect(OutputMemory.length(holding: 1920 * 1080 * 4) == 4 * Self.large)
  }

  /// Small, with and without a rest, and rounded up.
  @Test(arguments: [1, 4097, 2 << 20, (2 << 20) + 5, 5_000_000, 1920 * 1080 * 4, 3840 * 2160 * 4])
  func bytesAreZeroAndReachTheReaderSealed(count: Int) throws {
    let memory = try OutputMemory()
    var isZero = false
    try unsafe memory.withBytes(count: count) { start in
      let bytes = unsafe UnsafeMutableRawBufferPointer(start: start, count: count)
      isZero = unsafe bytes.allSatisfy { $0 == 0 }
      for index in stride(from: 0, to: count, by: 4093) {
        unsafe bytes[index] = UInt8(truncatingIfNeeded: index / 4093)
      }
      unsafe bytes[count - 1] = 77
    }
    #expect(isZero)
    try memory.seal()
    let mapped = try unsafe SealedMemory.map(memory.descriptor, count: count)
    defer { unsafe SealedMemory.unmap(mapped) }
    #expect(unsafe mapped[count - 1] == 77)
    let isWritten = stride(from: 0, to: count - 1, by: 4093).allSatisfy { index in
      unsafe mapped[index] == UInt8(truncatingIfNeeded: index / 4093)
    }
    #expect(isWritten)
    // Nobody can write to it any more.
    #expect(unsafe write(memory.descriptor, "x", 1) == -1)
    let writable = unsafe mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, memory.descriptor, 0)
    #expect(unsafe writable == MAP_FAILED)
  }

  @Test func reportsMissingMemory() throws {
    let memory = try OutputMemory()
    var isDrawn = false
    #expect(throws: (any Error).self) { try unsafe memory.withBytes(count: 1 << 50) { _ in isDrawn = true } }
    #expect(!isDrawn)
  }

  /// The limit of the cache counts this memory.
  @Test func aPictureHoldsTheMemoryOfItsFile() throws {
    let room = PictureRoom(size: PixelSize(width: 1024, height: 768), fit: .stretch)
    let image = try DocumentTestBench().decode(try TestFile.make(TestPicture.gradientPNG), room).get()
    #expect(image.bitmap.stride * image.bitmap.size.height == 3 << 20)
    #expect(image.byteCount == 4 << 20)
  }
}
