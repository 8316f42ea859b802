internal import CLinuxEvents
internal import Glibc
public import Rasterizing

/// A memory file that is filled here and then sealed.
///
/// Closed with the value; the daemon has its own descriptor by then.
@safe public struct OutputMemory: ~Copyable {
  /// Open as long as this lives.
  public let descriptor: Int32

  /// Makes an empty one.
  public init() throws(RasterError) {
    let flags = UInt32(bitPattern: MARQUEE_MFD_CLOEXEC | MARQUEE_MFD_ALLOW_SEALING)
    descriptor = unsafe marquee_memfd_create("marquee-raster", flags)
    guard descriptor >= 0 else { throw .outOfMemory }
  }

  deinit { close(descriptor) }

  /// Hands on `count` zero bytes, and puts them into the file once `body` has filled them.
  ///
  /// They are drawn in private memory, of which the kernel gives large pages, and copied at once: a file's pages come one by one, each
  /// with a fault, which takes longer than many a picture.
  public func withBytes(count: Int, _ body: (UnsafeMutableRawPointer) throws(RasterError) -> Void) throws(RasterError) {
    let start = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else { throw .outOfMemory }
    defer { unsafe munmap(start, count) }
    _ = unsafe madvise(start, count, Int32(MADV_HUGEPAGE))
    try unsafe body(start)
    guard unsafe Self.append(UnsafeRawBufferPointer(start: start, count: count), to: descriptor) else {
      throw .outOfMemory
    }
  }

  /// Copies a file into it, which is empty.
  public func fill(with file: DocumentFile) throws(RasterError) {
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

  /// Appends bytes to a memory file; false where that fails.
  ///
  /// Takes the bare descriptor, since C calls back with no more.
  public static func append(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = unsafe bytes
    while unsafe !rest.isEmpty {
      let written = unsafe write(descriptor, rest.baseAddress, rest.count)
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { return false }
      unsafe rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
    }
    return true
  }

  /// Nobody can change it from here on.
  ///
  /// No writable mapping may be left.
  public func seal() throws(RasterError) {
    let seals = MARQUEE_F_SEAL_SHRINK | MARQUEE_F_SEAL_GROW | MARQUEE_F_SEAL_WRITE | MARQUEE_F_SEAL_SEAL
    guard fcntl(descriptor, MARQUEE_F_ADD_SEALS, seals) == 0 else {
      throw .drawingFailed("its memory file could not be sealed (errno \(errno))")
    }
  }

  /// Its length in bytes.
  public var count: Int {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }
}
