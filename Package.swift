// swift-tools-version: 6.2
import PackageDescription

/// A warning is an error.
///
/// `MARQUEE_LENIENT=1` lets warnings pass, for a newer compiler with new warnings.
let warnings: [SwiftSetting] = Context.environment["MARQUEE_LENIENT"] == nil ? [.treatAllWarnings(as: .error)] : []
/// Line tables only: they are enough for a backtrace, and debug data of types and variables make each build slower.
///
/// `MARQUEE_DEBUG=1` builds with all data for a debugger.
let lines: [SwiftSetting] =
  Context.environment["MARQUEE_DEBUG"] == nil ? [.unsafeFlags(["-gline-tables-only"])] : []
/// Settings of every Swift target (CONTRIBUTING.md, "Language settings").
let common: [SwiftSetting] =
  warnings + lines + [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
/// Targets that call C: each unsafe expression has the word `unsafe`.
let wrapper: [SwiftSetting] = common + [.strictMemorySafety()]
/// Targets that process every pixel: without optimisation each picture takes seconds.
let pixels: [SwiftSetting] = wrapper + [.unsafeFlags(["-O"])]
/// Targets that read whole pictures, all sources or long logs, or simulate whole days: without optimisation each takes seconds.
let optimized: [SwiftSetting] = common + [.unsafeFlags(["-O"])]
/// Test support that is also a program for the virtual machine: optimisation would take a minute of each build and gain nothing.
let unoptimized: [SwiftSetting] = common + [.unsafeFlags(["-Onone"])]
/// Targets that run on the main thread.
let onMain: [SwiftSetting] = common + [.defaultIsolation(MainActor.self)]

let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let system: Target.Dependency = .product(name: "SystemPackage", package: "swift-system")

let package = Package(
  name: "marquee",
  products: [
    .executable(name: "marqueed", targets: ["marqueed"]),
    .executable(name: "marqueectl", targets: ["marqueectl"]),
    .executable(name: "marquee-rasterizer", targets: ["marquee-rasterizer"]),
    .executable(name: "marquee-pictures", targets: ["marquee-pictures"]),
    .executable(name: "marquee-pages", targets: ["marquee-pages"]),
    .executable(name: "marquee-video", targets: ["marquee-video"]),
    .executable(name: "marquee-sound", targets: ["marquee-sound"]),
    .executable(name: "marquee-ddc", targets: ["marquee-ddc"]),
    .executable(name: "marquee-keys", targets: ["marquee-keys"]),
    .executable(name: "marquee-remote", targets: ["marquee-remote"]),
    .library(name: "ControlClient", targets: ["ControlClient", "ControlProtocol"]),
    .library(name: "DisplayApps", targets: ["DisplayApps", "ControlProtocol"]),
    .library(name: "DisplayScenes", targets: ["DisplayScenes"]),
    .library(name: "EDID", targets: ["EDID"]),
    .library(name: "KernelModeSetting", targets: ["KernelModeSetting"]),
    // Scenarios preload this library into a daemon.
    .library(name: "SyncGate", type: .dynamic, targets: ["SyncGate"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: [
    .systemLibrary(name: "CDRM", path: "Sources/CModules/CDRM", pkgConfig: "libdrm"),
    .systemLibrary(name: "CGBM", path: "Sources/CModules/CGBM"),
    .systemLibrary(name: "CUdev", path: "Sources/CModules/CUdev", pkgConfig: "libudev"),
    // libseat is loaded when a seat is asked for, so only its header is needed here.
    .systemLibrary(name: "CSeat", path: "Sources/CModules/CSeat"),
    .systemLibrary(name: "CPixman", path: "Sources/CModules/CPixman", pkgConfig: "pixman-1"),
    .systemLibrary(name: "CPango", path: "Sources/CModules/CPango", pkgConfig: "pangocairo"),
    .systemLibrary(name: "CPictures", path: "Sources/CModules/CPictures", pkgConfig: "librsvg-2.0"),
    // librsvg is linked with it too.
    .systemLibrary(name: "CXML", path: "Sources/CModules/CXML", pkgConfig: "libxml-2.0"),
    // poppler is GPL. Only marquee-pages, a separate program, loads it (NOTICE).
    .systemLibrary(name: "CPoppler", path: "Sources/CModules/CPoppler", pkgConfig: "poppler-glib"),
    .systemLibrary(name: "CGStreamer", path: "Sources/CModules/CGStreamer", pkgConfig: "gstreamer-app-1.0"),
    .systemLibrary(name: "CALSA", path: "Sources/CModules/CALSA", pkgConfig: "alsa"),
    .systemLibrary(name: "CLandlock", path: "Sources/CModules/CLandlock"),
    .systemLibrary(name: "CQREncode", path: "Sources/CModules/CQREncode", pkgConfig: "libqrencode"),
    .systemLibrary(name: "CSeccomp", path: "Sources/CModules/CSeccomp", pkgConfig: "libseccomp"),
    // ControlProtocol is linked with its static archive, so the guest and a box need no further package.
    .systemLibrary(name: "CJansson", path: "Sources/CModules/CJansson"),
    // SpeakerView is linked with its static archive too.
    .systemLibrary(name: "CMark", path: "Sources/CModules/CMark"),
    .systemLibrary(name: "CTerminal", path: "Sources/CModules/CTerminal"),
    .systemLibrary(name: "CArgp", path: "Sources/CModules/CArgp"),
    .systemLibrary(name: "CInput", path: "Sources/CModules/CInput", pkgConfig: "libinput"),
    .systemLibrary(name: "CXKBCommon", path: "Sources/CModules/CXKBCommon", pkgConfig: "xkbcommon"),
    .systemLibrary(name: "CEvdev", path: "Sources/CModules/CEvdev", pkgConfig: "libevdev"),
    .systemLibrary(name: "CYAML", path: "Sources/CModules/CYAML", pkgConfig: "yaml-0.1"),
    .systemLibrary(name: "CPNG", path: "Sources/CModules/CPNG", pkgConfig: "libpng"),
    .systemLibrary(name: "CVideoCapture", path: "Sources/CModules/CVideoCapture"),
    .systemLibrary(name: "CLinuxEvents", path: "Sources/CModules/CLinuxEvents"),
    .systemLibrary(name: "CCEC", path: "Sources/CModules/CCEC"),
    // libddcutil is GPL. Only marquee-ddc, a separate program, loads it (NOTICE).
    .systemLibrary(name: "CDDCUtil", path: "Sources/CModules/CDDCUtil"),
    .systemLibrary(name: "CGnuTLS", path: "Sources/CModules/CGnuTLS", pkgConfig: "gnutls"),
    .systemLibrary(name: "CMicroHTTPD", path: "Sources/CModules/CMicroHTTPD", pkgConfig: "libmicrohttpd"),

    .target(name: "DisplayTypes", swiftSettings: common),
    .target(name: "ContentModel", dependencies: ["DisplayTypes"], swiftSettings: pixels),
    .target(name: "EDID", dependencies: ["DisplayTypes"], swiftSettings: common),
    .target(name: "Composition", dependencies: ["DisplayTypes", "CPixman"], swiftSettings: pixels),
    .target(
      name: "Configuration", dependencies: ["DisplayTypes", "ContentModel", "ControlProtocol", "CYAML"],
      swiftSettings: wrapper),
    .target(name: "Presentation", dependencies: ["DisplayTypes", "EDID", "Composition"], swiftSettings: common),
    .target(
      name: "Scenes", dependencies: ["DisplayTypes", "ContentModel", "Composition", "Presentation"],
      swiftSettings: onMain),
    .target(
      name: "FrameChecks", dependencies: ["DisplayTypes", "CPNG", "CVideoCapture"], swiftSettings: pixels),
    .target(name: "Rasterizing", dependencies: ["DisplayTypes"], swiftSettings: common),
    .target(
      name: "Content",
      dependencies: [
        "DisplayTypes", "ContentModel", "Composition", "Presentation", "Scenes", "Rasterizing", "EventLoop", system,
      ],
      swiftSettings: onMain + [.unsafeFlags(["-O"])]),

    .target(name: "EventLoop", dependencies: ["DisplayTypes", "CLinuxEvents", system], swiftSettings: wrapper),
    .target(
      name: "KernelModeSetting", dependencies: ["DisplayTypes", "EDID", "CDRM", "CGBM", system], swiftSettings: wrapper),
    .target(
      name: "MonitorPower", dependencies: ["DisplayTypes", "EventLoop", "CCEC", system],
      swiftSettings: wrapper),
    .target(
      name: "KMSBackend",
      dependencies: [
        "DisplayTypes", "Composition", "Presentation", "EventLoop", "KernelModeSetting", "CSeat", "CUdev", system,
      ],
      swiftSettings: wrapper),
    .target(
      name: "SimulatedBackend", dependencies: ["DisplayTypes", "EDID", "Composition", "Presentation", "EventLoop"],
      swiftSettings: common),
    .target(
      name: "DisplayScenes",
      dependencies: [
        "DisplayTypes", "Composition", "Presentation", "Scenes", "EventLoop", "KMSBackend", "SimulatedBackend", system,
      ],
      swiftSettings: onMain),
    .target(
      name: "RasterizerHost", dependencies: ["DisplayTypes", "Rasterizing", "EventLoop", "CLinuxEvents", system],
      swiftSettings: wrapper),
    .target(
      name: "RasterWorker", dependencies: ["DisplayTypes", "Rasterizing", "CLandlock", "CLinuxEvents", "CSeccomp"],
      swiftSettings: wrapper),

    .target(
      name: "ControlProtocol", dependencies: ["CJansson"],
      exclude: [
        "org.marquee.Display.varlink", "org.varlink.service.varlink", "Generated/org.marquee.Display.varlink",
      ],
      swiftSettings: wrapper, linkerSettings: [.linkedLibrary(":libjansson.a")]),
    .target(name: "KeptFiles", dependencies: ["DisplayTypes", "ControlProtocol", system], swiftSettings: common),
    .target(
      name: "ControlServer", dependencies: ["DisplayTypes", "EventLoop", "ControlProtocol", "CLinuxEvents", system],
      swiftSettings: onMain),
    .target(
      name: "SpeakerView",
      dependencies: ["DisplayTypes", "ControlProtocol", "CMark", "CPNG", "CQREncode", "CTerminal"],
      swiftSettings: wrapper, linkerSettings: [.linkedLibrary(":libcmark.a")]),
    .target(name: "ControlClient", dependencies: ["ControlProtocol", "CLinuxEvents", system], swiftSettings: common),

    .target(name: "DisplayApps", dependencies: ["ControlProtocol", "ControlClient"], swiftSettings: common),

    .executableTarget(
      name: "marqueed",
      dependencies: [
        "DisplayTypes", "ContentModel", "EDID", "Composition", "Configuration", "Presentation", "Scenes", "Rasterizing",
        "Content", "EventLoop", "MonitorPower", "KMSBackend", "SimulatedBackend", "RasterizerHost", "ControlProtocol",
        "KeptFiles", "ControlServer", "CArgp", "CLinuxEvents", logging, system,
      ], swiftSettings: onMain),
    .executableTarget(
      name: "marqueectl",
      dependencies: [
        "DisplayTypes", "ContentModel", "EDID", "Rasterizing", "Configuration", "EventLoop", "FrameChecks",
        "ControlProtocol", "SpeakerView", "ControlClient",
        "CLinuxEvents", argumentParser,
      ],
      swiftSettings: common),
    .executableTarget(
      name: "marquee-rasterizer",
      dependencies: ["DisplayTypes", "Rasterizing", "RasterWorker", "CLinuxEvents", "CPango", "CQREncode"],
      swiftSettings: wrapper),
    .executableTarget(
      name: "marquee-pictures", dependencies: ["DisplayTypes", "Rasterizing", "RasterWorker", "CPictures", "CXML"],
      swiftSettings: pixels),
    .executableTarget(
      name: "marquee-pages", dependencies: ["DisplayTypes", "Rasterizing", "RasterWorker", "CPoppler"],
      swiftSettings: wrapper),
    .executableTarget(
      name: "marquee-video",
      dependencies: ["DisplayTypes", "Rasterizing", "RasterWorker", "CGStreamer", "CLinuxEvents"],
      swiftSettings: wrapper),
    .executableTarget(
      name: "marquee-sound",
      dependencies: ["DisplayTypes", "EDID", "Rasterizing", "RasterWorker", "CALSA", "CGStreamer", "CLinuxEvents"],
      swiftSettings: wrapper),
    .executableTarget(
      name: "marquee-ddc", dependencies: ["DisplayTypes", "MonitorPower", "RasterWorker", "CDDCUtil"],
      swiftSettings: wrapper),
    .executableTarget(
      name: "marquee-keys",
      dependencies: [
        "DisplayTypes", "ContentModel", "Configuration", "EventLoop", "ControlProtocol", "ControlClient", "CEvdev",
        "CInput", "CXKBCommon", system,
      ],
      swiftSettings: wrapper),

    .executableTarget(
      name: "marquee-remote",
      dependencies: [
        "DisplayTypes", "ContentModel", "EventLoop", "ControlProtocol", "KeptFiles", "SpeakerView", "ControlClient",
        "CGnuTLS", "CLinuxEvents", "CMicroHTTPD", argumentParser, system,
      ],
      resources: [.embedInCode("Pages")], swiftSettings: wrapper),

    .executableTarget(
      name: "list-modes", dependencies: ["KernelModeSetting", "DisplayTypes"], path: "Examples/list-modes",
      swiftSettings: common),
    .executableTarget(
      name: "set-mode", dependencies: ["KernelModeSetting", "DisplayTypes"], path: "Examples/set-mode",
      swiftSettings: common),

    .executableTarget(
      name: "surface-gbm", dependencies: ["KernelModeSetting", "DisplayTypes", "CSurfaceGBM"],
      path: "Examples/surface-gbm", exclude: ["CSurfaceGBM"], swiftSettings: common),
    // EGL and OpenGL ES.
    .systemLibrary(name: "CSurfaceGBM", path: "Examples/surface-gbm/CSurfaceGBM"),

    .executableTarget(
      name: "controller", dependencies: ["ControlClient", "ControlProtocol"], path: "Examples/controller",
      exclude: ["controller.py"], swiftSettings: common),

    .executableTarget(name: "lobby", dependencies: ["DisplayApps"], path: "Examples/lobby", swiftSettings: common),
    .executableTarget(
      name: "message-banner-swift", dependencies: ["DisplayApps", "ControlProtocol"],
      path: "Examples/message-banner-swift", swiftSettings: common),
    .executableTarget(
      name: "two-views", dependencies: ["DisplayApps", "ControlClient", "ControlProtocol"], path: "Examples/two-views",
      exclude: ["two-views.yaml"], swiftSettings: common),

    // SwiftPM builds one product or one target in a call. These targets have no code. Building one builds its programs.
    .target(
      name: "Programs",
      dependencies: [
        "marqueed", "marqueectl", "marquee-rasterizer", "marquee-pictures", "marquee-pages", "marquee-video",
        "marquee-sound", "marquee-ddc", "marquee-keys", "marquee-remote",
      ],
      path: "Tests/Programs", swiftSettings: common),
    .target(
      name: "TestPrograms",
      dependencies: [
        "Programs", "list-modes", "set-mode", "surface-gbm", "plane-buffers", "write-back", "supervisor", "flooder",
        "touch-screen", "phones", "steady-state", "play-scenario",
      ],
      path: "Tests/TestPrograms", swiftSettings: common),

    .target(name: "Photographs", dependencies: ["QRReader"], path: "Tests/Photographs", swiftSettings: optimized),
    .target(
      name: "VirtualMachine", dependencies: ["Photographs", "TestKit"], path: "Tests/VirtualMachine",
      swiftSettings: unoptimized),
    .executableTarget(
      name: "MachineShell", dependencies: ["VirtualMachine", "ScenarioSupport"], path: "Tests/MachineShell",
      swiftSettings: common),
    .executableTarget(
      name: "MachineFigures",
      dependencies: [
        "VirtualMachine", "ScenarioSupport", "DamagedFiles", "TestKit", "ControlProtocol", "ControlClient",
      ],
      path: "Tests/MachineFigures", swiftSettings: common),
    .executableTarget(
      name: "play-scenario", dependencies: ["VirtualMachine", "ScenarioSupport"], path: "Tests/ScenarioPlayer",
      swiftSettings: common),
    .executableTarget(
      name: "decode-figures",
      dependencies: [
        "RasterizerHost", "Rasterizing", "EventLoop", "ControlProtocol", "ControlClient", "DisplayTypes", "CPictures",
        "TestKit",
      ],
      path: "Tests/DecodeFigures", swiftSettings: common),
    .executableTarget(
      name: "supervisor", dependencies: ["EventLoop", "CLinuxEvents", "TestKit"], path: "Tests/Supervisor",
      swiftSettings: common),
    .executableTarget(name: "flooder", dependencies: ["TestKit"], path: "Tests/Flooder", swiftSettings: common),
    .executableTarget(
      name: "without-call", dependencies: ["CSeccomp"], path: "Tests/WithoutCall", swiftSettings: common),
    .executableTarget(
      name: "plane-buffers", dependencies: ["CDRM"], path: "Tests/PlaneBuffers", swiftSettings: common),
    .executableTarget(
      name: "write-back", dependencies: ["CDRM", "CDescriptors"], path: "Tests/WriteBack", swiftSettings: common),
    .systemLibrary(name: "CDescriptors", path: "Tests/CDescriptors"),
    .executableTarget(
      name: "touch-screen", dependencies: ["CEvdev"], path: "Tests/TouchScreen", swiftSettings: common),
    .executableTarget(
      name: "stage-app", dependencies: ["DisplayApps"], path: "Tests/StageApp", swiftSettings: common),
    .executableTarget(name: "phones", dependencies: ["TestKit"], path: "Tests/Phones", swiftSettings: common),
    .target(name: "ThreadUser", path: "Tests/ThreadUser"),
    .target(name: "SyncGate", path: "Tests/SyncGate"),
    .target(
      name: "LifecycleReference", dependencies: ["DisplayTypes", "TestKit"], path: "Tests/LifecycleReference",
      swiftSettings: optimized),
    .target(name: "TestKit", dependencies: ["EventLoop"], path: "Tests/TestKit", swiftSettings: common),
    .target(
      name: "DamagedFiles", dependencies: ["DisplayTypes", "TestKit"], path: "Tests/DamagedFiles",
      swiftSettings: common),
    .target(
      name: "CodedFrames", dependencies: ["DisplayTypes", "FrameChecks"], path: "Tests/CodedFrames",
      swiftSettings: optimized),
    .target(
      name: "TestDaemon", dependencies: ["ControlProtocol", "TestKit"], path: "Tests/TestDaemon", swiftSettings: common),
    .target(name: "QRReader", path: "Tests/QRReader", swiftSettings: common),
    .target(
      name: "ScenarioSupport",
      dependencies: [
        "ThreadUser", "Photographs", "VirtualMachine", "DamagedFiles", "LifecycleReference", "TestDaemon", "TestKit",
        "ControlProtocol", "ControlClient", "DisplayTypes", "EDID", "CSurface", "CSound", "CodedFrames",
        "FrameChecks",
      ],
      path: "Tests/ScenarioSupport", swiftSettings: unoptimized),
    // The header for programs in C that draw surfaces.
    .systemLibrary(name: "CSurface", path: "Tests/CSurface"),
    // A recorder of sound.
    .systemLibrary(name: "CSound", path: "Tests/CSound", pkgConfig: "alsa"),
    .target(
      name: "RecordingKernel", dependencies: ["KernelModeSetting", "DisplayTypes", system],
      path: "Tests/RecordingKernel", swiftSettings: common),
    .testTarget(name: "DisplayTypesTests", dependencies: ["DisplayTypes"], swiftSettings: common),
    .testTarget(
      name: "ContentModelTests", dependencies: ["ContentModel", "DisplayTypes", "TestKit"], swiftSettings: common),
    .testTarget(
      name: "EDIDTests", dependencies: ["EDID", "DisplayTypes", "TestKit"], resources: [.copy("Samples")],
      swiftSettings: common),
    .testTarget(
      name: "ConfigurationTests",
      dependencies: ["Configuration", "ContentModel", "DisplayTypes", "ControlProtocol", "TestKit"],
      swiftSettings: common),
    .testTarget(
      name: "CompositionTests", dependencies: ["Composition", "DisplayTypes", "TestKit"], swiftSettings: common),
    .testTarget(
      name: "PresentationTests",
      dependencies: ["DisplayRig", "Presentation", "Composition", "DisplayTypes", "EDID", "TestKit"],
      swiftSettings: common),
    .testTarget(
      name: "ScenesTests",
      dependencies: [
        "DisplayRig", "Scenes", "Presentation", "DisplayTypes", "Composition", "ContentModel", "TestKit",
      ],
      swiftSettings: common),
    .target(
      name: "DisplayRig", dependencies: ["DisplayTypes", "EventLoop", "Presentation", "SimulatedBackend"],
      path: "Tests/DisplayRig",
      swiftSettings: common),
    .testTarget(
      name: "LifecycleTests",
      dependencies: [
        "DisplayRig", "LifecycleReference", "Scenes", "Presentation", "SimulatedBackend", "DisplayTypes",
        "Composition", "EventLoop", "TestKit", "ContentModel",
      ], swiftSettings: optimized),
    .testTarget(
      name: "ContentTests",
      dependencies: [
        "DisplayRig", "Content", "ContentModel", "Presentation", "Composition", "Rasterizing", "RasterizerHost",
        "EventLoop", "DisplayTypes", "QRReader", "TestKit",
      ],
      swiftSettings: common),
    .testTarget(
      name: "MediaStoreTests",
      dependencies: ["Content", "Rasterizing", "EventLoop", "DisplayTypes", "ContentModel", "TestKit"],
      swiftSettings: common),
    .testTarget(
      name: "PlayerTests",
      dependencies: [
        "DisplayRig", "Content", "ContentModel", "Scenes", "Presentation", "SimulatedBackend", "Composition",
        "Rasterizing", "RasterizerHost", "marquee-pictures", "marqueed", "CLinuxEvents", "CodedFrames", "FrameChecks",
        "DisplayTypes", "EventLoop", "TestKit",
      ],
      swiftSettings: common),
    .testTarget(
      name: "DocumentTests",
      dependencies: [
        "RasterizerHost", "Rasterizing", "RasterWorker", "marquee-pictures", "marquee-pages", "without-call",
        "EventLoop", "Composition", "DamagedFiles", "DisplayTypes", "TestKit",
      ],
      exclude: ["Samples"], swiftSettings: common),
    .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
    .executableTarget(
      name: "steady-state",
      dependencies: [
        "AllocationCounter", "DisplayRig", "Content", "Composition", "Presentation", "KMSBackend", "KernelModeSetting",
        "EventLoop", "ControlProtocol", "ControlServer", "TestKit", "DisplayTypes", system, "ContentModel",
      ],
      path: "Tests/SteadyState", swiftSettings: common),
    .testTarget(name: "EventLoopTests", dependencies: ["EventLoop", "DisplayTypes"], swiftSettings: common),
    .testTarget(
      name: "KernelModeSettingTests", dependencies: ["KernelModeSetting", "RecordingKernel", "DisplayTypes", system],
      swiftSettings: common),
    .testTarget(
      name: "KMSBackendTests",
      dependencies: [
        "KMSBackend", "RecordingKernel", "KernelModeSetting", "Presentation", "Composition", "EventLoop",
        "DisplayTypes", system,
      ], swiftSettings: common),
    .testTarget(
      name: "MonitorPowerTests",
      dependencies: ["MonitorPower", "EventLoop", "DisplayTypes", "TestKit", "without-call", system],
      swiftSettings: common),
    .testTarget(
      name: "SimulatedBackendTests",
      dependencies: [
        "DisplayRig", "SimulatedBackend", "Presentation", "Composition", "EventLoop", "EDID", "DisplayTypes",
      ],
      swiftSettings: common),
    .testTarget(name: "JSONCodingTests", dependencies: ["ControlProtocol"], swiftSettings: common),
    .testTarget(
      name: "RemoteTests",
      dependencies: [
        "TestDaemon", "marquee-remote", "CGnuTLS", "ControlClient", "ControlProtocol", "EventLoop", system, "TestKit",
      ],
      swiftSettings: common),
    .testTarget(
      name: "ControlTests",
      dependencies: [
        "ControlProtocol", "ControlServer", "ControlClient", "CodedFrames", "DisplayTypes", "EventLoop", "FrameChecks",
        "TestKit", "marqueectl", "CLinuxEvents", argumentParser, "ContentModel", "Configuration",
      ],
      exclude: ["protocol-bytes.txt"], swiftSettings: common),
    .testTarget(
      name: "DisplayScenesTests",
      dependencies: ["DisplayScenes", "Presentation", "SimulatedBackend", system], swiftSettings: onMain),
    .testTarget(
      name: "DisplayAppsTests",
      dependencies: [
        "TestDaemon", "DisplayApps", "ControlProtocol", "ControlClient", "Configuration", "DisplayTypes",
        "ContentModel",
      ],
      swiftSettings: common),
    .testTarget(
      name: "MarqueedTests",
      dependencies: [
        "marqueed", "Content", "KeptFiles", "ContentModel", "ControlProtocol", "ControlServer", "DisplayTypes",
        "EventLoop",
        "Presentation", "MonitorPower", "Configuration", "RasterizerHost", "Scenes", "SimulatedBackend", "TestKit",
        logging, "KMSBackend", system,
      ],
      swiftSettings: common),
    .testTarget(
      name: "InputControlTests",
      dependencies: [
        "marquee-keys", "ScenarioSupport", "Configuration", "ControlProtocol", "ControlClient", "DisplayTypes",
        "VirtualMachine", "ContentModel",
      ],
      swiftSettings: common),
    .testTarget(
      name: "SpeakerViewTests", dependencies: ["SpeakerView", "ControlProtocol", "TestKit"], swiftSettings: common),
    .testTarget(
      name: "PresentTests",
      dependencies: [
        "ScenarioSupport", "ControlProtocol", "ControlClient", "SpeakerView", "marqueectl", "without-call",
        "TestKit", "CLinuxEvents", argumentParser,
      ],
      swiftSettings: common),
    .testTarget(name: "LayeringTests", swiftSettings: optimized),
    .testTarget(
      name: "ScenarioTests",
      dependencies: ["ScenarioSupport", "VirtualMachine"], swiftSettings: common),
    .testTarget(
      name: "KernelTests",
      dependencies: [
        "ScenarioSupport", "VirtualMachine", "CodedFrames", "FrameChecks", "ControlProtocol", "ControlClient",
        "DisplayTypes", "TestKit",
      ],
      swiftSettings: common),
  ]
)

/// Removes all targets except these and their dependencies, because SwiftPM builds all tests of a package or none.
@MainActor func keepOnly(_ names: [String]) {
  var (open, wanted) = (names, Set<String>())
  while let name = open.popLast() {
    guard wanted.insert(name).inserted else { continue }
    guard let target = package.targets.first(where: { $0.name == name }) else {
      fatalError("there is no target \(name)")
    }
    for dependency in target.dependencies {
      switch dependency {
      case .targetItem(let name, _), .byNameItem(let name, _): open.append(name)
      default: break
      }
    }
  }
  package.targets.removeAll { !wanted.contains($0.name) }
  package.products.removeAll { product in
    let targets = (product as? Product.Executable)?.targets ?? (product as? Product.Library)?.targets ?? []
    return !targets.allSatisfy(wanted.contains)
  }
}

// MARQUEE_PART="Programs ContentTests": a package with only these targets, for `make try` and `make test-one`.
if let part = Context.environment["MARQUEE_PART"] {
  keepOnly(part.split(separator: " ").map(String.init))
}
