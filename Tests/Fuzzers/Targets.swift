// `tools/fuzz` appends these lines to Package.swift, in a separate package. They are no part of the project's package.

/// A folder of `Tests/Fuzzers` with its program.
func fuzzer(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: "fuzz-\(name)", dependencies: dependencies, path: "Tests/Fuzzers/\(name)", sources: ["Fuzzer.swift"],
    swiftSettings: wrapper)
}

package.targets += [
  // A part of marquee-remote, which is a program: another program cannot link with it.
  .target(
    name: "HTTPServer", dependencies: ["EventLoop", "DisplayTypes", "CMicroHTTPD", "CGnuTLS", system],
    path: "Sources/marquee-remote/HTTP", swiftSettings: wrapper),
  fuzzer("edid", ["EDID", "DisplayTypes"]),
  fuzzer("json", ["ControlProtocol", "ContentModel", "Configuration", "DisplayTypes"]),
  fuzzer("http", ["HTTPServer", "EventLoop", system]),
  fuzzer("yaml", ["Configuration", "DisplayTypes"]),
  fuzzer("replies", ["RasterizerHost", "Rasterizing", "Composition", "DisplayTypes", "CLinuxEvents"]),
  fuzzer("surface", ["Rasterizing", "DisplayTypes"]),
  fuzzer("planted", []),
]
