internal import CGStreamer
internal import Glibc

/// GStreamer in this process.
@safe enum PluginLibrary {
  /// Reads the list of plugins. Plugins are loaded when a pipeline needs them.
  static func start() {
    // A separate process for new plugins could not be started later.
    gst_registry_fork_set_enabled(0)
    gst_init(nil, nil)
  }

  /// Leaves only the elements that receive streams, and keeps GLib's services off the bus and off other sockets.
  static func startForStreams() {
    for (name, value) in [
      ("GIO_USE_NETWORK_MONITOR", "base"), ("GIO_USE_PROXY_RESOLVER", "dummy"), ("GIO_USE_VFS", "local"),
      ("GSETTINGS_BACKEND", "memory"),
    ] {
      unsafe setenv(name, value, 1)
    }
    start()
    marquee_gst_keep_stream_sources()
  }

  /// The text of a C string, which is freed.
  static func text(_ string: UnsafeMutablePointer<CChar>?) -> String {
    guard let string = unsafe string else { return "" }
    defer { unsafe g_free(string) }
    return unsafe String(cString: string)
  }
}

/// The reason why a clip cannot be played, as a sentence without its file.
struct ClipError: Error {
  let text: String

  init(_ text: String) { self.text = text }

  /// The error of a pipeline that plays a file.
  init(_ fault: DecodingPipeline.Fault) {
    switch (fault.remedy, fault.kind) {
    case (let remedy?, _): self.init(remedy)
    case (nil, .noVideo): self.init("it is no video file")
    case (nil, .notAuthorized), (nil, .notFound), (nil, .other):
      // Reasons of GStreamer are whole sentences.
      let reason = fault.reason.hasSuffix(".") ? String(fault.reason.dropLast()) : fault.reason
      self.init(
        "it cannot be played (\(reason.isEmpty ? "for an unknown reason" : reason)); copy it again, or convert it to H.264"
      )
    }
  }
}
