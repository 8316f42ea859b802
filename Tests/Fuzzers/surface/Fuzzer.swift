import Composition
import DisplayTypes

@testable import SurfaceMessages

/// Reads the bytes as a message of a program that draws a surface.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  do throws(SurfaceMessage.Fault) {
    switch try SurfaceMessage.read(bytes) {
    case .hello(let name, let size, _):
      precondition(!name.isEmpty && name.utf8.count < 64, "a name of \(name.utf8.count) bytes")
      precondition(size == .zero || SurfaceBuffers.allows(size), "a size of \(size)")
    case .frame: precondition(bytes.count == 48, "a frame of \(bytes.count) bytes")
    }
  } catch {
    precondition(!"\(error)".isEmpty, "a fault without words")
  }
  return 0
}
