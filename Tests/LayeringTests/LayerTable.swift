/// A target may import only targets of earlier rows.
///
/// docs/targets.md shows the same table to people, and a test compares the two. Change a row here, there and in Package.swift in the
/// same commit, and give the reason in its message.
enum LayerTable {
  static let layers: [TargetLayer] = [
    // Values: no isolation, no I/O.
    TargetLayer("DisplayTypes"),
    TargetLayer("ContentModel", "DisplayTypes", system: "Glibc Synchronization"),
    TargetLayer("EDID", "DisplayTypes"),
    TargetLayer("Composition", "DisplayTypes CPixman", system: "Synchronization"),
    TargetLayer("Presentation", "DisplayTypes EDID Composition"),
    TargetLayer("FrameChecks", "DisplayTypes CPNG CVideoCapture", system: "Glibc"),
    TargetLayer("Rasterizing", "DisplayTypes"),

    // Screens and scenes.
    TargetLayer("Scenes", "DisplayTypes ContentModel Composition Presentation"),

    // The kernel and other processes.
    TargetLayer("EventLoop", "DisplayTypes CLinuxEvents", system: "Glibc Synchronization SystemPackage"),
    TargetLayer("KernelModeSetting", "DisplayTypes EDID CDRM CGBM", system: "Glibc Synchronization SystemPackage"),
    TargetLayer("MonitorPower", "DisplayTypes EventLoop CCEC", system: "Glibc SystemPackage"),
    TargetLayer(
      "KMSBackend", "DisplayTypes Composition Presentation EventLoop KernelModeSetting CSeat CUdev",
      system: "Glibc Synchronization SystemPackage"),
    TargetLayer("SimulatedBackend", "DisplayTypes EDID Composition Presentation EventLoop"),
    TargetLayer(
      "DisplayScenes", "DisplayTypes Composition Presentation Scenes EventLoop KMSBackend SimulatedBackend",
      system: "Glibc Synchronization SystemPackage"),
    TargetLayer("RasterizerHost", "DisplayTypes Rasterizing EventLoop CLinuxEvents", system: "Glibc SystemPackage"),
    TargetLayer("RasterWorker", "DisplayTypes Rasterizing CLandlock CLinuxEvents CSeccomp", system: "Glibc"),

    // The control socket, and kept files.
    TargetLayer("ControlProtocol", "CJansson"),
    TargetLayer("KeptFiles", "DisplayTypes ControlProtocol", system: "Glibc SystemPackage"),
    TargetLayer("ControlServer", "DisplayTypes EventLoop ControlProtocol CLinuxEvents", system: "Glibc SystemPackage"),
    TargetLayer("ControlClient", "ControlProtocol CLinuxEvents", system: "Glibc SystemPackage"),
    TargetLayer("DisplayApps", "ControlProtocol ControlClient", system: "Dispatch Glibc Observation"),
    TargetLayer("SpeakerView", "DisplayTypes ControlProtocol CMark CPNG CQREncode CTerminal", system: "Glibc"),

    // Contents, and the configuration.
    TargetLayer("Configuration", "DisplayTypes ContentModel ControlProtocol CYAML"),
    TargetLayer(
      "Content", "DisplayTypes ContentModel Composition Presentation Scenes Rasterizing EventLoop",
      system: "Glibc SystemPackage"),

    // The programs.
    TargetLayer(
      "marqueed",
      "DisplayTypes ContentModel EDID Composition Configuration Presentation Scenes Rasterizing "
        + "Content EventLoop MonitorPower KMSBackend SimulatedBackend RasterizerHost ControlProtocol "
        + "KeptFiles ControlServer CArgp CLinuxEvents", system: "Glibc Logging Synchronization SystemPackage"),
    TargetLayer(
      "marqueectl",
      "DisplayTypes ContentModel EDID Rasterizing Configuration EventLoop FrameChecks ControlProtocol SpeakerView "
        + "ControlClient CLinuxEvents", system: "ArgumentParser Glibc"),
    TargetLayer(
      "marquee-rasterizer", "DisplayTypes Rasterizing RasterWorker CLinuxEvents CPango CQREncode", system: "Glibc"),
    TargetLayer("marquee-pictures", "DisplayTypes Rasterizing RasterWorker CPictures CXML"),
    TargetLayer("marquee-pages", "DisplayTypes Rasterizing RasterWorker CPoppler", system: "Glibc"),
    TargetLayer(
      "marquee-video", "DisplayTypes Rasterizing RasterWorker CGStreamer CLinuxEvents", system: "Glibc Synchronization"),
    TargetLayer(
      "marquee-sound", "DisplayTypes EDID Rasterizing RasterWorker CALSA CGStreamer CLinuxEvents", system: "Glibc"),
    TargetLayer("marquee-ddc", "DisplayTypes MonitorPower RasterWorker CDDCUtil", system: "Glibc"),
    TargetLayer(
      "marquee-keys",
      "DisplayTypes ContentModel Configuration EventLoop ControlProtocol ControlClient CEvdev "
        + "CInput CXKBCommon", system: "Glibc Synchronization SystemPackage"),
    TargetLayer(
      "marquee-remote",
      "DisplayTypes ContentModel EventLoop ControlProtocol KeptFiles SpeakerView ControlClient CGnuTLS "
        + "CLinuxEvents CMicroHTTPD", system: "ArgumentParser Dispatch Glibc Synchronization SystemPackage"),
  ]

  static func layer(_ target: String) -> TargetLayer? {
    layers.first { $0.target == target }
  }

  /// A target and everything that it imports, directly or by others.
  static func closure(_ target: String) -> Set<String> {
    var found: Set<String> = [target]
    for module in layer(target)?.modules ?? [] { found.formUnion(closure(module)) }
    return found
  }
}
