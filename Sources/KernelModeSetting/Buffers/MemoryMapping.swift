internal import DisplayTypes
internal import SystemPackage

/// The owner of a piece of mapped memory.
@safe struct MemoryMapping: ~Copyable {
  private let interface: any DRMInterface
  let bytes: UnsafeMutableRawBufferPointer

  /// Maps a part of an open file for reading and writing.
  init(through interface: any DRMInterface, _ number: Int32, byteCount: Int, offset: UInt64) throws(Errno) {
    unsafe bytes = try unsafe interface.map(number, byteCount: byteCount, offset: offset)
    self.interface = interface
  }

  deinit {
    unsafe interface.unmap(bytes)
  }
}
