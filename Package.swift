// swift-tools-version: 6.2
import PackageDescription

/// A warning ends the build.
///
/// `MARQUEE_LENIENT=1` lets it pass, for a compiler that knows warnings that we do not know yet.
let warnings: [SwiftSetting] = Context.environment["MARQUEE_LENIENT"] == nil ? [.treatAllWarnings(as: .error)] : []
/// Line tables only: a backtrace needs no more, and types and variables take a part of each build's time.
///
/// `MARQUEE_DEBUG=1` gives a debugger all that it can show.
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
/// Targets that call C: each unsafe line says so.
let wrapper: [SwiftSetting] = common + [.strictMemorySafety()]
/// Targets that work on every pixel: without optimisation each picture takes seconds.
let pixels: [SwiftSetting] = wrapper + [.unsafeFlags(["-O"])]
/// Targets that read whole pictures, all sources or long logs, or go through whole days: without optimisation each takes seconds.
let optimized: [SwiftSetting] = common + [.unsafeFlags(["-O"])]
/// Test support that is a program for the virtual machine too: its optimisation takes a minute of each build, and gains nothing.
let unoptimized: [SwiftSetting] = common + [.unsafeFlags(["-Onone"])]
/// Targets that live on the main thread.
let onMain: [SwiftSetting] = common + [.defaultIsolation(MainActor.self)]

/// How the daemon is linked, so that little of it stays in memory (Linking/README.md).
///
/// Relocations in packed form (glibc 2.36 and newer), no symbols for others, the functions that a daemon calls side by side, and of
/// libstdc++ only what is used.
let linking = "\(Context.packageDirectory)/Linking"
let lean: [LinkerSetting] = [
  .unsafeFlags(
    ["-use-ld=lld", "-L\(linking)"]
      + [
        "-z", "pack-relative-relocs", "--no-export-dynamic", "--no-warn-symbol-ordering",
        "--symbol-ordering-file=\(linking)/marqueed.order",
      ].flatMap { ["-Xlinker", $0] },
    .when(platforms: [.linux]))
]

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
    .executable(name: "marquee-ddc", targets: ["marquee-ddc"]),
    .executable(name: "marquee-keys", targets: ["marquee-keys"]),
    .executable(name: "marquee-remote", targets: ["marquee-remote"]),
    .library(name: "ControlClient", targets: ["ControlClient", "ControlProtocol"]),
    .library(name: "DisplayApps", targets: ["DisplayApps", "ControlProtocol"]),
    .library(name: "EDID", targets: ["EDID"]),
    .library(name: "KernelModeSetting", targets: ["KernelModeSetting"]),
    // Preloaded into a daemon by its scenarios.
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
    .systemLibrary(name: "CPixman", path: "Sources/CModules/CPixman", pkgConfig: "pixman-1"),
    .systemLibrary(name: "CPango", path: "Sources/CModules/CPango", pkgConfig: "pangocairo"),
    .systemLibrary(name: "CPictures", path: "Sources/CModules/CPictures", pkgConfig: "librsvg-2.0"),
    // poppler is GPL: marquee-pages alone is linked with it, and is a program of its own (NOTICE).
    .systemLibrary(name: "CPoppler", path: "Sources/CModules/CPoppler", pkgConfig: "poppler-glib"),
    .systemLibrary(name: "CLandlock", path: "Sources/CModules/CLandlock"),
    .systemLibrary(name: "CQREncode", path: "Sources/CModules/CQREncode", pkgConfig: "libqrencode"),
    .systemLibrary(name: "CSeccomp", path: "Sources/CModules/CSeccomp", pkgConfig: "libseccomp"),
    // Its own archive is linked in (JSONCoding): the guest and a box need no further package.
    .systemLibrary(name: "CJansson", path: "Sources/CModules/CJansson"),
    // Likewise (SpeakerNotes).
    .systemLibrary(name: "CMark", path: "Sources/CModules/CMark"),
    .systemLibrary(name: "CTerminal", path: "Sources/CModules/CTerminal"),
    .systemLibrary(name: "CArgp", path: "Sources/CModules/CArgp"),
    .systemLibrary(name: "CInput", path: "Sources/CModules/CInput", pkgConfig: "libinput"),
    .systemLibrary(name: "CEvdev", path: "Sources/CModules/CEvdev", pkgConfig: "libevdev"),
    .systemLibrary(name: "CYAML", path: "Sources/CModules/CYAML", pkgConfig: "yaml-0.1"),
    .systemLibrary(name: "CLinuxEvents", path: "Sources/CModules/CLinuxEvents"),
    .systemLibrary(name: "CCEC", path: "Sources/CModules/CCEC"),
    // libddcutil is GPL: marquee-ddc alone is linked with it, and is a program of its own (NOTICE).
    .systemLibrary(name: "CDDCUtil", path: "Sources/CModules/CDDCUtil", pkgConfig: "ddcutil"),
    .systemLibrary(name: "CGnuTLS", path: "Sources/CModules/CGnuTLS", pkgConfig: "gnutls"),
    .systemLibrary(name: "CMicroHTTPD", path: "Sources/CModules/CMicroHTTPD", pkgConfig: "libmicrohttpd"),

    .target(name: "DisplayTypes", swiftSettings: common),
    .target(name: "Timeline", dependencies: ["DisplayTypes"], swiftSettings: optimized),
    .target(name: "Talks", dependencies: ["DisplayTypes"], swiftSettings: common),
    .target(name: "EDID", dependencies: ["DisplayTypes"], swiftSettings: common),
    .target(name: "ScreenDiscovery", dependencies: ["DisplayTypes", "EDID"], swiftSettings: common),
    .target(name: "ModeSelection", dependencies: ["DisplayTypes"], swiftSettings: common),
    .target(name: "Composition", dependencies: ["DisplayTypes"], swiftSettings: optimized),
    .target(
      name: "Configuration", dependencies: ["DisplayTypes", "Timeline", "ModeSelection", "CYAML"],
      swiftSettings: wrapper),
    .target(name: "Presentation", dependencies: ["DisplayTypes", "Composition"], swiftSettings: common),
    .target(
      name: "Scenes", dependencies: ["DisplayTypes", "EDID", "ModeSelection", "Composition", "Presentation"],
      swiftSettings: onMain),
    .target(name: "Rasterizing", dependencies: ["DisplayTypes", "Composition"], swiftSettings: common),
    .target(
      name: "Content",
      dependencies: ["DisplayTypes", "Timeline", "Talks", "Presentation", "Scenes", "Composition", "Rasterizing"],
      swiftSettings: onMain + [.unsafeFlags(["-O"])]),
    .target(name: "Drawing", dependencies: ["DisplayTypes", "Composition", "CPixman"], swiftSettings: pixels),

    .target(name: "EventLoop", dependencies: ["CLinuxEvents", "DisplayTypes", system], swiftSettings: wrapper),
    .target(
      name: "KernelModeSetting", dependencies: ["DisplayTypes", "EDID", "CDRM", "CGBM", system], swiftSettings: wrapper),
    .target(
      name: "Hotplug",
      dependencies: [
        "DisplayTypes", "ScreenDiscovery", "EventLoop", "KernelModeSetting", "CUdev", "CLinuxEvents", system,
      ], swiftSettings: wrapper),
    .target(name: "WorkerProcesses", dependencies: ["CLinuxEvents", system], swiftSettings: wrapper),
    .target(
      name: "MonitorPower", dependencies: ["DisplayTypes", "EventLoop", "WorkerProcesses", "CCEC", system],
      swiftSettings: wrapper),
    .target(
      name: "KMSBackend",
      dependencies: [
        "DisplayTypes", "Composition", "Presentation", "Drawing", "EventLoop", "EDID", "ScreenDiscovery",
        "KernelModeSetting", "Hotplug", system,
      ], swiftSettings: common),
    .target(
      name: "SimulatedBackend",
      dependencies: [
        "DisplayTypes", "Composition", "Presentation", "Drawing", "EventLoop", "EDID", "ScreenDiscovery",
      ], swiftSettings: common),
    .target(
      name: "RasterizerHost",
      dependencies: [
        "DisplayTypes", "Composition", "Rasterizing", "EventLoop", "WorkerProcesses", "CLinuxEvents", system,
      ],
      swiftSettings: wrapper),

    .target(
      name: "MediaStore", dependencies: ["DisplayTypes", "Rasterizing", "Content", "EventLoop", system],
      swiftSettings: onMain),
    .target(
      name: "WorkerSandbox", dependencies: ["DisplayTypes", "CSeccomp", "CLandlock", "CLinuxEvents"],
      swiftSettings: wrapper),
    .target(
      name: "RasterWorker", dependencies: ["DisplayTypes", "Rasterizing", "WorkerSandbox", "CLinuxEvents"],
      swiftSettings: wrapper),

    .target(
      name: "JSONCoding", dependencies: ["CJansson"], swiftSettings: wrapper,
      linkerSettings: [.linkedLibrary(":libjansson.a")]),
    .target(name: "KeptFiles", dependencies: ["DisplayTypes", "JSONCoding", system], swiftSettings: common),
    .target(
      name: "ControlProtocol", dependencies: ["JSONCoding"],
      exclude: [
        "org.marquee.Display.varlink", "org.varlink.service.varlink", "Generated/org.marquee.Display.varlink",
      ],
      swiftSettings: common),
    .target(
      name: "ControlServer",
      dependencies: ["ControlProtocol", "DisplayTypes", "Scenes", "EventLoop", "CLinuxEvents", system],
      swiftSettings: onMain),
    .target(
      name: "ContentWords", dependencies: ["ControlProtocol", "DisplayTypes", "Timeline", "Configuration"],
      swiftSettings: common),
    .target(
      name: "SpeakerNotes", dependencies: ["ControlProtocol", "DisplayTypes", "CMark"], swiftSettings: wrapper,
      linkerSettings: [.linkedLibrary(":libcmark.a")]),
    .target(
      name: "SpeakerView",
      dependencies: ["ControlProtocol", "SpeakerNotes", "DisplayTypes", "CQREncode", "CTerminal"],
      swiftSettings: wrapper),
    .target(name: "ControlClient", dependencies: ["ControlProtocol", "CLinuxEvents", system], swiftSettings: common),

    .target(name: "DisplayApps", dependencies: ["ControlClient", "ControlProtocol"], swiftSettings: common),

    .target(
      name: "HTTPServer", dependencies: ["EventLoop", "DisplayTypes", "CMicroHTTPD", "CGnuTLS", system],
      swiftSettings: wrapper),
    .target(
      name: "RemoteServer",
      dependencies: [
        "HTTPServer", "EventLoop", "KeptFiles", "ControlProtocol", "ControlClient", "CLinuxEvents", system,
      ],
      resources: [.embedInCode("Pages")], swiftSettings: common),

    .executableTarget(
      name: "marqueed",
      dependencies: [
        "DisplayTypes", "EDID", "ScreenDiscovery", "ModeSelection", "Composition", "Configuration", "Presentation",
        "Scenes",
        "Rasterizing", "Content", "MediaStore", "Timeline", "Talks", "Drawing", "EventLoop", "KernelModeSetting",
        "Hotplug", "MonitorPower",
        "KMSBackend", "SimulatedBackend", "WorkerProcesses", "RasterizerHost", "JSONCoding", "KeptFiles",
        "ControlProtocol",
        "ContentWords", "ControlServer", "CLinuxEvents", "CArgp", logging, system,
      ], swiftSettings: onMain, linkerSettings: lean),
    .executableTarget(
      name: "marqueectl",
      dependencies: [
        "ControlProtocol", "ContentWords", "ControlClient", "SpeakerNotes", "SpeakerView", "DisplayTypes", "Timeline",
        "EDID", "ModeSelection", "Configuration", "CLinuxEvents", argumentParser,
      ],
      swiftSettings: common),
    .executableTarget(
      name: "marquee-rasterizer",
      dependencies: [
        "DisplayTypes", "Composition", "Rasterizing", "RasterWorker", "WorkerSandbox", "CPango", "CQREncode",
        "CLinuxEvents",
      ],
      swiftSettings: wrapper),
    .executableTarget(
      name: "marquee-pictures",
      dependencies: ["DisplayTypes", "Composition", "Rasterizing", "RasterWorker", "WorkerSandbox", "CPictures"],
      swiftSettings: pixels),
    .executableTarget(
      name: "marquee-pages",
      dependencies: ["DisplayTypes", "Rasterizing", "RasterWorker", "WorkerSandbox", "CPoppler"],
      swiftSettings: wrapper),
    .executableTarget(
      name: "marquee-ddc", dependencies: ["DisplayTypes", "MonitorPower", "WorkerSandbox", "CDDCUtil"],
      swiftSettings: wrapper),

    .target(
      name: "InputControl",
      dependencies: ["DisplayTypes", "ModeSelection", "Configuration", "ControlProtocol", "CEvdev"],
      swiftSettings: wrapper),
    .executableTarget(
      name: "marquee-keys",
      dependencies: [
        "InputControl", "DisplayTypes", "Configuration", "EventLoop", "ControlProtocol", "ControlClient", "CInput",
        "CLinuxEvents", system,
      ],
      swiftSettings: wrapper),

    .executableTarget(
      name: "marquee-remote", dependencies: ["RemoteServer", "HTTPServer", "ControlProtocol", argumentParser],
      swiftSettings: common),

    .executableTarget(
      name: "list-modes", dependencies: ["KernelModeSetting", "DisplayTypes"], path: "Examples/list-modes",
      swiftSettings: common),
    .executableTarget(
      name: "set-mode", dependencies: ["KernelModeSetting", "DisplayTypes"], path: "Examples/set-mode",
      swiftSettings: common),

    .executableTarget(
      name: "controller", dependencies: ["ControlClient", "ControlProtocol"], path: "Examples/controller",
      exclude: ["controller.py"], swiftSettings: common),

    .executableTarget(name: "lobby", dependencies: ["DisplayApps"], path: "Examples/lobby", swiftSettings: common),

    .executableTarget(
      name: "in-process",
      dependencies: ["DisplayTypes", "Composition", "Presentation", "Scenes", "EventLoop", "KMSBackend", system],
      path: "Examples/in-process", swiftSettings: onMain),

    // SwiftPM builds one product or one target in a call. These have no code: a build of them builds the programs.
    .target(
      name: "Programs",
      dependencies: [
        "marqueed", "marqueectl", "marquee-rasterizer", "marquee-pictures", "marquee-pages", "marquee-ddc",
        "marquee-keys", "marquee-remote",
      ],
      path: "Tests/Programs", swiftSettings: common),
    .target(
      name: "TestPrograms",
      dependencies: [
        "Programs", "list-modes", "set-mode", "in-process", "supervisor", "flooder", "touch-screen", "phones",
        "steady-state", "play-scenario",
      ],
      path: "Tests/TestPrograms", swiftSettings: common),

    .target(name: "Photographs", dependencies: ["QRReader"], path: "Tests/Photographs", swiftSettings: optimized),
    .target(
      name: "VirtualMachine", dependencies: ["Photographs"], path: "Tests/VirtualMachine", swiftSettings: unoptimized),
    .executableTarget(
      name: "MachineShell", dependencies: ["VirtualMachine", "ScenarioSupport"], path: "Tests/MachineShell",
      swiftSettings: common),
    .executableTarget(
      name: "MachineFigures",
      dependencies: ["VirtualMachine", "ScenarioSupport", "DamagedFiles", "ControlProtocol", "ControlClient"],
      path: "Tests/MachineFigures", swiftSettings: common),
    .executableTarget(
      name: "play-scenario", dependencies: ["VirtualMachine", "ScenarioSupport"], path: "Tests/ScenarioPlayer",
      swiftSettings: common),
    .executableTarget(
      name: "decode-figures",
      dependencies: [
        "RasterizerHost", "Rasterizing", "EventLoop", "ControlProtocol", "ControlClient", "DisplayTypes", "CPictures",
      ],
      path: "Tests/DecodeFigures", swiftSettings: common),
    .executableTarget(
      name: "supervisor", dependencies: ["CLinuxEvents"], path: "Tests/Supervisor", swiftSettings: common),
    .executableTarget(name: "flooder", path: "Tests/Flooder", swiftSettings: common),
    .executableTarget(
      name: "without-call", dependencies: ["CSeccomp"], path: "Tests/WithoutCall", swiftSettings: common),
    .executableTarget(
      name: "touch-screen", dependencies: ["CEvdev"], path: "Tests/TouchScreen", swiftSettings: common),
    .executableTarget(
      name: "stage-app", dependencies: ["DisplayApps"], path: "Tests/StageApp", swiftSettings: common),
    .executableTarget(name: "phones", path: "Tests/Phones", swiftSettings: common),
    .target(name: "ThreadUser", path: "Tests/ThreadUser"),
    .target(name: "SyncGate", path: "Tests/SyncGate"),
    .target(
      name: "LifecycleReference", dependencies: ["DisplayTypes"], path: "Tests/LifecycleReference",
      swiftSettings: optimized),
    .target(name: "TestSeed", path: "Tests/TestSeed", swiftSettings: common),
    .target(
      name: "DamagedFiles", dependencies: ["DisplayTypes", "TestSeed"], path: "Tests/DamagedFiles",
      swiftSettings: common),
    .target(
      name: "TestDaemon", dependencies: ["ControlProtocol"], path: "Tests/TestDaemon", swiftSettings: common),
    .target(name: "QRReader", path: "Tests/QRReader", swiftSettings: common),
    .target(name: "ProgramFile", path: "Tests/ProgramFile", swiftSettings: common),
    .target(
      name: "ScenarioSupport",
      dependencies: [
        "ThreadUser", "Photographs", "VirtualMachine", "DamagedFiles", "LifecycleReference", "TestDaemon", "TestSeed",
        "ControlProtocol", "ControlClient", "DisplayTypes", "EDID",
      ],
      path: "Tests/ScenarioSupport", swiftSettings: unoptimized),
    .target(
      name: "RecordingKernel", dependencies: ["KernelModeSetting", "DisplayTypes", system],
      path: "Tests/RecordingKernel", swiftSettings: common),
    .testTarget(name: "DisplayTypesTests", dependencies: ["DisplayTypes"], swiftSettings: common),
    .testTarget(name: "TimelineTests", dependencies: ["Timeline", "DisplayTypes"], swiftSettings: common),
    .testTarget(name: "TalksTests", dependencies: ["Talks", "DisplayTypes"], swiftSettings: common),
    .testTarget(
      name: "EDIDTests", dependencies: ["EDID", "DisplayTypes", "TestSeed"], resources: [.copy("Samples")],
      swiftSettings: common),
    .testTarget(
      name: "ScreenDiscoveryTests", dependencies: ["ScreenDiscovery", "EDID", "DisplayTypes"], swiftSettings: common),
    .testTarget(
      name: "ModeSelectionTests", dependencies: ["ModeSelection", "DisplayTypes"], swiftSettings: common),
    .testTarget(
      name: "ConfigurationTests", dependencies: ["Configuration", "Timeline", "ModeSelection", "DisplayTypes"],
      swiftSettings: common),
    .testTarget(
      name: "CompositionTests", dependencies: ["Composition", "DisplayTypes", "TestSeed"], swiftSettings: common),
    .testTarget(
      name: "PresentationTests", dependencies: ["Presentation", "Composition", "DisplayTypes"], swiftSettings: common),
    .testTarget(
      name: "ScenesTests", dependencies: ["Scenes", "Presentation", "ModeSelection", "Composition", "DisplayTypes"],
      swiftSettings: common),
    .target(
      name: "DisplayInbox", dependencies: ["Presentation", "SimulatedBackend"], path: "Tests/DisplayInbox",
      swiftSettings: common),
    .testTarget(
      name: "LifecycleTests",
      dependencies: [
        "DisplayInbox", "LifecycleReference", "Scenes", "Presentation", "SimulatedBackend", "ModeSelection",
        "Composition", "EventLoop",
        "DisplayTypes", "TestSeed",
      ], swiftSettings: optimized),
    .testTarget(
      name: "DrawingTests", dependencies: ["Drawing", "Composition", "DisplayTypes", "TestSeed"], swiftSettings: common),
    .testTarget(
      name: "ContentTests",
      dependencies: [
        "Content", "Timeline", "Scenes", "Presentation", "Drawing", "Composition", "Rasterizing", "RasterizerHost",
        "EventLoop", "DisplayTypes", "QRReader", "ProgramFile",
      ],
      swiftSettings: common),
    .testTarget(
      name: "MediaStoreTests", dependencies: ["MediaStore", "Content", "Rasterizing", "EventLoop", "DisplayTypes"],
      swiftSettings: common),
    .testTarget(
      name: "PlayerTests",
      dependencies: [
        "DisplayInbox", "Content", "Timeline", "Scenes", "Presentation", "SimulatedBackend", "Composition",
        "Rasterizing",
        "RasterizerHost", "MediaStore", "marquee-pictures", "ModeSelection", "EventLoop", "DisplayTypes",
      ],
      swiftSettings: common),
    .testTarget(
      name: "DocumentTests",
      dependencies: [
        "RasterizerHost", "Rasterizing", "RasterWorker", "marquee-pictures", "marquee-pages", "without-call",
        "WorkerSandbox", "WorkerProcesses", "EventLoop", "Composition", "DamagedFiles", "DisplayTypes", "ProgramFile",
      ],
      exclude: ["Samples"], swiftSettings: common),
    .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
    .executableTarget(
      name: "steady-state",
      dependencies: [
        "AllocationCounter", "Content", "Composition", "Drawing", "Presentation", "KMSBackend", "KernelModeSetting",
        "EventLoop", "DisplayTypes", system,
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
        "DisplayTypes",
        system,
      ], swiftSettings: common),
    .testTarget(
      name: "MonitorPowerTests",
      dependencies: [
        "MonitorPower", "WorkerProcesses", "EventLoop", "DisplayTypes", "ProgramFile", "without-call", system,
      ],
      swiftSettings: common),
    .testTarget(
      name: "HotplugTests", dependencies: ["Hotplug", "KernelModeSetting", "EventLoop", "DisplayTypes"],
      swiftSettings: common),
    .testTarget(
      name: "SimulatedBackendTests",
      dependencies: [
        "SimulatedBackend", "Presentation", "Composition", "Drawing", "EventLoop", "EDID", "DisplayTypes",
      ],
      swiftSettings: common),
    .testTarget(name: "JSONCodingTests", dependencies: ["JSONCoding"], swiftSettings: common),
    .testTarget(
      name: "ContentWordsTests",
      dependencies: ["ContentWords", "ControlProtocol", "Configuration", "Timeline", "DisplayTypes"],
      swiftSettings: common),
    .testTarget(
      name: "RemoteTests",
      dependencies: [
        "TestDaemon", "RemoteServer", "HTTPServer", "CGnuTLS", "KeptFiles", "marquee-remote", "ControlProtocol",
        "EventLoop", system,
      ],
      swiftSettings: common),
    .testTarget(
      name: "ControlTests",
      dependencies: [
        "ControlProtocol", "ControlServer", "ControlClient", "DisplayTypes", "EventLoop", "Scenes", "TestSeed",
        "marqueectl", "CLinuxEvents", argumentParser,
      ],
      exclude: ["protocol-bytes.txt"], swiftSettings: common),
    .testTarget(
      name: "DisplayAppsTests",
      dependencies: [
        "TestDaemon", "DisplayApps", "ControlProtocol", "ControlClient", "ContentWords", "DisplayTypes",
      ],
      swiftSettings: common),
    .testTarget(
      name: "MarqueedTests",
      dependencies: [
        "marqueed", "Content", "JSONCoding", "KeptFiles", "Talks", "ControlProtocol", "DisplayTypes", "EventLoop",
        "Presentation",
        "ScreenDiscovery", "MonitorPower", "Configuration", "RasterizerHost",
        "Scenes",
        "SimulatedBackend", "ProgramFile", logging,
      ],
      swiftSettings: common),
    .testTarget(
      name: "InputControlTests",
      dependencies: [
        "InputControl", "marquee-keys", "ScenarioSupport", "Configuration", "ControlProtocol", "ControlClient",
        "ModeSelection", "DisplayTypes", "VirtualMachine",
      ],
      swiftSettings: common),
    .testTarget(name: "SpeakerNotesTests", dependencies: ["SpeakerNotes", "ControlProtocol"], swiftSettings: common),
    .testTarget(
      name: "SpeakerViewTests", dependencies: ["SpeakerView", "SpeakerNotes", "ControlProtocol"], swiftSettings: common),
    .testTarget(
      name: "PresentTests",
      dependencies: [
        "ScenarioSupport", "ControlProtocol", "ControlClient", "SpeakerView", "marqueectl", "without-call",
        "ProgramFile", "CLinuxEvents", argumentParser,
      ],
      swiftSettings: common),
    .testTarget(name: "LayeringTests", swiftSettings: optimized),
    .testTarget(
      name: "ScenarioTests",
      dependencies: ["ScenarioSupport", "ControlProtocol", "ControlClient", "DisplayTypes"], swiftSettings: common),
    .testTarget(
      name: "KernelTests",
      dependencies: ["ScenarioSupport", "VirtualMachine", "ControlProtocol", "ControlClient", "DisplayTypes"],
      swiftSettings: common),
  ]
)
