internal import CGStreamer
internal import DisplayTypes
internal import RasterWorker
internal import Rasterizing
internal import Synchronization

/// A live stream in a pipeline of GStreamer, which receives it and decodes its pictures.
@safe final class StreamPipeline {
  /// The pictures that have come wait here, so that the stream is held back when they are not taken.
  private static let description =
    "uridecodebin name=decoder ! video/x-raw ! videoconvert ! deinterlace ! "
    + "videoflip video-direction=auto ! appsink name=sink sync=false max-buffers=4 enable-last-sample=false"

  private let decoding: DecodingPipeline
  /// The coded pictures of the only stream of the process.
  private static let backlog = Mutex(StreamBacklog())

  /// Connects to the server.
  init(_ address: StreamAddress) throws(ClipError) {
    decoding = try DecodingPipeline(Self.description, error: Self.error)
    decoding.decodesOnlyPictures()
    unsafe decoding.withElement("decoder") { decoder in
      unsafe marquee_gst_set_text(decoder, "uri", address.text)
      unsafe marquee_gst_on_source(decoder) { _, source, _ in unsafe StreamPipeline.prepare(source) }
    }
    Self.backlog.withLock { $0 = StreamBacklog() }
    unsafe marquee_gst_on_coded_picture(decoding.pipeline) { time, isKey in
      guard time != GstClockTime.max else { return 1 }
      let now = WorkerClock.now
      return StreamPipeline.backlog.withLock { $0.takes(Int64(clamping: time), isKey: isKey != 0, now: now) } ? 1 : 0
    }
    decoding.set(GST_STATE_PLAYING)
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
  func next(within nanoseconds: UInt64) throws(ClipError) -> Clip.Step {
    switch try decoding.next(within: nanoseconds) {
    case .sample(let sample): return .decoded(unsafe Clip.Decoded(sample, time: Self.time(of: sample)))
    case .nothing: return .nothing
    case .ended: return .ended
    }
  }

  /// Whether pictures come, and are left out until a key frame.
  var isLeavingOut: Bool { Self.backlog.withLock { $0.isLeavingOut } }

  /// Whether coded pictures were left out before this one.
  func endsGap(_ picture: Clip.Decoded) -> Bool { Self.backlog.withLock { $0.endsGap(picture.time) } }

  var decoder: Clip.Decoder { decoding.decoder }

  /// The time of a picture since the beginning of the pipeline, also over jumps of the stream's own time.
  private static func time(of sample: OpaquePointer) -> Int64 {
    guard let buffer = unsafe gst_sample_get_buffer(sample), let segment = unsafe gst_sample_get_segment(sample) else {
      return 0
    }
    let time = unsafe gst_segment_to_running_time(segment, GST_FORMAT_TIME, buffer.pointee.pts)
    return time == GstClockTime.max ? 0 : Int64(clamping: time)
  }

  /// The reason for the end of the stream. GStreamer's own words are the last choice, because it reports many faults of a connection as a
  /// fault of the data.
  private static func error(_ fault: DecodingPipeline.Fault) -> ClipError {
    if let fault = ConnectionGuard.fault { return ClipError(fault) }
    if let remedy = fault.remedy { return ClipError(remedy) }
    return switch fault.kind {
    case .noVideo: ClipError("its server sends no video")
    case .notAuthorized: ClipError("its server refuses the name and password in the address, or asks for them")
    case .notFound: ClipError("its server has nothing at this address")
    case .other: ClipError("it cannot be received\(fault.reason.isEmpty ? "" : ": \(fault.reason)")")
    }
  }
}
