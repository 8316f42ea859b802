internal import CGStreamer
internal import DisplayTypes
internal import Glibc
internal import RasterWorker
internal import Rasterizing

/// Scales decoded pictures and converts them into a surface's pixels. A picture of brightness and colour differences is scaled as such, and
/// only the result becomes red, green and blue.
@safe final class PictureConverter {
  /// The place of the picture in its room.
  let place: PixelRect
  private let room: PictureRoom
  /// The colour of the pixels around the picture; nil if the drawn pixels end with the picture.
  private let background: Color?
  private var converter: OpaquePointer?
  /// The form of the decoded pictures. It may change within a clip.
  private var form: UnsafeMutablePointer<GstCaps>?
  private var input = unsafe GstVideoInfo()
  private var output = unsafe GstVideoInfo()
  /// The scaled planes of a picture, and their colours; nil for pictures of red, green and blue.
  private var planes: UnsafeMutableRawPointer?
  private var colors = MarqueeColors()

  /// Throws if pictures of this form cannot be shown.
  ///
  /// - Parameter background: the colour around the picture, to draw the whole room; nil to draw the place of the picture only.
  init(_ picture: Clip.Decoded, in room: PictureRoom, on background: Color? = nil) throws(ClipError) {
    (self.room, self.background) = (room, background)
    place = try Self.place(of: picture, in: room)
  }

  /// The place of a picture in a room.
  static func place(of picture: Clip.Decoded, in room: PictureRoom) throws(ClipError) -> PixelRect {
    guard let caps = unsafe picture.caps else { throw ClipError("its pictures have no form") }
    return unsafe PicturePlacement(try Self.info(of: caps), room).rect
  }

  deinit {
    if let converter = unsafe converter { unsafe gst_video_converter_free(converter) }
    if let form = unsafe form { unsafe Self.release(form) }
    unsafe free(planes)
  }

  /// The size of the drawn pixels.
  var size: PixelSize { background == nil ? place.size : room.size }

  /// Draws a picture. The pixels are 32-bit words of `size`, without space between rows.
  func draw(_ picture: Clip.Decoded, into pixels: UnsafeMutableRawPointer) throws(ClipError) {
    guard let caps = unsafe picture.caps, let buffer = unsafe picture.buffer else {
      throw ClipError("a picture has no pixels")
    }
    if unsafe form.map({ unsafe gst_caps_is_equal($0, caps) == 0 }) ?? true { try unsafe take(caps) }
    let corner = unsafe background == nil ? pixels : pixels + (place.y * room.size.width + place.x) * 4
    guard let converter = unsafe converter,
      unsafe marquee_gst_convert(converter, &input, &output, buffer, planes ?? corner) != 0
    else { throw ClipError("the pixels of a picture cannot be read") }
    if let planes = unsafe planes {
      unsafe marquee_gst_color(&output, &colors, planes, corner, gsize(size.width * 4))
    }
    if let background { unsafe fill(background, around: pixels) }
  }

  /// Fills the room around the picture.
  private func fill(_ color: Color, around pixels: UnsafeMutableRawPointer) {
    let word = color.premultipliedARGB | 0xFF00_0000
    for row in 0..<size.height {
      let isBeside = (place.y..<place.maxY).contains(row)
      let parts = isBeside ? [0..<place.x, place.maxX..<size.width] : [0..<size.width]
      for part in parts where !part.isEmpty {
        unsafe (pixels + (row * size.width + part.lowerBound) * 4).initializeMemory(
          as: UInt32.self, repeating: word, count: part.count)
      }
    }
  }

  private func take(_ caps: UnsafeMutablePointer<GstCaps>) throws(ClipError) {
    if let converter = unsafe converter { unsafe gst_video_converter_free(converter) }
    unsafe converter = nil
    unsafe input = try Self.info(of: caps)
    let isRGB = unsafe input.finfo.pointee.flags.rawValue & GST_VIDEO_FORMAT_FLAG_RGB.rawValue != 0
    _ = unsafe gst_video_info_set_format(
      &output, isRGB ? GST_VIDEO_FORMAT_BGRx : GST_VIDEO_FORMAT_Y444, guint(clamping: place.width),
      guint(clamping: place.height))
    if isRGB {
      // The rows of the room are longer than those of the picture.
      unsafe output.stride.0 = gint(clamping: size.width * 4)
      unsafe output.size = gsize((place.height - 1) * size.width * 4 + place.width * 4)
    }
    unsafe free(planes)
    unsafe planes = isRGB ? nil : malloc(Int(output.size))
    guard unsafe isRGB || planes != nil else { throw ClipError("there is no memory for its pictures") }
    if !isRGB {
      // The planes keep their colours.
      unsafe output.colorimetry = input.colorimetry
      unsafe colors = marquee_gst_colors(&input)
    }
    // A converter changes neither rate nor interlacing.
    unsafe (output.fps_n, output.fps_d, output.interlace_mode) = (input.fps_n, input.fps_d, input.interlace_mode)
    let window = unsafe PicturePlacement(input, room).window
    let ratio = unsafe Self.pixelAspectRatio(of: input)
    let (whole, rows) = unsafe (Int(input.width), Int(input.height))
    let left = min(max(0, Int((window.x / ratio).rounded())), whole - 1)
    let top = min(max(0, Int(window.y.rounded())), rows - 1)
    let width = min(max(1, Int((window.width / ratio).rounded())), whole - left)
    let height = min(max(1, Int(window.height.rounded())), rows - top)
    unsafe converter = marquee_gst_converter(
      &input, &output, Int32(left), Int32(top), Int32(width), Int32(height), 1)
    guard unsafe converter != nil else { throw ClipError("the form of its pictures cannot be converted") }
    if let form = unsafe form { unsafe Self.release(form) }
    unsafe form = Self.keep(caps)
  }

  /// The form of pictures, if they can be shown.
  private static func info(of caps: UnsafeMutablePointer<GstCaps>) throws(ClipError) -> GstVideoInfo {
    var info = unsafe GstVideoInfo()
    guard unsafe gst_video_info_from_caps(&info, caps) != 0,
      unsafe SurfaceMessage.allows(PixelSize(width: Int(info.width), height: Int(info.height)))
    else {
      throw ClipError("its pictures are larger than \(SurfaceMessage.longestSide) pixels, or have an unknown form")
    }
    let transfer = unsafe info.colorimetry.transfer
    guard transfer != GST_VIDEO_TRANSFER_SMPTE2084, transfer != GST_VIDEO_TRANSFER_ARIB_STD_B67 else {
      throw ClipError("it has HDR colours, which are not shown: convert it to the colours of BT.709")
    }
    return unsafe info
  }

  fileprivate static func pixelAspectRatio(of info: GstVideoInfo) -> Double {
    unsafe info.par_n > 0 && info.par_d > 0 ? Double(info.par_n) / Double(info.par_d) : 1
  }

  private static func keep(_ caps: UnsafeMutablePointer<GstCaps>) -> UnsafeMutablePointer<GstCaps> {
    _ = unsafe gst_mini_object_ref(UnsafeMutableRawPointer(caps).assumingMemoryBound(to: GstMiniObject.self))
    return unsafe caps
  }

  private static func release(_ caps: UnsafeMutablePointer<GstCaps>) {
    unsafe gst_mini_object_unref(UnsafeMutableRawPointer(caps).assumingMemoryBound(to: GstMiniObject.self))
  }
}

extension PicturePlacement {
  fileprivate init(_ info: GstVideoInfo, _ room: PictureRoom) {
    unsafe self.init(
      width: Double(info.width) * PictureConverter.pixelAspectRatio(of: info), height: Double(info.height), in: room)
  }
}
