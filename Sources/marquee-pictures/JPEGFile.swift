internal import CPictures
internal import DisplayTypes
internal import RasterWorker
internal import Rasterizing

/// A JPEG file as libjpeg reads it. libjpeg invents missing and unreadable blocks, and only warns. gdk-pixbuf drops this warning. This type
/// refuses such a file.
@safe final class JPEGFile {
  private let reader: UnsafeMutablePointer<marquee_jpeg_reader>
  private let declared: PixelSize
  private let ending: FileEnding

  init(_ file: DocumentFile, _ ending: FileEnding) throws(RasterError) {
    guard let reader = unsafe marquee_jpeg_open(file.descriptor) else { throw .outOfMemory }
    do throws(RasterError) {
      try unsafe Self.check(reader)
    } catch {
      unsafe marquee_jpeg_close(reader)
      throw error
    }
    unsafe self.reader = unsafe reader
    self.ending = ending
    declared = unsafe PixelSize(
      width: Int(reader.pointee.decoder.image_width), height: Int(reader.pointee.decoder.image_height))
  }

  deinit { unsafe marquee_jpeg_close(reader) }

  /// Decodes the picture, smaller if the room needs fewer pixels.
  ///
  /// - Parameter refuse: ends the process. It runs before memory is allocated for too many pixels.
  func still(in room: PictureRoom, refuse: (RasterError) -> Never) throws(RasterError) -> StillPicture {
    let factor = factor(in: room, refuse: refuse)
    let size = PixelSize(
      width: (declared.width + factor - 1) / factor, height: (declared.height + factor - 1) / factor)
    guard PictureLimits.allows(size) else { refuse(.tooManyPixels(declared)) }
    // Read these before libjpeg frees the header's data.
    let (orientation, profile) = (orientation, profile)
    let pixels = try PixelImage.make(size, hasAlpha: false)
    unsafe marquee_jpeg_decode(
      reader, UInt32(factor), UInt32(clamping: size.width), UInt32(clamping: size.height), pixels.bytes, pixels.stride)
    try unsafe Self.check(reader)
    // Other bytes replace the marker, for example zeros at the end of a copy after a power cut.
    if case .withoutMarker = ending, unsafe reader.pointee.bytes_after_last_block > 0 {
      throw .damaged("other bytes than its data are at its end")
    }
    return StillPicture(
      pixels: pixels, declared: declared, orientation: orientation, profile: profile, warning: warning)
  }

  private var orientation: Orientation {
    var length: UInt32 = 0
    guard let start = unsafe marquee_jpeg_exif(reader, &length) else { return .upright }
    return unsafe Orientation(exif: UnsafeRawBufferPointer(start: start, count: Int(length))) ?? .upright
  }

  private var profile: ColorProfile? {
    var length: UInt32 = 0
    guard let start = unsafe marquee_jpeg_profile(reader, &length) else { return nil }
    defer { unsafe free(start) }
    return unsafe ColorProfile(UnsafeRawBufferPointer(start: start, count: Int(length)))
  }

  private var warning: String? {
    guard case .withoutMarker = ending else { return nil }
    return
      "its last marker (EOI) is missing, although all of its data are there; save it again to be sure that it is whole"
  }

  /// The factor by which libjpeg reduces the picture while decoding.
  private func factor(in room: PictureRoom, refuse: (RasterError) -> Never) -> Int {
    let sides = 1...PictureLimits.maximumSide
    guard sides.contains(declared.width), sides.contains(declared.height),
      declared.width * declared.height <= PictureLimits.maximumReducedPixels
    else { refuse(.tooManyPixels(declared)) }
    // The maximum number of the room's pixels for a pixel of the picture, for each orientation of the camera.
    let (width, height) = (Double(declared.width), Double(declared.height))
    let scale = [(width, height), (height, width)].reduce(0) { most, sides in
      let place = PicturePlacement(width: sides.0, height: sides.1, in: room)
      return max(most, Double(place.rect.width) / place.window.width, Double(place.rect.height) / place.window.height)
    }
    return [8, 4, 2].first { scale * Double($0) <= 1 } ?? 1
  }

  private static func check(_ reader: UnsafeMutablePointer<marquee_jpeg_reader>) throws(RasterError) {
    switch unsafe reader.pointee.result {
    case MARQUEE_JPEG_READ: return
    case MARQUEE_JPEG_NO_MEMORY: throw .outOfMemory
    case MARQUEE_JPEG_MADE_UP: throw .damaged("a part of its data is missing or cannot be read")
    default:
      throw .damaged(library: unsafe String(validatingCString: marquee_jpeg_message(reader)))
    }
  }
}
