internal import CPictures
internal import DisplayTypes
internal import Rasterizing

/// The frames of an animated WebP, as libwebp puts them together.
@safe final class WebPFrames: AnimationFrames {
  let count: Int
  let plays: Int?
  let canvas: PixelSize
  let profile: ColorProfile?
  // Its bytes are read until the last frame.
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
      throw .damaged("libwebp is another one than expected")
    }
    options.color_mode = MODE_RGBA
    var info = WebPAnimInfo()
    guard let decoder = unsafe file.withData({ data in unsafe WebPAnimDecoderNew(&data, &options) }) else {
      throw .outOfMemory
    }
    unsafe self.decoder = unsafe decoder
    guard unsafe WebPAnimDecoderGetInfo(decoder, &info) != 0 else { throw .damaged("its frames cannot be read") }
    count = Int(info.frame_count)
    plays = info.loop_count == 0 ? nil : Int(info.loop_count)
  }

  deinit { unsafe WebPAnimDecoderDelete(decoder) }

  func next() throws(RasterError) -> AnimationFrame {
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
    return AnimationFrame(pixels: pixels, milliseconds: Int(end) - time)
  }
}
