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

  /// Hands on `count` zero bytes, and puts them into the file, which is empty, once `body` has filled them.
  public func withBytes(count: Int, _ body: (UnsafeMutableRawPointer) throws(RasterError) -> Void) throws(RasterError) {
    let memory = try DrawingMemory(count: count)
    guard let start = unsafe memory.bytes.baseAddress else { throw .outOfMemory }
    try unsafe body(start)
    try append(memory)
  }

  /// Has rows filled a strip at a time, each of which stays in the processor's cache until it is in the file.
  ///
  /// - Parameter body: gets which rows they are, and where to write them.
  public func withStrips(
    rows: Int, bytesPerRow: Int, _ body: (Range<Int>, UnsafeMutableRawPointer) throws(RasterError) -> Void
  ) throws(RasterError) {
    let height = max(1, min(rows, (1 << 18) / max(1, bytesPerRow)))
    let strip = UnsafeMutableRawBufferPointer.allocate(byteCount: height * bytesPerRow, alignment: 16)
    defer { unsafe strip.deallocate() }
    guard let start = strip.baseAddress else { throw .outOfMemory }
    for first in stride(from: 0, to: rows, by: height) {
      let part = first..<min(first + height, rows)
      try unsafe body(part, start)
      let filled = unsafe UnsafeRawBufferPointer(start: start, count: part.count * bytesPerRow)
      guard unsafe Self.append(filled, to: descriptor) else { throw .outOfMemory }
    }
  }

  /// Appends what was drawn.
  public func append(_ memory: DrawingMemory) throws(RasterError) {
    guard unsafe Self.append(UnsafeRawBufferPointer(memory.bytes), to: descriptor) else { throw .outOfMemory }
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
