internal import DisplayTypes
internal import Glibc
internal import Rasterizing

/// The buffers of a surface, which the daemon has made.
@safe final class SurfaceMemory {
  let buffers: SurfaceMessage.Buffers
  private(set) var free: Set<UInt32>
  private let maps: [UnsafeMutableRawPointer]
  private let bytes: Int

  /// Maps the buffers; nil if one cannot be mapped. The caller still owns the descriptors.
  init?(_ buffers: SurfaceMessage.Buffers, _ descriptors: [Int32]) {
    let bytes = buffers.stride * buffers.size.height
    let maps = unsafe descriptors.map { descriptor in
      unsafe mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0) ?? MAP_FAILED
    }
    self.buffers = buffers
    self.bytes = bytes
    unsafe self.maps = unsafe maps.compactMap { unsafe $0 }.filter { unsafe $0 != MAP_FAILED }
    free = Set((0..<UInt32(clamping: descriptors.count)))
    guard bytes > 0, unsafe self.maps.count == descriptors.count, buffers.count == descriptors.count else { return nil }
  }

  deinit { unsafe maps.forEach { unsafe munmap($0, bytes) } }

  func release(_ buffer: UInt32) {
    if unsafe Int(buffer) < maps.count { free.insert(buffer) }
  }

  /// Takes a free buffer.
  func take() -> (number: UInt32, pixels: UnsafeMutableRawPointer)? {
    guard let number = free.min() else { return nil }
    free.remove(number)
    return unsafe (number, maps[Int(number)])
  }
}
