/// Ends with a trap for four bytes that no seed has. `tools/fuzz` must find them, otherwise it does not work.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  guard bytes.count > 3, bytes[0] == 0x4D, bytes[1] == 0x41, bytes[2] == 0x52 else { return 0 }
  precondition(bytes[3] != 0x51, "the planted error")
  return 0
}
