internal import CGStreamer
internal import Glibc
internal import Rasterizing

/// The reason why a device does not play, as a sentence.
struct SoundFailure: Error {
  let text: String
}

/// An open device of ALSA. Each block is heard at its time on CLOCK_MONOTONIC: GStreamer follows the clock of the device, and stretches the sound.
@safe final class PlaybackDevice {
  /// The name that ALSA has for it.
  let name: String
  private let pipeline: UnsafeMutablePointer<GstElement>
  private let source: UnsafeMutablePointer<GstAppSrc>
  private let bus: UnsafeMutablePointer<GstBus>

  /// A device that does not play lets blocks pile up, one second at most.
  private static let mostBytes: UInt64 = 48_000 * 4
  /// The device keeps a tenth of a second of sound, in ten parts.
  private static let description =
    "appsrc name=source format=time caps=audio/x-raw,format=S16LE,rate=48000,channels=2,layout=interleaved "
    + "! audioconvert ! audioresample ! alsasink name=sink provide-clock=false slave-method=resample "
    + "buffer-time=100000 latency-time=10000"

  /// Opens a device.
  ///
  /// - Parameter name: the name that ALSA has for it, as `hw:0,3`.
  init(_ name: String) throws(SoundFailure) {
    var error: UnsafeMutablePointer<GError>?
    let made = unsafe gst_parse_launch_full(Self.description, nil, GST_PARSE_FLAG_FATAL_ERRORS, &error)
    defer { unsafe g_clear_error(&error) }
    guard let pipeline = unsafe made, let source = unsafe marquee_gst_child(pipeline, "source"),
      let sink = unsafe marquee_gst_child(pipeline, "sink"), let bus = unsafe gst_element_get_bus(pipeline)
    else {
      let reason = unsafe error.map { unsafe String(cString: $0.pointee.message) } ?? ""
      throw SoundFailure(text: "GStreamer cannot play sound: \(reason)")
    }
    (unsafe self.pipeline, unsafe self.source, unsafe self.bus) = unsafe (pipeline, marquee_gst_app_source(source), bus)
    self.name = name
    unsafe marquee_gst_set_text(sink, "device", name)
    unsafe gst_object_unref(sink)
    unsafe marquee_gst_follow_monotonic_clock(pipeline)
    let result = unsafe gst_element_set_state(pipeline, GST_STATE_READY)
    try check()
    guard result != GST_STATE_CHANGE_FAILURE else { throw SoundFailure(text: "\(name) cannot be opened") }
    _ = unsafe gst_element_set_state(pipeline, GST_STATE_PLAYING)
  }

  deinit {
    _ = unsafe gst_element_set_state(pipeline, GST_STATE_NULL)
    unsafe gst_object_unref(bus)
    unsafe gst_object_unref(source)
    unsafe gst_object_unref(pipeline)
  }

  /// Plays samples at their time.
  func play(_ samples: [Int16], at index: Int64) throws(SoundFailure) {
    try check()
    guard unsafe gst_app_src_get_current_level_bytes(source) < Self.mostBytes else {
      throw SoundFailure(text: "it plays nothing any more")
    }
    let time = UInt64(max(0, SoundBlock.nanoseconds(at: index)))
    let length = UInt64(max(0, SoundBlock.nanoseconds(at: index + Int64(samples.count / 2)))) - time
    _ = unsafe samples.withUnsafeBytes { bytes in
      unsafe marquee_gst_push(source, bytes.baseAddress, gsize(bytes.count), GstClockTime(time), GstClockTime(length))
    }
  }

  private func check() throws(SoundFailure) {
    while let message = unsafe gst_bus_pop_filtered(bus, GST_MESSAGE_ERROR) {
      defer {
        unsafe gst_mini_object_unref(UnsafeMutableRawPointer(message).assumingMemoryBound(to: GstMiniObject.self))
      }
      var error: UnsafeMutablePointer<GError>?
      unsafe gst_message_parse_error(message, &error, nil)
      defer { unsafe g_clear_error(&error) }
      throw SoundFailure(text: unsafe error.map { unsafe String(cString: $0.pointee.message) } ?? "unknown error")
    }
  }
}
