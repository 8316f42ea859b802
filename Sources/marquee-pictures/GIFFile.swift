internal import CPictures
internal import DisplayTypes
internal import RasterWorker
internal import Rasterizing

/// A GIF file whose frames gdk-pixbuf composes.
@safe final class GIFFile: AnimationFrames {
  let count: Int
  let plays: Int?
  let canvas: PixelSize
  let profile: ColorProfile? = nil
  private let animation: OpaquePointer
  private let frames: OpaquePointer
  private var time = GTimeVal()
  private var index = 0

  /// Copies the file, and opens the copy by its name, because the worker may not open the file by a name. It does not pass blocks to the
  /// library, because the library would begin the first frame again with each block.
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

  func next() throws(RasterError) -> (pixels: PixelImage, milliseconds: Int) {
    if index > 0 {
      let delay = unsafe gdk_pixbuf_animation_iter_get_delay_time(frames)
      unsafe g_time_val_add(&time, max(glong(delay), 1) * 1_000)
      unsafe gdk_pixbuf_animation_iter_advance(frames, &time)
    }
    index += 1
    guard let pixbuf = unsafe gdk_pixbuf_animation_iter_get_pixbuf(frames), let pixels = unsafe PixelImage(pixbuf)
    else { throw .damaged("frame \(index) of \(count) cannot be read") }
    return (pixels, unsafe Int(gdk_pixbuf_animation_iter_get_delay_time(frames)))
  }

  func still() throws(RasterError) -> StillPicture {
    guard let still = unsafe gdk_pixbuf_animation_get_static_image(animation), let pixels = unsafe PixelImage(still)
    else { throw .damaged("it holds no picture") }
    return StillPicture(pixels: pixels, declared: canvas)
  }
}

/// The numbers in the blocks of a GIF file, read before decoding.
struct GIFOutline {
  private(set) var canvas = PixelSize.zero
  private(set) var frames = 0
  /// The longest sides of all frames. They may exceed the canvas.
  private(set) var largestFrame = PixelSize.zero
  /// The number of times that the animation plays; nil for ever.
  private(set) var plays: Int? = 1
  /// Whether the file ends within a frame.
  private(set) var isCutOff = false

  /// Reads GIF89a, and Netscape's extension for the number of repetitions.
  init(_ file: DocumentFile) {
    var cursor = FileCursor(file)
    guard let header = cursor.bytes(13) else { return }
    canvas = Self.size(header[6...])
    Self.skipColors(header[10], &cursor)
    while let block = cursor.next() {
      switch block {
      case 0x21:
        isCutOff = true
        guard let label = cursor.next() else { return }
        let isWhole = label == 0xFF ? readApplication(&cursor) : Self.skipBlocks(&cursor)
        // A graphic control extension announces a frame.
        isCutOff = label == 0xF9 || !isWhole
      case 0x2C:
        isCutOff = true
        guard let descriptor = cursor.bytes(9) else { return }
        let size = Self.size(descriptor[4...])
        largestFrame.width = max(largestFrame.width, size.width)
        largestFrame.height = max(largestFrame.height, size.height)
        Self.skipColors(descriptor[8], &cursor)
        // Skip the width of the first code.
        cursor.skip(1)
        isCutOff = !Self.skipBlocks(&cursor)
        frames += 1
      case 0x3B: return
      // Decoders skip bytes that begin no block.
      default: continue
      }
    }
  }

  /// Reads an application extension. Returns false if the file ends within it.
  private mutating func readApplication(_ cursor: inout FileCursor) -> Bool {
    guard let length = cursor.next(), let name = cursor.bytes(Int(length)) else { return false }
    guard name.elementsEqual("NETSCAPE2.0".utf8) || name.elementsEqual("ANIMEXTS1.0".utf8) else {
      return Self.skipBlocks(&cursor)
    }
    while let length = cursor.next() {
      if length == 0 { return true }
      guard let block = cursor.bytes(Int(length)) else { return false }
      guard block.count >= 3, block[0] & 7 == 1 else { continue }
      let repetitions = Int(block[1]) | Int(block[2]) << 8
      plays = repetitions == 0 ? nil : repetitions + 1
    }
    return false
  }

  /// Two numbers of two bytes, the lower byte first.
  private static func size(_ bytes: ArraySlice<UInt8>) -> PixelSize {
    let digits = Array(bytes.prefix(4)).map { Int($0) }
    return PixelSize(width: digits[0] | digits[1] << 8, height: digits[2] | digits[3] << 8)
  }

  private static func skipColors(_ flags: UInt8, _ cursor: inout FileCursor) {
    if flags & 0x80 != 0 { cursor.skip(3 << (Int(flags & 7) + 1)) }
  }

  /// Skips blocks. Returns false if the file ends before the last one.
  private static func skipBlocks(_ cursor: inout FileCursor) -> Bool {
    while let length = cursor.next() {
      if length == 0 { return true }
      cursor.skip(Int(length))
    }
    return false
  }
}
