internal import CLinuxEvents
internal import CPango
internal import DisplayTypes
internal import Glibc
internal import RasterWorker
internal import Rasterizing

/// Turns pixels in a memory file into a PNG in another memory file, with cairo.
@safe enum PNGEncoder {
  static func encode(_ request: PNGRequest) throws(RasterError) -> OutputMemory {
    let count = request.stride * request.size.height
    let seals = fcntl(request.descriptor, MARQUEE_F_GET_SEALS, 0)
    guard seals >= 0, seals & MARQUEE_F_SEAL_SHRINK != 0 else {
      throw .invalidRequest("the pixels are not in a memory file that is sealed against shrinking")
    }
    var status = stat()
    guard unsafe fstat(request.descriptor, &status) == 0, status.st_size >= count else {
      throw .invalidRequest("the pixels' memory has \(status.st_size) bytes, \(count) are needed")
    }
    let start = unsafe mmap(nil, count, PROT_READ, MAP_SHARED, request.descriptor, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else { throw .outOfMemory }
    defer { unsafe munmap(start, count) }
    // cairo only reads it.
    let pixels = unsafe start.assumingMemoryBound(to: UInt8.self)
    let surface = unsafe cairo_image_surface_create_for_data(
      pixels, request.format == .xrgb32 ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, Int32(clamping: request.size.width),
      Int32(clamping: request.size.height),
      Int32(clamping: request.stride))
    defer { unsafe cairo_surface_destroy(surface) }
    let memory = try OutputMemory()
    var descriptor = memory.descriptor
    let result = unsafe withUnsafeMutablePointer(to: &descriptor) { descriptor in
      unsafe cairo_surface_write_to_png_stream(
        surface,
        { closure, data, length in
          guard let closure = unsafe closure else { return CAIRO_STATUS_WRITE_ERROR }
          let descriptor = unsafe closure.load(as: Int32.self)
          let bytes = unsafe UnsafeRawBufferPointer(start: data, count: Int(length))
          return unsafe OutputMemory.append(bytes, to: descriptor) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR
        }, descriptor)
    }
    guard result == CAIRO_STATUS_SUCCESS else {
      throw result == CAIRO_STATUS_NO_MEMORY || result == CAIRO_STATUS_WRITE_ERROR
        ? .outOfMemory : .drawingFailed(unsafe String(cString: cairo_status_to_string(result)))
    }
    try memory.seal()
    return memory
  }
}
