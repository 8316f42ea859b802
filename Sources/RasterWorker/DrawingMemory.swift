internal import Glibc
public import Rasterizing

/// Private memory to draw in, zero at first, of which the kernel gives large pages.
///
/// A memory file's own pages come one by one, each with a fault, which takes longer than many a picture: what is drawn here is copied
/// into it at once.
@safe public final class DrawingMemory {
  /// Valid as long as this lives.
  public let bytes: UnsafeMutableRawBufferPointer

  /// Takes so many bytes.
  public init(count: Int) throws(RasterError) {
    let start = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else { throw .outOfMemory }
    _ = unsafe madvise(start, count, Int32(MADV_HUGEPAGE))
    unsafe bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
  }

  deinit { unsafe munmap(bytes.baseAddress, bytes.count) }
}
