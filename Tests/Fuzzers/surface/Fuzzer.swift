import DisplayTypes

@testable import Rasterizing

/// Reads the bytes as a message of a program that draws a surface or plays a clip, and as one of the daemon.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))[...]
  do throws(SurfaceMessage.Fault) {
    let request = try SurfaceMessage.request(bytes)
    switch request {
    case .hello(let name, let size, _):
      precondition(!name.isEmpty && name.utf8.count < 64, "a name of \(name.utf8.count) bytes")
      precondition(size == .zero || SurfaceMessage.allows(size), "a size of \(size)")
    case .buffer: precondition(bytes.count == 24, "a buffer of \(bytes.count) bytes")
    case .frame: precondition(bytes.count == 48, "a frame of \(bytes.count) bytes")
    case .clip(let facts):
      precondition(SurfaceMessage.allows(facts.place.size), "a place of \(facts.place.size)")
      precondition(facts.decoder.utf8.count <= 64, "a decoder of \(facts.decoder.utf8.count) bytes")
    case .refusal(let text), .silent(let text):
      precondition(text.utf8.count <= 240, "a text of \(text.utf8.count) bytes")
    case .slow: precondition(bytes.count == 24, "a slow decoder of \(bytes.count) bytes")
    case .keyFrames: precondition(bytes.count == 20, "key frames of \(bytes.count) bytes")
    case .end, .sought: precondition(bytes.count == 8, "an end of \(bytes.count) bytes")
    }
    let again = try SurfaceMessage.request(SurfaceMessage.bytes(of: request)[...])
    precondition(again == request, "another message")
  } catch {
    precondition(!"\(error)".isEmpty, "a fault without words")
  }
  if let answer = try? SurfaceMessage.answer(bytes) {
    precondition((try? SurfaceMessage.answer(SurfaceMessage.bytes(of: answer)[...])) == answer, "another answer")
  }
  return 0
}
