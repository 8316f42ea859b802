internal import Composition
internal import DisplayTypes
internal import Glibc
internal import Rasterizing

/// Turns a reply into a result and believes nothing that it has not looked at.
@safe enum ReplyReader {
  /// - Parameter descriptors: what came with the packet; closed here, or owned by the result.
  static func result(
    of reply: ReplyMessage, for request: RasterRequest, descriptors: [Int32]
  ) throws(RasterError) -> RasterResult {
    var kept: Int32 = -1
    defer { for descriptor in descriptors where descriptor != kept { close(descriptor) } }
    guard descriptors.count == (reply.hasDescriptor ? 1 : 0) else {
      throw .badReply("\(descriptors.count) descriptors where there should be \(reply.hasDescriptor ? 1 : 0)")
    }
    switch (reply.outcome, request) {
    case (.failure(let error), _): throw error
    case (
      .picture(let rect, let format, let stride, let fontSize, let isTruncated, let missingGlyphs), .text(let request)
    ):
      let bitmap = try descriptors.first.map { descriptor throws(RasterError) in
        try picture(of: rect, format, stride: stride, in: request.box, descriptor: descriptor)
      }
      return .picture(
        RasterPicture(
          bitmap: bitmap, rect: rect, fontSize: fontSize, isTruncated: isTruncated,
          missingGlyphs: missingGlyphs))
    case (.file(let count), .png):
      guard let descriptor = descriptors.first else { throw .badReply("no file") }
      let bytes = try unsafe SealedMemory.map(descriptor, count: count)
      kept = descriptor
      nonisolated(unsafe) let owned = unsafe bytes
      return .file(
        unsafe MemoryFile(descriptor: descriptor, bytes: bytes) {
          unsafe SealedMemory.unmap(owned)
          close(descriptor)
        })
    case (.picture, .png), (.file, .text): throw .badReply("the answer to another question")
    }
  }

  private static func picture(
    of rect: PixelRect, _ format: Bitmap.Format, stride: Int, in box: PixelSize, descriptor: Int32
  ) throws(RasterError) -> Bitmap {
    guard PixelRect(size: box).contains(rect) else { throw .badReply("a picture outside its box") }
    guard stride >= rect.width * format.bytesPerPixel, stride <= 1 << 18, stride % 4 == 0 else {
      throw .badReply("a stride of \(stride) bytes for \(rect.width) pixels")
    }
    let bytes = try unsafe SealedMemory.map(descriptor, count: stride * rect.height)
    nonisolated(unsafe) let owned = unsafe bytes
    guard
      let bitmap = unsafe Bitmap(
        size: rect.size, stride: stride, format: format, bytes: bytes, release: { unsafe SealedMemory.unmap(owned) })
    else {
      unsafe SealedMemory.unmap(bytes)
      throw .badReply("a picture of \(rect.width)x\(rect.height)")
    }
    return bitmap
  }
}
