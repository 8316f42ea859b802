import Testing

struct PackageManifestTests {
  @Test func dependenciesAreRead() {
    let manifest = PackageManifest(
      """
      .systemLibrary(name: "CDRM", path: "x"),
      .target(name: "A", swiftSettings: common),
      .target(
        name: "B", dependencies: ["A", system,
          "CDRM"], swiftSettings: wrapper),
      .executableTarget(name: "c", dependencies: [ "B" ,], swiftSettings: common),
      .testTarget(name: "T", dependencies: ["B"], swiftSettings: common),
      """)
    #expect(manifest.dependencies == ["A": [], "B": ["A", "SystemPackage", "CDRM"], "c": ["B"]])
  }
}
