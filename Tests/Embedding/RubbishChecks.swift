import DisplayScenes

/// Values that no program should pass: they are refused or ignored, and the host still ends in order.
@MainActor
enum RubbishChecks {
  private static let words = [
    "", " ", "/", "\0", "..", "HDMI-A-1", "HDMI-A-1", "ü", String(repeating: "x", count: 5000),
  ]

  static func configuration() throws {
    for devices in [["/dev/null"], words, ["/proc/self/mem"]] {
      let host = try SceneHost(apps: [], displays: .kms(devices: devices))
      try end(host)
    }
    for connectors in [[], words] {
      let app = App(
        name: "",
        manifest: SceneManifest(
          configurations: [
            SceneRole(rawValue: ""): [],
            .externalDisplayNonInteractive: [
              SceneConfiguration(name: "", size: PixelSize(width: -1, height: .max)),
              SceneConfiguration(name: "", modes: [Sourced(.highest)], size: PixelSize(width: 0, height: 0)),
            ],
          ], version: .min)
      ) { ProbeScene(ProbeApp()) }
      let twin = ProbeApp()
      let rules = ["", "*", "[", "**"].map { pattern in
        ModeRule(
          match: Sourced(ScreenMatch(connector: GlobPattern(pattern))),
          maximum: Sourced(ModeLimit(width: .min, height: 0)), scale: Sourced(.fixed(.nan)),
          overscan: Sourced(OverscanInsets(top: .pixels(.max), right: .permille(.min), bottom: .pixels(.min))),
          app: Sourced("nobody"), role: Sourced(""), mirror: Sourced(MirrorWish(.screen("HDMI-A-1"))))
      }
      let host = try SceneHost(
        apps: [app, app, twin.app, twin.app, ProbeApp().app],
        policy: ScreenPolicy(rules: rules, foregroundApp: Sourced("nobody"), backgroundScenes: .min),
        displays: .simulated(connectors: connectors))
      var answers = 0
      let modes = [
        "", "0x0", "-1x-1", "99999999999999999999x1", "1x1@0", "1920x1080@0.0001", "1x1@99999999999", "65536x65536@60",
        "1920x1080",
      ]
      for mode in modes { host.simulatedDisplays?.plug("HDMI-A-1", mode: mode) { _ in answers += 1 } }
      for word in words {
        host.simulatedDisplays?.plug(word) { _ in answers += 1 }
        host.simulatedDisplays?.read(word) { _ in answers += 1 }
      }
      turn(host, "the answers") { answers == modes.count + 2 * words.count }
      for _ in 0..<200 { host.loop.turn(waiting: false) }
      for word in words {
        try? host.setForeground(word, on: word)
        _ = try? host.requestScene(of: word, SceneRequest(configuration: word, sourceApp: word))
        _ = try? host.system.find(word)
        _ = try? ModeWish(word)
        host.simulatedDisplays?.unplug(word)
      }
      try end(host)
    }
  }

  static func layers() throws {
    let probe = ProbeApp()
    let host = try makeHost(probe)
    host.simulatedDisplays?.plug("HDMI-A-1", mode: "1280x720")
    turn(host, "a scene") { probe.count(of: "active") == 1 }
    guard let scene = probe.scenes.first, let window = scene.window else { return fail("there is no window") }
    let numbers: [Double] = [
      0, -1, .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude,
    ]
    var links: [DisplayLink] = []
    var layers: [Layer] = []
    for (index, number) in numbers.enumerated() {
      let frame = PointRect(x: number, y: -number, width: number, height: number)
      let unit = UnitRect(x: number, y: number, width: -number, height: number)
      layers.append(
        Layer(
          id: LayerID(rawValue: UInt32(index) / 2), frame: frame, contents: .solid(.black), contentsRect: unit,
          opacity: number,
          animations: [
            LayerAnimation(property: .opacity([]), clock: .frames(period: 0)),
            LayerAnimation(
              property: .opacity([number, 1]), clock: .time(start: MonotonicTime(nanoseconds: .max), period: 0),
              repeats: .forever),
            LayerAnimation(
              property: .offset([PointOffset(x: number, y: number)]), clock: .time(start: .zero, period: .max),
              repeats: .autoreverse),
            LayerAnimation(property: .contentsRect([unit, .whole]), clock: .frames(period: .max)),
          ],
          sublayers: [Layer(id: LayerID(rawValue: 0), frame: frame)]))
      if number >= 0 { links.append(DisplayLink(scene: scene, hertz: number...number) { _ in }) }
    }
    var outcomes = 0
    for layer in layers {
      window.replace(LayerTree(background: .clear, layers: [layer]))
      try host.system.find("HDMI-A-1").setMode(ModeWish("1280x720")) { _ in outcomes += 1 }
      let wanted = outcomes + 1
      turn(host, "a frame with \(layer.opacity)") { outcomes == wanted }
    }
    window.replace(LayerTree(layers: layers))
    for change in [Transaction.Change.add(layers[0], into: LayerID(rawValue: 900)), .remove(LayerID(rawValue: 901))] {
      do {
        try window.commit(Transaction([change]))
        fail("\(change) was accepted")
      } catch {}
    }
    // One window in two scenes.
    host.simulatedDisplays?.plug("HDMI-A-2", mode: "1280x720")
    turn(host, "a second scene") { probe.count(of: "active") == 2 }
    for scene in probe.scenes { scene.window = window }
    var state: SimulatedDisplayState?
    host.simulatedDisplays?.read("HDMI-A-2") { state = $0 }
    turn(host, "the state of the display") { state != nil }
    expect(
      Bitmap(size: PixelSize(width: -1, height: .max), format: .argb32, draw: { _, _ in }) == nil,
      "a bitmap of a negative size")
    for link in links { link.invalidate() }
    try end(host)
  }
}
