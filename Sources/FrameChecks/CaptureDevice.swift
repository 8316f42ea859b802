internal import CVideoCapture
package import DisplayTypes
internal import Glibc

/// A V4L2 capture device whose frames come into mapped memory, with the driver's times. It has one owner, and closes itself at its end.
@safe package struct CaptureDevice: ~Copyable {
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }

  package struct Frame {
    /// nil if the driver marks the frame as damaged, or sends a part of it.
    package var pixels: RawFrame?
    /// On the monotonic clock, in nanoseconds; nil if the driver uses another clock.
    package var time: UInt64?
    /// The driver's number of the frame. It skips frames that the driver lost.
    package var sequence: UInt32
  }

  private struct Format {
    var size: PixelSize
    var layout: PixelLayout
    var matrix: ColorMatrix
    /// nil for the usual range of the layout.
    var range: LevelRange?
    /// The bytes from one row to the next.
    var stride: Int
    /// The bytes of a frame without the padding of its rows.
    var leastBytes: UInt32 { UInt32(clamping: layout.frameBytes(size)) }
  }

  private static let bufferCount: UInt32 = 4
  /// The longest wait for a frame, in milliseconds.
  private static let patience: Int32 = 5000
  /// The forms that are asked for, the exact ones first.
  private static let layouts: [(code: UInt32, layout: PixelLayout)] = [
    (fourcc("XR24"), .xrgb8888), (fourcc("BGR4"), .xrgb8888), (fourcc("RGB3"), .rgb24), (fourcc("BGR3"), .bgr24),
    (fourcc("YUYV"), .yuyv), (fourcc("UYVY"), .uyvy), (fourcc("NV12"), .nv12), (fourcc("YU12"), .i420),
  ]

  private let path: String
  private let descriptor: Int32
  private let format: Format
  private let maps: [UnsafeMutableRawBufferPointer]

  /// Opens a device and starts its stream.
  ///
  /// - Parameters:
  ///   - size: the wanted size; nil for the current one.
  ///   - layout: the wanted form; nil for the first form that the device has.
  ///   - rate: the wanted frames of a second.
  package static func open(
    path: String, size: PixelSize? = nil, layout: PixelLayout? = nil, rate: Double
  ) throws(Failure) -> CaptureDevice {
    // Only poll waits, because it has a limit.
    let descriptor = unsafe Glibc.open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(path, "could not be opened", errno) }
    var maps: [UnsafeMutableRawBufferPointer] = unsafe []
    do throws(Failure) {
      let format = try format(descriptor, path, size, layout)
      try setRate(rate, descriptor, path)
      unsafe maps = try map(descriptor, path)
      var type = Int32(V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue)
      let error = unsafe marquee_video_start(descriptor, &type)
      guard error == 0 else { throw failure(path, "did not start", error) }
      return unsafe CaptureDevice(path: path, descriptor: descriptor, format: format, maps: maps)
    } catch {
      unsafe release(maps)
      close(descriptor)
      throw error
    }
  }

  private init(path: String, descriptor: Int32, format: Format, maps: [UnsafeMutableRawBufferPointer]) {
    (self.path, self.descriptor, self.format) = (path, descriptor, format)
    unsafe self.maps = maps
  }

  deinit {
    unsafe Self.release(maps)
    close(descriptor)
  }

  /// Waits for the next frame, and copies it.
  package func next() throws(Failure) -> Frame {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var ready: Int32
    repeat { ready = unsafe Glibc.poll(&poll, 1, Self.patience) } while ready < 0 && errno == EINTR
    guard ready > 0 else {
      throw Failure(description: "\(path) sent no frame for \(Self.patience / 1000) seconds. Check its input.")
    }
    var buffer = unsafe Self.buffer(0)
    var error = unsafe marquee_video_dequeue(descriptor, &buffer)
    guard error == 0 else { throw Self.failure(path, "sent no frame", error) }
    let index = unsafe Int(buffer.index)
    guard unsafe maps.indices.contains(index) else { throw Failure(description: "\(path) sent an unknown buffer.") }
    let isWhole = unsafe buffer.flags & UInt32(V4L2_BUF_FLAG_ERROR) == 0 && buffer.bytesused >= format.leastBytes
    let frame = unsafe Frame(
      pixels: isWhole ? pixels(of: maps[index]) : nil, time: Self.time(of: buffer), sequence: buffer.sequence)
    error = unsafe marquee_video_queue(descriptor, &buffer)
    guard error == 0 else { throw Self.failure(path, "took no buffer", error) }
    return frame
  }

  private func pixels(of map: UnsafeMutableRawBufferPointer) -> RawFrame {
    let used = min(map.count, max(0, format.stride * format.size.height * 3))
    return unsafe RawFrame(
      size: format.size, layout: format.layout, matrix: format.matrix, range: format.range, stride: format.stride,
      bytes: Array(map.prefix(used)))
  }

  private static func time(of buffer: v4l2_buffer) -> UInt64? {
    guard unsafe buffer.flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK) == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
    else { return nil }
    return unsafe UInt64(clamping: buffer.timestamp.tv_sec) &* 1_000_000_000
      &+ UInt64(clamping: buffer.timestamp.tv_usec) &* 1000
  }

  private static func format(
    _ descriptor: Int32, _ path: String, _ size: PixelSize?, _ layout: PixelLayout?
  ) throws(Failure) -> Format {
    var abilities = v4l2_capability()
    var error = unsafe marquee_video_capabilities(descriptor, &abilities)
    guard error == 0 else { throw failure(path, "is no video device", error) }
    let flags =
      abilities.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0
      ? abilities.device_caps : abilities.capabilities
    if flags & UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE) != 0 {
      throw Failure(description: "\(path) sends each frame in several buffers (multi-planar), which is not supported.")
    }
    guard flags & UInt32(V4L2_CAP_VIDEO_CAPTURE) != 0, flags & UInt32(V4L2_CAP_STREAMING) != 0 else {
      throw Failure(description: "\(path) is no capture device with streaming.")
    }
    var current = unsafe v4l2_format()
    unsafe current.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    error = unsafe marquee_video_format(descriptor, &current)
    guard error == 0 else { throw failure(path, "has no format", error) }
    for (code, known) in layouts where layout == nil || layout == known {
      var wanted = unsafe current
      unsafe wanted.fmt.pix.pixelformat = code
      unsafe wanted.fmt.pix.bytesperline = 0
      unsafe wanted.fmt.pix.field = V4L2_FIELD_ANY.rawValue
      if let size {
        unsafe wanted.fmt.pix.width = UInt32(clamping: size.width)
        unsafe wanted.fmt.pix.height = UInt32(clamping: size.height)
      }
      error = unsafe marquee_video_set_format(descriptor, &wanted)
      guard error == 0 else { throw failure(path, "took no format", error) }
      let pix = unsafe wanted.fmt.pix
      guard pix.pixelformat == code else { continue }
      let found = PixelSize(width: Int(pix.width), height: Int(pix.height))
      if let size, size != found {
        throw Failure(
          description: "\(path) has frames of \(found.width)x\(found.height), not of \(size.width)x\(size.height).")
      }
      let isHD =
        pix.ycbcr_enc == V4L2_YCBCR_ENC_709.rawValue
        || (pix.ycbcr_enc == 0 && pix.colorspace == V4L2_COLORSPACE_REC709.rawValue)
      return Format(
        size: found, layout: known, matrix: isHD ? .bt709 : .bt601, range: range(of: pix),
        stride: max(Int(pix.bytesperline), known.rowBytes(width: found.width)))
    }
    throw Failure(
      description:
        "\(path) has none of the pixel formats \(PixelLayout.allCases.map(\.rawValue).joined(separator: ", ")).")
  }

  /// nil is the usual range of the pixel format.
  private static func range(of pix: v4l2_pix_format) -> LevelRange? {
    switch pix.quantization {
    case V4L2_QUANTIZATION_FULL_RANGE.rawValue: .full
    case V4L2_QUANTIZATION_LIM_RANGE.rawValue: .limited
    default: pix.colorspace == V4L2_COLORSPACE_JPEG.rawValue ? .full : nil
    }
  }

  /// Asks for the rate, because a camera may begin with another one, and then most frames of the display would be missing.
  ///
  /// A receiver of HDMI reports the rate of its input.
  private static func setRate(_ rate: Double, _ descriptor: Int32, _ path: String) throws(Failure) {
    var parameters = v4l2_streamparm()
    parameters.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    unsafe parameters.parm.capture.timeperframe = v4l2_fract(numerator: 1000, denominator: UInt32(rate * 1000))
    // A driver without this call has one rate, and does not report it.
    guard unsafe marquee_video_set_parameters(descriptor, &parameters) == 0 else { return }
    let found = unsafe parameters.parm.capture
    guard found.capability & UInt32(V4L2_CAP_TIMEPERFRAME) != 0, found.timeperframe.numerator > 0 else { return }
    let foundRate = Double(found.timeperframe.denominator) / Double(found.timeperframe.numerator)
    // 59.94 and 60 are the same rate here.
    guard abs(foundRate - rate) > rate / 100 else { return }
    func text(_ rate: Double) -> String { rate == rate.rounded() ? "\(Int(rate))" : "\((rate * 100).rounded() / 100)" }
    throw Failure(
      description: """
        \(path) sends \(text(foundRate)) frames a second, not \(text(rate)). Set its input, or give its rate with --rate.
        """)
  }

  private static func map(_ descriptor: Int32, _ path: String) throws(Failure) -> [UnsafeMutableRawBufferPointer] {
    var request = v4l2_requestbuffers()
    request.count = bufferCount
    request.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    request.memory = V4L2_MEMORY_MMAP.rawValue
    var error = unsafe marquee_video_request_buffers(descriptor, &request)
    guard error == 0 else { throw failure(path, "gave no memory", error) }
    var maps: [UnsafeMutableRawBufferPointer] = unsafe []
    for index in 0..<request.count {
      var buffer = unsafe buffer(index)
      error = unsafe marquee_video_query_buffer(descriptor, &buffer)
      let length = unsafe Int(buffer.length)
      if error == 0 {
        let memory = unsafe mmap(nil, length, PROT_READ, MAP_SHARED, descriptor, off_t(buffer.m.offset))
        if let memory = unsafe memory, unsafe memory != MAP_FAILED {
          unsafe maps.append(UnsafeMutableRawBufferPointer(start: memory, count: length))
          error = unsafe marquee_video_queue(descriptor, &buffer)
        } else {
          error = errno
        }
      }
      guard error == 0 else {
        unsafe release(maps)
        throw failure(path, "gave no memory", error)
      }
    }
    return unsafe maps
  }

  private static func release(_ maps: [UnsafeMutableRawBufferPointer]) {
    unsafe maps.forEach { memory in _ = unsafe munmap(memory.baseAddress, memory.count) }
  }

  private static func buffer(_ index: UInt32) -> v4l2_buffer {
    var buffer = unsafe v4l2_buffer()
    unsafe buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    unsafe buffer.memory = V4L2_MEMORY_MMAP.rawValue
    unsafe buffer.index = index
    return unsafe buffer
  }

  private static func fourcc(_ name: StaticString) -> UInt32 {
    (0..<4).reduce(0) { code, place in code | UInt32(unsafe name.utf8Start[place]) << UInt32(8 * place) }
  }

  private static func failure(_ path: String, _ what: String, _ error: Int32) -> Failure {
    switch error {
    case EBUSY: return Failure(description: "\(path) is used by another program. Stop that program.")
    case ENODEV: return Failure(description: "\(path) is gone: the device was unplugged or its driver was unloaded.")
    default: break
    }
    return Failure(description: "\(path) \(what): \(unsafe String(cString: strerror(error))).")
  }
}
