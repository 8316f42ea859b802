internal import CPictures
internal import DisplayTypes
internal import RasterWorker
internal import Rasterizing

/// A GIF file, whose frames gdk-pixbuf puts together.
@safe final class GIFFile: AnimationFrames {
  let count: Int
  let plays: Int?
  let canvas: PixelSize
  let profile: ColorProfile? = nil
  private let animation: OpaquePointer
  private let frames: OpaquePointer
  private var time = GTimeVal()
  private var index = 0

  /// Opens it by a name: fed block by block, the library begins the first frame anew with each of them.
  ///
  /// The name is that of a copy, since a worker may open no file of anybody's.
  init(_ file: DocumentFile) throws(RasterError) {
    guard file.size <= PictureLimits.maximumGIFBytes else {
      throw .damaged("it has \(file.size) bytes; a GIF file may have \(PictureLimits.maximumGIFBytes)")
    }
    let outline = GIFOutline(file)
    guard PictureLimits.allows(outline.canvas) else { throw .tooManyPixels(outline.canvas) }
    guard outline.frames > 0 else { throw .damaged("it holds no picture") }
    guard PictureLimits.allows(outline.largestFrame) else { throw .tooManyPixels(outline.largestFrame) }
    (count, plays, canvas) = (outline.frames, outline.plays, outline.canvas)
    let copy = try OutputMemory()
    try copy.fill(with: file)
    var error: UnsafeMutablePointer<GError>?
    guard let animation = unsafe gdk_pixbuf_animation_new_from_file("/proc/self/fd/\(copy.descriptor)", &error) else {
      throw unsafe PixbufFile.failure(error)
    }
    unsafe self.animation = unsafe animation
    unsafe frames = unsafe gdk_pixbuf_animation_get_iter(animation, &time)
  }

  deinit {
    unsafe g_object_unref(UnsafeMutableRawPointer(frames))
    unsafe g_object_unref(UnsafeMutableRawPointer(animation))
  }

  func next() throws(RasterError) -> AnimationFrame {
    if index > 0 {
      let delay = unsafe gdk_pixbuf_animation_iter_get_delay_time(frames)
      unsafe g_time_val_add(&time, max(glong(delay), 1) * 1_000)
      unsafe gdk_pixbuf_animation_iter_advance(frames, &time)
    }
    index += 1
    guard let pixbuf = unsafe gdk_pixbuf_animation_iter_get_pixbuf(frames), let pixels = unsafe PixelImage(pixbuf)
    else { throw .damaged("frame \(index) of \(count) cannot be read") }
    return AnimationFrame(
      pixels: pixels, milliseconds: unsafe Int(gdk_pixbuf_animation_iter_get_delay_time(frames)))
  }

  /// The first frame.
  func still() throws(RasterError) -> StillPicture {
    guard let still = unsafe gdk_pixbuf_animation_get_static_image(animation), let pixels = unsafe PixelImage(still)
    else { throw .damaged("it holds no picture") }
    return StillPicture(pixels: pixels, declared: canvas)
  }
}
