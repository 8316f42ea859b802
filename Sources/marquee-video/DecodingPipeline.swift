internal import CGStreamer

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
