import Testing

/// The properties of the table itself.
struct LayerTableTests {
  @Test func aTargetImportsOnlyTargetsAboveIt() {
    var above: Set<String> = []
    for layer in LayerTable.layers {
      let below = layer.modules.subtracting(layer.cModules).subtracting(above)
      #expect(below.isEmpty, "\(layer.target) imports \(below.sorted()), which stand below it")
      #expect(above.insert(layer.target).inserted, "\(layer.target) has two rows")
    }
  }

  @Test func eachLibraryInCHasOneWrapper() {
    let wrappers = LayerTable.layers.flatMap { layer in layer.cModules.map { ($0, layer.target) } }
    for (module, targets) in Dictionary(grouping: wrappers, by: \.0) where module != "CLinuxEvents" {
      // Codes are drawn as pixels by the rasteriser, and as letters by the view in a terminal. The view reads a slide's PNG with a
      // small reader in C; checks of frames read and write any PNG file.
      // One program decodes clips with GStreamer, and another plays their sound.
      let isShared = ["CQREncode", "CPNG", "CGStreamer"].contains(module)
      #expect(targets.count == (isShared ? 2 : 1), "\(module) is imported by \(targets.map(\.1).sorted())")
    }
    #expect(Set(wrappers.map(\.0)).count == 29)
  }

  @Test func theVocabularyImportsNothing() {
    #expect(LayerTable.layer("DisplayTypes")?.allowed == [])
  }

  @Test func theToolsDoNotNeedTheDisplaysLibraries() {
    for program in ["marqueectl", "ControlClient"] {
      let needed = LayerTable.closure(program)
      #expect(
        needed.isDisjoint(with: ["CDRM", "CGBM", "CUdev", "CPixman", "CPango", "CSeccomp"]),
        "\(program) needs \(needed.sorted())")
    }
  }

  @Test func theDaemonHasNoFontsAndNoFoundation() {
    let needed = LayerTable.closure("marqueed")
    #expect(!needed.contains("CPango"))
    #expect(needed.contains("CDRM"))
    for target in needed {
      let system = LayerTable.layer(target)?.systemModules ?? []
      #expect(
        system.isDisjoint(with: ["Foundation", "FoundationEssentials", "ArgumentParser"]),
        "\(target) imports \(system.sorted())")
    }
  }

  @Test func onlyOneProgramKnowsOfInputDevices() {
    for layer in LayerTable.layers where layer.target != "marquee-keys" {
      #expect(!LayerTable.closure(layer.target).contains("CInput"), "\(layer.target) could open input devices")
      #expect(!LayerTable.closure(layer.target).contains("CXKBCommon"), "\(layer.target) could read keyboard layouts")
    }
  }

  @Test func onlyTheDaemonAndTheLibraryKnowWhichBackendRuns() {
    for backend in ["KMSBackend", "SimulatedBackend"] {
      #expect(LayerTable.layers.filter { $0.modules.contains(backend) }.map(\.target) == ["DisplayScenes", "marqueed"])
    }
  }
}
