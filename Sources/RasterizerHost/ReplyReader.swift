internal import DisplayTypes
internal import Glibc
internal import Rasterizing

/// Turns a reply into a result, and checks every number in it.
@safe enum ReplyReader {
  /// - Parameter descriptors: the descriptors of the packet. They are closed here, or the result owns them.
  static func result(
    of reply: ReplyMessage, for request: RasterRequest, descriptors: [Int32]
  ) throws(RasterError) -> RasterResult {
    var kept: Int32 = -1
    defer { for descriptor in descriptors where descriptor != kept { close(descriptor) } }
    let count = reply.hasDescriptor ? 1 : 0
    guard descriptors.count == count else { throw .badReply("\(descriptors.count) descriptors instead of \(count)") }
    switch (reply.outcome, request) {
    case (.failure(let error), _): throw error
    case (.picture(let reply), .text(let request)):
      return .picture(try picture(reply, in: request.box, descriptor: descriptors.first))
    case (.picture(let reply), .code):
      let side = CodeRasterRequest.mostModules
      return .picture(try picture(reply, in: PixelSize(width: side, height: side), descriptor: descriptors.first))
    case (.file(let count), .png):
      let file = try file(count, descriptors.first)
      kept = file.descriptor
      return .file(file)
    case (.file(let count), .document(let request)):
      let most: Int
      switch request.operation {
      case .texts: most = PageTexts.maximumFileBytes
      case .videos: most = PageVideos.maximumFileBytes
      case .picture, .page, .pageCount: throw .badReply("the answer to another question")
      }
      guard count <= most else { throw .badReply("texts of \(count) bytes") }
      let file = try file(count, descriptors.first)
      kept = file.descriptor
      return .file(file)
    case (.image(let reply), .document(let request)):
      guard let room = request.room, let descriptor = descriptors.first else {
        throw .badReply("the answer to another question")
      }
      return .image(try image(reply, in: room, descriptor: descriptor))
    case (.pageCount(let count), .document(let request)):
      guard request.operation == .pageCount else { throw .badReply("the answer to another question") }
      guard PictureLimits.pages.contains(count) else { throw .badReply("a document of \(count) pages") }
      return .pageCount(count)
    case (.picture, _), (.file, _), (.image, _), (.pageCount, _): throw .badReply("the answer to another question")
    }
  }

  private static func file(_ count: Int, _ descriptor: Int32?) throws(RasterError) -> MemoryFile {
    guard let descriptor else { throw .badReply("no file") }
    let bytes = try unsafe SealedMemory.map(descriptor, count: count)
    nonisolated(unsafe) let owned = unsafe bytes
    return unsafe MemoryFile(descriptor: descriptor, bytes: bytes) {
      unsafe SealedMemory.unmap(owned)
      close(descriptor)
    }
  }

  private static func picture(
    _ reply: InkReply, in box: PixelSize, descriptor: Int32?
  ) throws(RasterError) -> RasterPicture {
    guard TextLimits.fontSizes.contains(reply.fontSize), reply.missingGlyphs <= TextLimits.maximumMissingGlyphs,
      reply.extent <= TextLimits.maximumExtent
    else {
      throw .badReply(
        "a text of \(reply.fontSize) points, \(reply.extent) pixels and \(reply.missingGlyphs) missing characters")
    }
    // An empty rectangle counts as inside every other one, so check its place too.
    let (across, down) = (0...box.width, 0...box.height)
    guard PixelRect(size: box).contains(reply.rect), across.contains(reply.rect.x), across.contains(reply.rect.width),
      down.contains(reply.rect.y), down.contains(reply.rect.height)
    else { throw .badReply("a picture outside its box") }
    let bitmap = try descriptor.map { descriptor throws(RasterError) -> Bitmap in
      let row = reply.rect.width * reply.format.bytesPerPixel
      guard reply.stride >= row, reply.stride <= (row + 63) & ~63, reply.stride % 4 == 0 else {
        throw .badReply("a stride of \(reply.stride) bytes for \(reply.rect.width) pixels")
      }
      return try self.bitmap(
        reply.rect.size, stride: reply.stride, reply.format, isOpaque: false, descriptor: descriptor)
    }
    return RasterPicture(
      bitmap: bitmap, rect: reply.rect, fontSize: reply.fontSize, isTruncated: reply.isTruncated,
      missingGlyphs: reply.missingGlyphs, extent: reply.extent, runsRightToLeft: reply.runsRightToLeft)
  }

  private static func image(
    _ reply: ImageReply, in room: PictureRoom, descriptor: Int32
  ) throws(RasterError) -> RasterImage {
    guard PixelRect(size: room.size).contains(reply.rect), !reply.rect.isEmpty else {
      throw .badReply("a picture outside its room")
    }
    guard PictureLimits.allows(reply.size), reply.stride == reply.size.width * 4
    else { throw .badReply("a picture of \(reply.size.width)x\(reply.size.height) with \(reply.stride) bytes a row") }
    guard reply.durations.count != 1, !reply.durations.isEmpty || reply.size == reply.rect.size else {
      throw .badReply("a still picture of another size than stated")
    }
    guard PictureLimits.pages.contains(reply.pageCount) else {
      throw .badReply("a document of \(reply.pageCount) pages")
    }
    guard reply.plays.map(PictureLimits.plays.contains) ?? true else {
      throw .badReply("an animation that is played \(reply.plays ?? 0) times")
    }
    var frames: [RasterImage.Frame] = []
    for (index, milliseconds) in reply.durations.enumerated() {
      guard let part = reply.part(ofFrame: index) else { throw .badReply("a frame that is not there") }
      guard PictureLimits.frameMilliseconds.contains(milliseconds) else {
        throw .badReply("a frame of \(milliseconds) ms")
      }
      frames.append(RasterImage.Frame(part: part, milliseconds: milliseconds))
    }
    let bitmap = try bitmap(
      reply.size, stride: reply.stride, .argb32, isOpaque: reply.isOpaque, descriptor: descriptor)
    return RasterImage(
      bitmap: bitmap, rect: reply.rect, frames: frames, plays: reply.plays, pageCount: reply.pageCount,
      warning: reply.warning, transition: reply.transition, byteCount: SealedMemory.size(of: descriptor))
  }

  private static func bitmap(
    _ size: PixelSize, stride: Int, _ format: Bitmap.Format, isOpaque: Bool, descriptor: Int32
  ) throws(RasterError) -> Bitmap {
    let bytes = try unsafe SealedMemory.map(descriptor, count: stride * size.height)
    nonisolated(unsafe) let owned = unsafe bytes
    guard
      let bitmap = unsafe Bitmap(
        size: size, stride: stride, format: format, isOpaque: isOpaque, bytes: bytes,
        release: { unsafe SealedMemory.unmap(owned) })
    else {
      unsafe SealedMemory.unmap(bytes)
      throw .badReply("a picture of \(size.width)x\(size.height)")
    }
    return bitmap
  }
}
