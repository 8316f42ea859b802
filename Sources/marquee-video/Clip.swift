internal import CGStreamer
internal import Glibc

/// A video file in a pipeline of GStreamer, which decodes its pictures or its sound. First it opens the file; then it plays it from a position to
/// its end.
@safe final class Clip {
  enum Part {
    case pictures
    /// The first track of sound, as the samples of `SoundBlock`. Its positions count from the first picture, whose time in the stream it has.
    case sound(firstPicture: UInt64)
    /// The pictures as the file has them, without decoding.
    case coded

    fileprivate var description: String {
      switch self {
      case .pictures:
        "appsrc name=source ! decodebin name=decoder ! video/x-raw ! videoconvert ! deinterlace ! "
          + "videoflip video-direction=auto ! appsink name=sink sync=false max-buffers=2 enable-last-sample=false"
      case .sound:
        "appsrc name=source ! decodebin name=decoder ! audio/x-raw ! audioconvert ! audioresample ! "
          + "audio/x-raw,format=S16LE,rate=48000,channels=2,layout=interleaved ! "
          + "appsink name=sink sync=false max-buffers=4 enable-last-sample=false"
      case .coded:
        "appsrc name=source ! parsebin name=decoder ! appsink name=sink sync=false max-buffers=16 "
          + "enable-last-sample=false caps=\"\(Clip.forms.joined(separator: ";"))\""
      }
    }
  }

  /// The forms of coded pictures whose key frames can be read.
  private static let forms = [
    "video/x-h264", "video/x-h265", "video/x-vp8", "video/x-vp9", "video/x-av1", "video/mpeg", "video/x-h263",
    "video/x-theora", "video/x-wmv", "video/x-msmpeg", "video/x-divx", "video/x-dv", "image/jpeg",
  ]

  /// The facts of an open file.
  struct Facts {
    /// The time of the first picture in the stream, in nanoseconds.
    var first: UInt64
    /// The length of the picture or the sound, whichever is longer; nil if the file does not tell.
    var length: UInt64?
  }

  /// A decoded picture, or some samples of sound. It frees its memory.
  @safe final class Decoded {
    private let sample: OpaquePointer
    /// The time since the first picture of the file, in nanoseconds. Sound may begin before it.
    let time: Int64

    /// Takes over a sample.
    init(_ sample: OpaquePointer, time: Int64) {
      (unsafe self.sample, self.time) = unsafe (sample, time)
    }

    deinit { unsafe gst_mini_object_unref(UnsafeMutablePointer(sample)) }

    /// The form of its pixels, valid as long as the picture.
    var caps: UnsafeMutablePointer<GstCaps>? { unsafe gst_sample_get_caps(sample) }
    var buffer: UnsafeMutablePointer<GstBuffer>? { unsafe gst_sample_get_buffer(sample) }

    /// The samples of sound, left and right in turn.
    var samples: [Int16] {
      guard let buffer = unsafe buffer else { return [] }
      let count = unsafe Int(gst_buffer_get_size(buffer)) / 4 * 2
      return unsafe [Int16](unsafeUninitializedCapacity: count) { samples, filled in
        filled = unsafe Int(gst_buffer_extract(buffer, 0, samples.baseAddress, gsize(count * 2))) / 2
      }
    }
  }

  enum Step {
    case decoded(Decoded)
    /// Nothing is ready yet.
    case nothing
    case ended
  }

  private let decoding: DecodingPipeline
  /// Nil until the file is open.
  private(set) var facts: Facts?
  private(set) var isPlaying = false
  private let part: Part
  /// The time of the last picture.
  private var lastTime: Int64 = 0

  /// Starts to open a file.
  ///
  /// - Parameter descriptor: the file, which stays open as long as the clip. Its position does not matter.
  init(_ descriptor: Int32, _ part: Part = .pictures) throws(ClipError) {
    self.part = part
    decoding = try DecodingPipeline(part.description) { ClipError($0) }
    var status = stat()
    _ = unsafe fstat(descriptor, &status)
    unsafe decoding.withElement("source") { unsafe marquee_gst_set_file($0, descriptor, gint64(status.st_size)) }
    switch part {
    case .pictures: decoding.decodesOnlyPictures()
    case .sound:
      unsafe decoding.withElement("decoder") { decoder in
        unsafe marquee_gst_on_stream(
          decoder,
          { _, _, caps, _ in
            let others = ["video/", "image/", "text/", "subpicture/", "closedcaption/"]
            return unsafe DecodingPipeline.isOf(others, caps) && marquee_gst_is_container(caps) == 0 ? 0 : 1
          }, nil)
      }
    case .coded: break
    }
    decoding.set(GST_STATE_PAUSED)
  }

  /// Waits until the file is open, at most this long. Returns whether it is.
  func open(within nanoseconds: UInt64) throws(ClipError) -> Bool {
    if facts != nil { return true }
    let result = unsafe gst_element_get_state(decoding.pipeline, nil, nil, GstClockTime(nanoseconds))
    try decoding.check()
    switch result {
    case GST_STATE_CHANGE_ASYNC: return false
    case GST_STATE_CHANGE_FAILURE:
      // The error may come a moment later.
      try decoding.check(within: 200_000_000)
      throw ClipError("it cannot be played")
    default:
      facts = try readFacts()
      return true
    }
  }

  /// Decodes an open file from a position, in nanoseconds since its first picture.
  func play(from position: UInt64) throws(ClipError) {
    if position > 0 || isPlaying {
      guard seek(to: position) else { throw ClipError("its position cannot be changed: convert it to MP4 or MKV") }
    }
    decoding.set(GST_STATE_PLAYING)
    isPlaying = true
  }

  /// Decodes from another position. Returns false if the file allows none.
  func seek(to position: UInt64) -> Bool {
    let flags = GstSeekFlags(GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue)
    let target = gint64(clamping: position.addingReportingOverflow(facts?.first ?? 0).partialValue)
    return unsafe gst_element_seek(
      decoding.pipeline, 1, GST_FORMAT_TIME, flags, GST_SEEK_TYPE_SET, target, GST_SEEK_TYPE_NONE, -1) != 0
  }

  /// Waits for the next picture, at most this long.
  func next(within nanoseconds: UInt64) throws(ClipError) -> Step {
    switch try decoding.next(within: nanoseconds) {
    case .sample(let sample): return .decoded(unsafe decoded(sample))
    case .nothing: return .nothing
    case .ended: return .ended
    }
  }

  private func readFacts() throws(ClipError) -> Facts {
    if case .sound(let first) = part { return Facts(first: first, length: nil) }
    guard let sample = unsafe gst_app_sink_try_pull_preroll(decoding.sink, 0) else {
      throw ClipError("it has no picture")
    }
    defer { unsafe gst_mini_object_unref(UnsafeMutablePointer(sample)) }
    let first = unsafe Self.time(of: sample) ?? 0
    var length: gint64 = 0
    let isKnown = unsafe gst_element_query_duration(decoding.pipeline, GST_FORMAT_TIME, &length) != 0 && length > 0
    guard isKnown else { return Facts(first: first, length: nil) }
    // A file may begin late, and its length counts from zero.
    let whole = UInt64(length)
    return Facts(first: first, length: first >= 1_000_000_000 && whole > first ? whole - first : whole)
  }

  private func decoded(_ sample: OpaquePointer) -> Decoded {
    // A picture without a time has that of the picture before it.
    if let time = unsafe Self.time(of: sample) {
      lastTime = Int64(clamping: time).subtractingReportingOverflow(Int64(clamping: facts?.first ?? 0)).partialValue
    }
    return unsafe Decoded(sample, time: lastTime)
  }

  /// The time of a picture in the stream.
  private static func time(of sample: OpaquePointer) -> UInt64? {
    guard let buffer = unsafe gst_sample_get_buffer(sample), let segment = unsafe gst_sample_get_segment(sample) else {
      return nil
    }
    let stamp = unsafe buffer.pointee.pts
    let time = unsafe gst_segment_to_stream_time(segment, GST_FORMAT_TIME, stamp)
    return time == GstClockTime.max ? nil : UInt64(time)
  }

  /// The decoder of the picture.
  @safe struct Decoder {
    /// As `avdec_h264`; empty if none was found.
    var name = ""
    var isHardware = false
    var isForPictures = false

    init() {}

    /// Looks for the decoder in a pipeline.
    init(in pipeline: UnsafeMutablePointer<GstElement>) {
      guard let elements = unsafe marquee_gst_elements(pipeline) else { return }
      defer { unsafe gst_iterator_free(elements) }
      var value = GValue()
      while unsafe gst_iterator_next(elements, &value) == GST_ITERATOR_OK {
        defer { unsafe g_value_reset(&value) }
        guard let element = unsafe marquee_gst_element(&value), let factory = unsafe gst_element_get_factory(element),
          unsafe gst_element_factory_list_is_type(factory, marquee_gst_video_decoders()) != 0
        else { continue }
        let kind = unsafe gst_element_factory_get_metadata(factory, "klass").map { unsafe String(cString: $0) } ?? ""
        name = unsafe PluginLibrary.text(
          gst_object_get_name(UnsafeMutableRawPointer(factory).assumingMemoryBound(to: GstObject.self)))
        (isHardware, isForPictures) = (kind.contains("Hardware"), kind.contains("Image"))
      }
      unsafe g_value_unset(&value)
    }
  }

  var decoder: Decoder { decoding.decoder }
}

/// A pipeline of GStreamer with a `decoder` and a `sink`, from which decoded pictures or samples are pulled.
@safe final class DecodingPipeline {
  /// A fault that the pipeline has reported.
  struct Fault {
    enum Kind {
      case noVideo, notAuthorized, notFound, other
    }

    var kind = Kind.other
    /// The words of GStreamer; empty if it has none.
    var reason = ""
    /// What to install for a decoder that is missing; nil if none is.
    var remedy: String?
  }

  @safe enum Step {
    /// The sample belongs to the caller.
    case sample(OpaquePointer)
    /// Nothing is ready yet.
    case nothing
    case ended
  }

  let pipeline: UnsafeMutablePointer<GstElement>
  let sink: UnsafeMutablePointer<GstAppSink>
  private let bus: UnsafeMutablePointer<GstBus>
  /// The description of a decoder that is not installed.
  private var missing: String?
  /// The error for a fault.
  private let error: (Fault) -> ClipError

  init(_ description: String, error: @escaping (Fault) -> ClipError) throws(ClipError) {
    var fault: UnsafeMutablePointer<GError>?
    let made = unsafe gst_parse_launch_full(description, nil, GST_PARSE_FLAG_FATAL_ERRORS, &fault)
    defer { unsafe g_clear_error(&fault) }
    guard let pipeline = unsafe made, let sink = unsafe marquee_gst_child(pipeline, "sink"),
      let bus = unsafe gst_element_get_bus(pipeline)
    else {
      let reason = unsafe fault.map { unsafe String(cString: $0.pointee.message) } ?? ""
      throw ClipError(
        "GStreamer has no pipeline for it: \(reason): install gstreamer1.0-plugins-good and gstreamer1.0-plugins-bad")
    }
    (unsafe self.pipeline, unsafe self.sink, unsafe self.bus) = unsafe (pipeline, marquee_gst_app_sink(sink), bus)
    self.error = error
  }

  deinit {
    set(GST_STATE_NULL)
    unsafe gst_object_unref(bus)
    unsafe gst_object_unref(sink)
    unsafe gst_object_unref(pipeline)
  }

  func set(_ state: GstState) { _ = unsafe gst_element_set_state(pipeline, state) }

  /// Calls back with an element of the description.
  func withElement(_ name: String, _ body: (UnsafeMutablePointer<GstElement>) -> Void) {
    guard let element = unsafe marquee_gst_child(pipeline, name) else { return }
    unsafe body(element)
    unsafe gst_object_unref(element)
  }

  /// Leaves out the streams of `decodebin` that are no pictures.
  func decodesOnlyPictures() {
    unsafe withElement("decoder") { decoder in
      unsafe marquee_gst_on_stream(
        decoder,
        { _, _, caps, _ in
          unsafe DecodingPipeline.isOf(["audio/", "text/", "subpicture/", "closedcaption/"], caps) ? 0 : 1
        }, nil)
    }
  }

  /// Whether the type of a stream begins with one of these words.
  static func isOf(_ types: [String], _ caps: UnsafeMutablePointer<GstCaps>?) -> Bool {
    guard let caps = unsafe caps, unsafe gst_caps_get_size(caps) > 0 else { return false }
    let name = unsafe String(cString: gst_structure_get_name(gst_caps_get_structure(caps, 0)))
    return types.contains { name.hasPrefix($0) }
  }

  /// Waits for the next sample, at most this long.
  func next(within nanoseconds: UInt64) throws(ClipError) -> Step {
    // Messages pile up otherwise while pictures flow.
    try check()
    if let sample = unsafe gst_app_sink_try_pull_sample(sink, GstClockTime(nanoseconds)) {
      return unsafe .sample(sample)
    }
    try check()
    return unsafe gst_app_sink_is_eos(sink) != 0 ? .ended : .nothing
  }

  /// Reads the messages of the pipeline, and waits at most this long for the first one.
  func check(within nanoseconds: UInt64 = 0) throws(ClipError) {
    let wanted = GstMessageType(GST_MESSAGE_ERROR.rawValue | GST_MESSAGE_ELEMENT.rawValue)
    while let message = unsafe gst_bus_timed_pop_filtered(bus, GstClockTime(nanoseconds), wanted) {
      defer {
        unsafe gst_mini_object_unref(UnsafeMutableRawPointer(message).assumingMemoryBound(to: GstMiniObject.self))
      }
      if unsafe gst_is_missing_plugin_message(message) != 0 {
        missing = unsafe PluginLibrary.text(gst_missing_plugin_message_get_description(message))
      } else if unsafe message.pointee.type == GST_MESSAGE_ERROR {
        throw error(Fault(message, missing: missing))
      }
    }
  }

  var decoder: Clip.Decoder { unsafe Clip.Decoder(in: pipeline) }
}

extension DecodingPipeline.Fault {
  @safe init(_ message: UnsafeMutablePointer<GstMessage>, missing: String?) {
    remedy = missing.map { "there is no \($0): install gstreamer1.0-libav, gstreamer1.0-plugins-good and -bad" }
    var error: UnsafeMutablePointer<GError>?
    unsafe gst_message_parse_error(message, &error, nil)
    defer { unsafe g_clear_error(&error) }
    guard let error = unsafe error else { return }
    reason = unsafe String(cString: error.pointee.message)
    let (domain, code) = unsafe (error.pointee.domain, UInt32(bitPattern: error.pointee.code))
    kind =
      switch code {
      case GST_STREAM_ERROR_TYPE_NOT_FOUND.rawValue where domain == marquee_gst_stream_errors(),
        GST_STREAM_ERROR_WRONG_TYPE.rawValue where domain == marquee_gst_stream_errors():
        .noVideo
      case GST_RESOURCE_ERROR_NOT_AUTHORIZED.rawValue where domain == marquee_gst_resource_errors(): .notAuthorized
      case GST_RESOURCE_ERROR_NOT_FOUND.rawValue where domain == marquee_gst_resource_errors(): .notFound
      default: .other
      }
  }
}
