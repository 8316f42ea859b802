internal import CPictures
internal import DisplayTypes
internal import RasterWorker
internal import Rasterizing

/// A WebP file as libwebp reads it.
@safe final class WebPFile {
  /// The size that the file declares. For an animation it is the size of the canvas.
  let declared: PixelSize
  let orientation: Orientation
  let profile: ColorProfile?
  private let isAnimated: Bool
  private let bytes: UnsafeMutableRawBufferPointer

  init(_ file: DocumentFile) throws(RasterError) {
    guard file.size <= PictureLimits.maximumWebPBytes else {
      throw .damaged("it has \(file.size) bytes, at most \(PictureLimits.maximumWebPBytes) are read")
    }
    unsafe bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: file.size, alignment: 16)
    do throws(RasterError) {
      try unsafe file.readAll(into: bytes)
      var data = unsafe WebPData(bytes: bytes.bindMemory(to: UInt8.self).baseAddress, size: bytes.count)
      guard let demuxer = unsafe WebPDemux(&data) else { throw .damaged("its parts are inconsistent") }
      defer { unsafe WebPDemuxDelete(demuxer) }
      declared = unsafe PixelSize(
        width: Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH)),
        height: Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT)))
      guard PictureLimits.allows(declared) else { throw .tooManyPixels(declared) }
      isAnimated = unsafe WebPDemuxGetI(demuxer, WEBP_FF_FORMAT_FLAGS) & ANIMATION_FLAG.rawValue != 0
      orientation = unsafe Self.chunk("EXIF", of: demuxer) { unsafe Orientation(exif: $0) } ?? .upright
      profile = unsafe Self.chunk("ICCP", of: demuxer) { unsafe ColorProfile($0) }
    } catch {
      unsafe bytes.deallocate()
      throw error
    }
  }

  deinit { unsafe bytes.deallocate() }

  /// The frames; nil for a still picture.
  func frames() throws(RasterError) -> WebPFrames? { isAnimated ? try WebPFrames(self) : nil }

  /// The still picture, or an animation's first frame.
  func still() throws(RasterError) -> StillPicture {
    var pixels: PixelImage
    if let frames = try frames() {
      pixels = try frames.next().pixels
    } else {
      var config = unsafe try configuration()
      pixels = try PixelImage.make(declared, hasAlpha: unsafe config.input.has_alpha != 0)
      try unsafe decode(
        into: pixels.bytes, stride: pixels.stride, pixels.hasAlpha ? MODE_RGBA : MODE_RGB,
        bytesPerPixel: pixels.hasAlpha ? 4 : 3, declared, &config)
    }
    return StillPicture(pixels: pixels, declared: declared, orientation: orientation, profile: profile)
  }

  /// Decodes to the size of the room with libwebp alone. Returns nil if the picture is rotated, cropped, enlarged or animated.
  func drawn(in room: PictureRoom) throws(RasterError) -> WorkerAnswer? {
    let place = PicturePlacement(width: Double(declared.width), height: Double(declared.height), in: room)
    let size = place.rect.size
    guard !isAnimated, orientation == .upright, place.window.width == Double(declared.width),
      place.window.height == Double(declared.height), size.width <= declared.width, size.height <= declared.height
    else { return nil }
    var config = unsafe try configuration()
    var isOpaque = unsafe config.input.has_alpha == 0
    let memory = try unsafe OutputMemory.sealed(count: size.width * size.height * 4) { start throws(RasterError) in
      try unsafe decode(
        into: start.assumingMemoryBound(to: UInt8.self), stride: size.width * 4, MARQUEE_MODE_ARGB32,
        bytesPerPixel: 4, size, &config)
      let pixels = unsafe UnsafeMutableBufferPointer(
        start: start.assumingMemoryBound(to: UInt32.self), count: size.width * size.height)
      if !isOpaque { isOpaque = unsafe pixels.reduce(UInt32.max, &) >> 24 == 255 }
      if let start = pixels.baseAddress { unsafe profile?.apply(to: start, count: pixels.count) }
    }
    return WorkerAnswer(outcome: .image(ImageReply(still: place.rect, isOpaque: isOpaque)), memory: memory)
  }

  /// The file's bytes, valid while this object exists.
  var data: WebPData { unsafe WebPData(bytes: bytes.bindMemory(to: UInt8.self).baseAddress, size: bytes.count) }

  private func configuration() throws(RasterError) -> WebPDecoderConfig {
    var config = unsafe WebPDecoderConfig()
    guard unsafe WebPInitDecoderConfig(&config) != 0 else { throw .damaged("libwebp has an unexpected version") }
    try Self.check(unsafe WebPGetFeatures(bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, &config.input))
    return unsafe config
  }

  private func decode(
    into target: UnsafeMutablePointer<UInt8>, stride: Int, _ mode: WEBP_CSP_MODE, bytesPerPixel: Int,
    _ size: PixelSize, _ config: inout WebPDecoderConfig
  ) throws(RasterError) {
    unsafe config.options.use_scaling = size == declared ? 0 : 1
    unsafe config.options.scaled_width = Int32(clamping: size.width)
    unsafe config.options.scaled_height = Int32(clamping: size.height)
    unsafe config.output.colorspace = mode
    unsafe config.output.is_external_memory = 1
    unsafe config.output.u.RGBA.rgba = target
    unsafe config.output.u.RGBA.stride = Int32(clamping: stride)
    // The last row has no padding.
    unsafe config.output.u.RGBA.size = stride * (size.height - 1) + size.width * bytesPerPixel
    try Self.check(unsafe WebPDecode(bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, &config))
  }

  private static func chunk<Result>(
    _ name: String, of demuxer: OpaquePointer, _ read: (UnsafeRawBufferPointer) -> Result?
  ) -> Result? {
    var chunk = unsafe WebPChunkIterator()
    guard unsafe WebPDemuxGetChunk(demuxer, name, 1, &chunk) != 0 else { return nil }
    defer { unsafe WebPDemuxReleaseChunkIterator(&chunk) }
    return unsafe read(UnsafeRawBufferPointer(start: chunk.chunk.bytes, count: chunk.chunk.size))
  }

  private static func check(_ status: VP8StatusCode) throws(RasterError) {
    switch status {
    case VP8_STATUS_OK: return
    case VP8_STATUS_OUT_OF_MEMORY: throw .outOfMemory
    case VP8_STATUS_SUSPENDED, VP8_STATUS_NOT_ENOUGH_DATA: throw .damaged("it ends too early")
    default: throw .damaged("its pixels cannot be decoded (status \(status.rawValue))")
    }
  }
}

/// The frames of an animated WebP, as libwebp composes them.
@safe final class WebPFrames: AnimationFrames {
  let count: Int
  let plays: Int?
  let canvas: PixelSize
  let profile: ColorProfile?
  /// The file, whose bytes are needed until the last frame.
  private let file: WebPFile
  private let decoder: OpaquePointer
  private let pixels: PixelImage
  private var time = 0
  private var index = 0

  init(_ file: WebPFile) throws(RasterError) {
    self.file = file
    canvas = file.declared
    profile = file.profile
    pixels = try PixelImage.make(canvas, hasAlpha: true)
    var options = WebPAnimDecoderOptions()
    guard unsafe WebPAnimDecoderOptionsInit(&options) != 0 else {
      throw .damaged("libwebp has an unexpected version")
    }
    options.color_mode = MODE_RGBA
    var info = WebPAnimInfo()
    var data = unsafe file.data
    guard let decoder = unsafe WebPAnimDecoderNew(&data, &options) else { throw .outOfMemory }
    unsafe self.decoder = unsafe decoder
    guard unsafe WebPAnimDecoderGetInfo(decoder, &info) != 0 else { throw .damaged("its frames cannot be read") }
    count = Int(info.frame_count)
    plays = info.loop_count == 0 ? nil : Int(info.loop_count)
  }

  deinit { unsafe WebPAnimDecoderDelete(decoder) }

  func next() throws(RasterError) -> (pixels: PixelImage, milliseconds: Int) {
    var bytes: UnsafeMutablePointer<UInt8>?
    var end: Int32 = 0
    index += 1
    guard unsafe WebPAnimDecoderGetNext(decoder, &bytes, &end) != 0, let bytes = unsafe bytes else {
      throw .damaged("frame \(index) of \(count) cannot be read")
    }
    for y in 0..<canvas.height {
      unsafe (pixels.bytes + y * pixels.stride).update(from: bytes + y * canvas.width * 4, count: canvas.width * 4)
    }
    defer { time = Int(end) }
    return (pixels, Int(end) - time)
  }
}
