internal import CGStreamer
internal import DisplayTypes
internal import Glibc
internal import RasterWorker
internal import Rasterizing
internal import Synchronization

/// A live stream in a pipeline of GStreamer, which receives it and decodes its pictures.
@safe final class StreamPipeline {
  /// The pictures that have come wait here, so that the stream is held back when they are not taken.
  private static let description =
    "uridecodebin name=decoder ! video/x-raw ! videoconvert ! deinterlace ! "
    + "videoflip video-direction=auto ! appsink name=sink sync=false max-buffers=4 enable-last-sample=false"

  private let pipeline: UnsafeMutablePointer<GstElement>
  private let sink: UnsafeMutablePointer<GstAppSink>
  private let bus: UnsafeMutablePointer<GstBus>
  /// The description of a decoder that is not installed.
  private var missing: String?
  /// The coded pictures of the only stream of the process.
  private static let backlog = Mutex(StreamBacklog())

  enum Step {
    case decoded(Clip.Decoded)
    /// Nothing has come yet.
    case nothing
    case ended
  }

  /// Connects to the server.
  init(_ address: StreamAddress) throws(ClipError) {
    let made = unsafe gst_parse_launch_full(Self.description, nil, GST_PARSE_FLAG_FATAL_ERRORS, nil)
    guard let pipeline = unsafe made, let decoder = unsafe marquee_gst_child(pipeline, "decoder"),
      let sink = unsafe marquee_gst_child(pipeline, "sink"), let bus = unsafe gst_element_get_bus(pipeline)
    else { throw ClipError("GStreamer has no pipeline for it: install gstreamer1.0-plugins-good and -bad") }
    (unsafe self.pipeline, unsafe self.sink, unsafe self.bus) = unsafe (pipeline, marquee_gst_app_sink(sink), bus)
    unsafe marquee_gst_set_text(decoder, "uri", address.text)
    unsafe marquee_gst_on_stream(
      decoder,
      { _, _, caps, _ in unsafe Clip.isOf(["audio/", "text/", "subpicture/", "closedcaption/"], caps) ? 0 : 1 },
      nil)
    unsafe marquee_gst_on_source(decoder) { _, source, _ in unsafe StreamPipeline.prepare(source) }
    unsafe gst_object_unref(decoder)
    Self.backlog.withLock { $0 = StreamBacklog() }
    unsafe marquee_gst_on_coded_picture(pipeline) { time, isKey in
      guard time != GstClockTime.max else { return 1 }
      let now = WorkerClock.now
      return StreamPipeline.backlog.withLock { $0.takes(Int64(clamping: time), isKey: isKey != 0, now: now) } ? 1 : 0
    }
    _ = unsafe gst_element_set_state(pipeline, GST_STATE_PLAYING)
  }

  deinit {
    _ = unsafe gst_element_set_state(pipeline, GST_STATE_NULL)
    unsafe gst_object_unref(bus)
    unsafe gst_object_unref(sink)
    unsafe gst_object_unref(pipeline)
  }

  /// Sets the properties of the element that connects.
  private static func prepare(_ source: UnsafeMutablePointer<GstElement>?) {
    guard let source = unsafe source, let factory = unsafe gst_element_get_factory(source) else { return }
    let name = unsafe PluginLibrary.text(
      gst_object_get_name(UnsafeMutableRawPointer(factory).assumingMemoryBound(to: GstObject.self)))
    if name == "rtspsrc" {
      unsafe marquee_gst_set_number(source, "latency", 200)
      // `GST_RTSP_LOWER_TRANS_TCP` (gstrtsptransport.h), alone and with `GST_RTSP_LOWER_TRANS_TLS`: one connection has everything, and no
      // datagram goes to an address that the server names.
      unsafe marquee_gst_set_number(source, "protocols", 0x24)
    }
  }

  /// Waits for the next picture, at most this long.
  func next(within nanoseconds: UInt64) throws(ClipError) -> Step {
    try check()
    if let sample = unsafe gst_app_sink_try_pull_sample(sink, GstClockTime(nanoseconds)) {
      return .decoded(unsafe Clip.Decoded(sample, time: Self.time(of: sample)))
    }
    try check()
    return unsafe gst_app_sink_is_eos(sink) != 0 ? .ended : .nothing
  }

  /// Whether coded pictures were left out before this one.
  func endsGap(_ picture: Clip.Decoded) -> Bool { Self.backlog.withLock { $0.endsGap(picture.time) } }

  var decoder: Clip.Decoder { unsafe Clip.Decoder(in: pipeline) }

  /// The time of a picture since the beginning of the pipeline, also over jumps of the stream's own time.
  private static func time(of sample: OpaquePointer) -> Int64 {
    guard let buffer = unsafe gst_sample_get_buffer(sample), let segment = unsafe gst_sample_get_segment(sample) else {
      return 0
    }
    let time = unsafe gst_segment_to_running_time(segment, GST_FORMAT_TIME, buffer.pointee.pts)
    return time == GstClockTime.max ? 0 : Int64(clamping: time)
  }

  private func check() throws(ClipError) {
    let wanted = GstMessageType(GST_MESSAGE_ERROR.rawValue | GST_MESSAGE_ELEMENT.rawValue)
    while let message = unsafe gst_bus_timed_pop_filtered(bus, 0, wanted) {
      defer {
        unsafe gst_mini_object_unref(UnsafeMutableRawPointer(message).assumingMemoryBound(to: GstMiniObject.self))
      }
      if unsafe gst_is_missing_plugin_message(message) != 0 {
        missing = unsafe PluginLibrary.text(gst_missing_plugin_message_get_description(message))
      } else if unsafe message.pointee.type == GST_MESSAGE_ERROR {
        throw unsafe failure(message)
      }
    }
  }

  /// The reason for the end of the stream. GStreamer's own words are the last choice, because it reports many faults of a connection as a
  /// fault of the data.
  private func failure(_ message: UnsafeMutablePointer<GstMessage>) -> ClipError {
    if let fault = ConnectionGuard.fault { return ClipError(fault) }
    var error: UnsafeMutablePointer<GError>?
    unsafe gst_message_parse_error(message, &error, nil)
    defer { unsafe g_clear_error(&error) }
    guard let error = unsafe error else { return ClipError("it cannot be received") }
    if let missing {
      return ClipError("there is no \(missing): install gstreamer1.0-libav, gstreamer1.0-plugins-good and -bad")
    }
    if unsafe error.pointee.domain == marquee_gst_stream_errors(),
      unsafe error.pointee.code == Int32(bitPattern: GST_STREAM_ERROR_TYPE_NOT_FOUND.rawValue)
        || error.pointee.code == Int32(bitPattern: GST_STREAM_ERROR_WRONG_TYPE.rawValue)
    {
      return ClipError("its server sends no video")
    }
    if unsafe error.pointee.domain == marquee_gst_resource_errors() {
      switch unsafe UInt32(bitPattern: error.pointee.code) {
      case GST_RESOURCE_ERROR_NOT_AUTHORIZED.rawValue:
        return ClipError("its server refuses the name and password in the address, or asks for them")
      case GST_RESOURCE_ERROR_NOT_FOUND.rawValue: return ClipError("its server has nothing at this address")
      default: break
      }
    }
    return ClipError("it cannot be received: \(unsafe String(cString: error.pointee.message))")
  }
}
