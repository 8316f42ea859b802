internal import CPictures
internal import RasterWorker
internal import Rasterizing

/// Whether a JPEG file has the data of all of its blocks.
///
/// libjpeg makes up blocks that are missing or that it cannot read, and reports that in a warning, which gdk-pixbuf drops. The data are
/// therefore read a second time, at an eighth of the size and without the colours.
enum JPEGData {
  /// Throws `damaged` if a block is missing or cannot be read.
  static func require(_ file: DocumentFile, _ ending: FileEnding.Kind) throws(RasterError) {
    let data = marquee_jpeg_read(file.descriptor)
    switch data.result {
    case MARQUEE_JPEG_READ: break
    case MARQUEE_JPEG_NO_MEMORY: throw .outOfMemory
    default: throw .damaged("its data cannot be read")
    }
    guard !data.has_made_up_blocks else { throw .damaged("a part of its data is missing or cannot be read") }
    // The marker is missing, and something else is in its place, as the zeros at the end of a copy that a power cut has interrupted.
    if case .withoutMarker = ending, data.bytes_after_last_block > 0 {
      throw .damaged("something else than its data is at its end")
    }
  }
}
