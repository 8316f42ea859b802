internal import CLinuxEvents
internal import Glibc
package import Rasterizing

/// The owner of a memory file, which is filled and then sealed. It closes its descriptor, because the daemon has its own.
@safe package struct OutputMemory: ~Copyable {
  package let descriptor: Int32

  package init() throws(RasterError) {
    let flags = UInt32(bitPattern: MARQUEE_MFD_CLOEXEC | MARQUEE_MFD_ALLOW_SEALING)
    descriptor = unsafe marquee_memfd_create("marquee-raster", flags)
    guard descriptor >= 0 else { throw .outOfMemory }
  }

  deinit { close(descriptor) }

  /// Makes a file of `count` bytes or a few more, lets `body` fill it, and seals it.
  package static func sealed(
    count: Int, _ body: (UnsafeMutableRawPointer) throws(RasterError) -> Void
  ) throws(RasterError) -> OutputMemory {
    let memory = try OutputMemory()
    try unsafe memory.withBytes(count: count, body)
    try memory.seal()
    return memory
  }

  /// Passes `count` zero bytes of the empty file to `body`. The file may become a little longer. It uses large pages if the kernel has them
  /// (`MADV_COLLAPSE`, since Linux 6.1). Without them, allocating, mapping and freeing the memory of a picture can take longer than drawing
  /// it.
  func withBytes(count: Int, _ body: (UnsafeMutableRawPointer) throws(RasterError) -> Void) throws(RasterError) {
    let length = Self.length(holding: count)
    guard ftruncate(descriptor, length) == 0,
      let start = unsafe marquee_map_memory_file(descriptor, length, PROT_READ | PROT_WRITE, 0),
      unsafe start != MAP_FAILED
    else { throw .outOfMemory }
    // No writable mapping may exist when the file is sealed.
    defer { unsafe munmap(start, length) }
    let large = length / MARQUEE_LARGE_PAGE * MARQUEE_LARGE_PAGE
    // The kernel makes no large page from a hole.
    for offset in stride(from: 0, to: large, by: MARQUEE_LARGE_PAGE) {
      guard posix_fallocate(descriptor, offset, 1) == 0 else { throw .outOfMemory }
    }
    if large > 0 { _ = unsafe madvise(start, large, MARQUEE_MADV_COLLAPSE) }
    // Reserve all memory before drawing, because missing memory would end the process later.
    guard posix_fallocate(descriptor, 0, length) == 0 else { throw .outOfMemory }
    try unsafe body(start)
  }

  /// Rounds up to whole large pages if that wastes at most half of the last one, otherwise returns `count`.
  static func length(holding count: Int) -> Int {
    let rest = count % MARQUEE_LARGE_PAGE
    return count > MARQUEE_LARGE_PAGE && rest >= MARQUEE_LARGE_PAGE / 2 ? count - rest + MARQUEE_LARGE_PAGE : count
  }

  /// Copies a file into the empty memory file.
  package func fill(with file: DocumentFile) throws(RasterError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { unsafe buffer.deallocate() }
    var offset = 0
    while offset < file.size {
      let count = try unsafe file.read(at: offset, into: buffer)
      guard count > 0 else { throw .fileChanged }
      guard unsafe Self.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: descriptor) else {
        throw .outOfMemory
      }
      offset += count
    }
  }

  /// Appends bytes to a memory file, for C callbacks that only have its descriptor. Returns false if that fails.
  package static func append(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = unsafe bytes
    while unsafe !rest.isEmpty {
      let written = unsafe write(descriptor, rest.baseAddress, rest.count)
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { return false }
      unsafe rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
    }
    return true
  }

  /// Makes the file unchangeable. No writable mapping may exist.
  package func seal() throws(RasterError) {
    let seals = MARQUEE_F_SEAL_SHRINK | MARQUEE_F_SEAL_GROW | MARQUEE_F_SEAL_WRITE | MARQUEE_F_SEAL_SEAL
    guard fcntl(descriptor, MARQUEE_F_ADD_SEALS, seals) == 0 else {
      throw .drawingFailed("its memory file could not be sealed (errno \(errno))")
    }
  }

  package var count: Int {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }
}
