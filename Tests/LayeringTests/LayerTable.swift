/// The rule of the house: a target imports only what stands above it.
///
/// ARCHITECTURE.md shows the same table to people, and a test compares the two. A row is changed here, there and in
/// Package.swift at once, and the reason belongs into the commit.
enum LayerTable {
  static let layers: [Layer] = [
    // Values: no isolation, no I/O.
    Layer("DisplayTypes"),
    Layer("Timeline", "DisplayTypes"),
    Layer("Talks", "DisplayTypes"),
    Layer("EDID", "DisplayTypes"),
    Layer("ScreenDiscovery", "DisplayTypes EDID"),
    Layer("ModeSelection", "DisplayTypes"),
    Layer("Composition", "DisplayTypes"),
    Layer("Configuration", "DisplayTypes Timeline ModeSelection CYAML", system: "Glibc Synchronization"),
    Layer("Presentation", "DisplayTypes Composition"),
    Layer("Scenes", "DisplayTypes EDID ModeSelection Composition Presentation"),
    Layer("Rasterizing", "DisplayTypes Composition"),
    Layer("Content", "DisplayTypes Timeline Talks Presentation Scenes Composition Rasterizing"),
    Layer("Drawing", "DisplayTypes Composition CPixman"),

    // What touches the kernel and other processes.
    Layer("EventLoop", "DisplayTypes CLinuxEvents", system: "Glibc Synchronization SystemPackage"),
    Layer("KernelModeSetting", "DisplayTypes EDID CDRM CGBM", system: "Glibc Synchronization SystemPackage"),
    Layer(
      "Hotplug", "DisplayTypes ScreenDiscovery EventLoop KernelModeSetting CUdev CLinuxEvents",
      system: "Glibc SystemPackage"),
    Layer("WorkerProcesses", "CLinuxEvents", system: "Glibc Synchronization SystemPackage"),
    Layer("MonitorPower", "DisplayTypes EventLoop WorkerProcesses CCEC", system: "Glibc Synchronization SystemPackage"),
    Layer(
      "KMSBackend",
      "DisplayTypes Composition Presentation Drawing EventLoop EDID ScreenDiscovery KernelModeSetting Hotplug",
      system: "Synchronization SystemPackage"),
    Layer("SimulatedBackend", "DisplayTypes Composition Presentation Drawing EventLoop EDID ScreenDiscovery"),
    Layer(
      "RasterizerHost", "DisplayTypes Composition Rasterizing EventLoop WorkerProcesses CLinuxEvents",
      system: "Glibc SystemPackage"),
    Layer("MediaStore", "DisplayTypes Rasterizing Content EventLoop", system: "Glibc SystemPackage"),
    Layer("WorkerSandbox", "DisplayTypes CSeccomp CLandlock CLinuxEvents", system: "Glibc"),
    Layer("RasterWorker", "DisplayTypes Rasterizing WorkerSandbox CLinuxEvents", system: "Glibc"),

    // The control socket.
    Layer("JSONCoding", "CJansson"),
    Layer("KeptFiles", "DisplayTypes JSONCoding", system: "Glibc SystemPackage"),
    Layer("ControlProtocol", "JSONCoding"),
    Layer(
      "ControlServer", "ControlProtocol DisplayTypes Scenes EventLoop CLinuxEvents", system: "Glibc SystemPackage"),
    Layer("ContentWords", "ControlProtocol DisplayTypes Timeline Configuration"),
    Layer("ControlClient", "ControlProtocol CLinuxEvents", system: "Glibc SystemPackage"),
    Layer("DisplayApps", "ControlProtocol ControlClient", system: "Dispatch Glibc Observation"),
    Layer("SpeakerNotes", "ControlProtocol DisplayTypes CMark"),
    Layer("SpeakerView", "ControlProtocol SpeakerNotes DisplayTypes CQREncode CTerminal", system: "Glibc"),

    // The web pages: a controller like any other, which nothing of the daemon imports.
    Layer(
      "HTTPServer", "EventLoop DisplayTypes CMicroHTTPD CGnuTLS", system: "Glibc Synchronization SystemPackage"),
    Layer(
      "RemoteServer", "HTTPServer EventLoop KeptFiles ControlProtocol ControlClient CLinuxEvents",
      system: "Dispatch Glibc Synchronization SystemPackage"),

    // The programs.
    Layer(
      "marqueed",
      "DisplayTypes EDID ScreenDiscovery ModeSelection Composition Configuration Presentation Scenes Rasterizing Content "
        + "MediaStore Timeline Talks Drawing EventLoop KernelModeSetting Hotplug MonitorPower KMSBackend SimulatedBackend WorkerProcesses RasterizerHost JSONCoding KeptFiles "
        + "ControlProtocol ContentWords ControlServer CLinuxEvents CArgp",
      system: "Glibc Logging Synchronization SystemPackage"),
    Layer(
      "marqueectl",
      "ControlProtocol ContentWords ControlClient SpeakerNotes SpeakerView DisplayTypes Timeline EDID ModeSelection Configuration "
        + "CLinuxEvents",
      system: "ArgumentParser Glibc"),
    Layer(
      "marquee-rasterizer",
      "DisplayTypes Composition Rasterizing RasterWorker WorkerSandbox CPango CQREncode CLinuxEvents",
      system: "Glibc"),
    Layer(
      "marquee-pictures", "DisplayTypes Composition Rasterizing RasterWorker WorkerSandbox CPictures", system: "Glibc"),
    Layer("marquee-pages", "DisplayTypes Rasterizing RasterWorker WorkerSandbox CPoppler", system: "Glibc"),
    Layer("marquee-ddc", "DisplayTypes MonitorPower WorkerSandbox CDDCUtil", system: "Glibc"),
    Layer("InputControl", "DisplayTypes ModeSelection Configuration ControlProtocol CEvdev"),
    Layer(
      "marquee-keys",
      "InputControl DisplayTypes Configuration EventLoop ControlProtocol ControlClient CInput CLinuxEvents",
      system: "Glibc Synchronization SystemPackage"),
    Layer("marquee-remote", "ControlProtocol RemoteServer HTTPServer", system: "ArgumentParser Dispatch Glibc"),
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
