/// The rule of the house: a target imports only what stands above it.
///
/// docs/targets.md shows the same table to people, and a test compares the two. A row is changed here, there and in
/// Package.swift at once, and the reason belongs into the commit.
enum LayerTable {
  static let layers: [Layer] = [
    // Values: no isolation, no I/O.
    Layer("DisplayTypes"),
    Layer("ContentModel", "DisplayTypes", system: "Glibc Synchronization"),
    Layer("EDID", "DisplayTypes"),
    Layer("Composition", "DisplayTypes CPixman"),
    Layer("Presentation", "DisplayTypes EDID Composition"),
    Layer("Rasterizing", "DisplayTypes"),

    // Screens and scenes.
    Layer("Scenes", "DisplayTypes ContentModel Composition Presentation"),

    // The kernel and other processes.
    Layer("EventLoop", "DisplayTypes CLinuxEvents", system: "Glibc Synchronization SystemPackage"),
    Layer("KernelModeSetting", "DisplayTypes EDID CDRM CGBM", system: "Glibc Synchronization SystemPackage"),
    Layer("MonitorPower", "DisplayTypes EventLoop CCEC", system: "Glibc SystemPackage"),
    Layer(
      "KMSBackend", "DisplayTypes Composition Presentation EventLoop KernelModeSetting CUdev",
      system: "Glibc Synchronization SystemPackage"),
    Layer("SimulatedBackend", "DisplayTypes EDID Composition Presentation EventLoop"),
    Layer("RasterizerHost", "DisplayTypes Rasterizing EventLoop CLinuxEvents", system: "Glibc SystemPackage"),
    Layer("RasterWorker", "DisplayTypes Rasterizing CLandlock CLinuxEvents CSeccomp", system: "Glibc"),

    // The control socket, and what is kept.
    Layer("ControlProtocol", "CJansson"),
    Layer("KeptFiles", "DisplayTypes ControlProtocol", system: "Glibc SystemPackage"),
    Layer("ControlServer", "DisplayTypes EventLoop ControlProtocol CLinuxEvents", system: "Glibc SystemPackage"),
    Layer("ControlClient", "ControlProtocol CLinuxEvents", system: "Glibc SystemPackage"),
    Layer("DisplayApps", "ControlProtocol ControlClient", system: "Dispatch Glibc Observation"),
    Layer("SpeakerView", "DisplayTypes ControlProtocol CMark CQREncode CTerminal", system: "Glibc"),

    // Contents, and the configuration.
    Layer("Configuration", "DisplayTypes ContentModel ControlProtocol CYAML"),
    Layer(
      "Content", "DisplayTypes ContentModel Composition Presentation Scenes Rasterizing EventLoop",
      system: "Glibc SystemPackage"),

    // The programs.
    Layer(
      "marqueed",
      "DisplayTypes ContentModel EDID Composition Configuration Presentation Scenes Rasterizing "
        + "Content EventLoop MonitorPower KMSBackend SimulatedBackend RasterizerHost ControlProtocol "
        + "KeptFiles ControlServer CArgp CLinuxEvents", system: "Glibc Logging Synchronization SystemPackage"),
    Layer(
      "marqueectl",
      "DisplayTypes ContentModel EDID Configuration EventLoop ControlProtocol SpeakerView ControlClient "
        + "CLinuxEvents", system: "ArgumentParser Glibc"),
    Layer("marquee-rasterizer", "DisplayTypes Rasterizing RasterWorker CLinuxEvents CPango CQREncode", system: "Glibc"),
    Layer("marquee-pictures", "DisplayTypes Rasterizing RasterWorker CPictures"),
    Layer("marquee-pages", "DisplayTypes Rasterizing RasterWorker CPoppler", system: "Glibc"),
    Layer("marquee-ddc", "DisplayTypes MonitorPower RasterWorker CDDCUtil", system: "Glibc"),
    Layer(
      "marquee-keys",
      "DisplayTypes ContentModel Configuration EventLoop ControlProtocol ControlClient CEvdev "
        + "CInput", system: "Glibc Synchronization SystemPackage"),
    Layer(
      "marquee-remote",
      "DisplayTypes EventLoop ControlProtocol KeptFiles ControlClient CGnuTLS CLinuxEvents "
        + "CMicroHTTPD", system: "ArgumentParser Dispatch Glibc Synchronization SystemPackage"),
  ]

  static func layer(_ target: String) -> Layer? {
    layers.first { $0.target == target }
  }

  /// A target and everything that it imports, directly or by others.
  static func closure(_ target: String) -> Set<String> {
    var found: Set<String> = [target]
    for module in layer(target)?.modules ?? [] { found.formUnion(closure(module)) }
    return found
  }
}
