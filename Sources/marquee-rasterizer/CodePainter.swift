internal import CQREncode
internal import DisplayTypes
internal import Glibc
internal import RasterWorker
internal import Rasterizing

/// Turns a text into a QR code. The dark modules are coverage, with one pixel for each module.
@safe enum CodePainter {
  static func draw(_ request: CodeRasterRequest) throws(RasterError) -> WorkerAnswer {
    // Take the smallest version with enough room. Numbers and capital letters need less room than other bytes.
    guard let code = unsafe QRcode_encodeString(request.text, 0, QR_ECLEVEL_M, QR_MODE_8, 1) else {
      throw errno == ERANGE ? .codeTooLong(bytes: request.text.utf8.count) : .outOfMemory
    }
    defer { unsafe QRcode_free(code) }
    let side = Int(unsafe code.pointee.width)
    guard (1...CodeRasterRequest.mostModules).contains(side), let modules = unsafe code.pointee.data else {
      throw .drawingFailed("a code of \(side) modules")
    }
    let stride = CoverageMask.stride(forWidth: side)
    let memory = try unsafe OutputMemory.sealed(count: stride * side) { start in
      for row in 0..<side {
        for column in 0..<side {
          // A dark module has the lowest bit set (qrencode.h).
          let isDark = unsafe modules[row * side + column] & 1 == 1
          unsafe start.storeBytes(of: isDark ? 255 : 0, toByteOffset: row * stride + column, as: UInt8.self)
        }
      }
    }
    let reply = InkReply(rect: PixelRect(x: 0, y: 0, width: side, height: side), format: .a8, stride: stride)
    return WorkerAnswer(outcome: .picture(reply), memory: memory)
  }
}
