internal import CLinuxEvents
package import DisplayTypes
internal import Glibc
internal import Rasterizing
package import SystemPackage

/// Memory files (memfds) whose contents can no longer change.
@safe package enum SealedMemory {
  /// Without these a file could shrink under a mapping (SIGBUS) or change under a reader.
  static let seals = MARQUEE_F_SEAL_SHRINK | MARQUEE_F_SEAL_GROW | MARQUEE_F_SEAL_WRITE | MARQUEE_F_SEAL_SEAL

  /// Maps the first `count` bytes of a received descriptor for reading.
  ///
  /// - Throws: `badReply` if it is no memfd, lacks a seal, is too short or too long. The caller still owns the descriptor.
  static func map(_ descriptor: Int32, count: Int) throws(RasterError) -> UnsafeRawBufferPointer {
    let found = fcntl(descriptor, MARQUEE_F_GET_SEALS, 0)
    guard found >= 0 else { throw .badReply("a descriptor that is no memory file") }
    guard found & seals == seals else { throw .badReply("a memory file that is not sealed") }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, count > 0, status.st_size >= count else {
      throw .badReply("a memory file of \(status.st_size) bytes instead of \(count)")
    }
    // Check the size of the whole file, because all of it takes memory.
    guard status.st_size <= MemoryFile.maximumBytes else {
      throw .badReply("a memory file of \(status.st_size) bytes, more than \(MemoryFile.maximumBytes)")
    }
    // Populate the mapping here, so that the display thread's first drawing has no page faults.
    let start = unsafe marquee_map_memory_file(descriptor, count, PROT_READ, Int32(MAP_POPULATE))
    guard let start = unsafe start, unsafe start != MAP_FAILED else { throw .outOfMemory }
    return unsafe UnsafeRawBufferPointer(start: start, count: count)
  }

  /// The size of a memory file in bytes.
  static func size(of descriptor: Int32) -> Int? {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : nil
  }

  static func unmap(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    unsafe munmap(UnsafeMutableRawPointer(mutating: start), bytes.count)
  }

  /// Makes a sealed memory file for a PNG request. `fill` gets zeroed rows of `size.width * 4` bytes, without padding.
  ///
  /// - Returns: the descriptor. The caller must close it.
  /// - Throws: the errno of a call; `invalidArgument` for a size that no PNG request may have.
  package static func make(
    size: PixelSize, fill: (UnsafeMutableRawBufferPointer) -> Void
  ) throws(Errno) -> Int32 {
    guard TextLimits.allows(size) else { throw .invalidArgument }
    let count = size.width * size.height * 4
    let flags = UInt32(bitPattern: MARQUEE_MFD_CLOEXEC | MARQUEE_MFD_ALLOW_SEALING)
    let descriptor = unsafe marquee_memfd_create("marquee-pixels", flags)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    do throws(Errno) {
      guard ftruncate(descriptor, count) == 0 else { throw Errno(rawValue: errno) }
      let start = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
      guard let start = unsafe start, unsafe start != MAP_FAILED else { throw Errno(rawValue: errno) }
      unsafe fill(UnsafeMutableRawBufferPointer(start: start, count: count))
      unsafe munmap(start, count)
      guard fcntl(descriptor, MARQUEE_F_ADD_SEALS, seals) == 0 else { throw Errno(rawValue: errno) }
    } catch {
      close(descriptor)
      throw error
    }
    return descriptor
  }
}
