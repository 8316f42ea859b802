internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let pointerOnPlane = Scenario(
    "a pointer over an interactive scene is on the kernel's cursor plane, and a refresh has at most one commit of it and no picture",
    gate: [.virtio], long: [.vkms, .legacy]
  ) { bench in
    let input = try unwrap(bench as? any InputBench, "This bench has no pointers.")
    let kernel = try unwrap(bench as? any CardBench, "This bench has no card.")
    let daemon = try bench.start(
      DaemonSetup(
        """
        access: { control: { groups: [marquee] } }
        screens:
          - { match: { connector: \(bench.connector(1)) }, use: main }
        apps: { lobby: {} }

        """))
    try bench.plug(1, TestDisplay(1280, 720))
    let notes = try AppPlayer(
      bench,
      RegisterAppCall(
        name: "notes", scenes: ["application": [SceneConfigurationInfo(content: .color("#a04000"))]]))
    _ = try daemon.client.call(SetForegroundCall(app: "notes"))
    try input.startKeys("devices: [{ kind: pointer, app: notes }]\n")
    try input.machine.plug(.tablet)
    try input.waitForKeys(toSay: "owns the input of notes")
    try input.waitForKeys(toSay: "is used (pointer)")
    try daemon.photograph(1, "the scene") { $0.uniformColor == RGB(0xa0, 0x40, 0x00) }
    let size = try bench.photograph(1)
    let (width, height) = (Double(size.width), Double(size.height))

    /// Waits until the cursor planes that are on are at these places of the display, in fractions.
    func expectPointers(_ places: [(x: Double, y: Double)], _ what: String) throws {
      var found: [PlanePlace] = []
      let isThere = try bench.poll(within: 10) { () throws -> Bool? in
        found = try kernel.cursorPlanes()
        guard found.count == places.count else { return nil }
        return zip(found, places).allSatisfy { plane, place in
          abs(Double(plane.x) - place.x * width) <= 1 && abs(Double(plane.y) - place.y * height) <= 1
        } ? true : nil
      }
      try expect(isThere == true, "\(what): \(found) instead of \(places); marquee-keys says: \(try input.keysLog())")
    }
    /// Waits until the CRC of what vkms scans out, with the cursor plane, fits. Other drivers have none.
    func expectCRC(_ what: String, _ fits: (UInt32) -> Bool) throws {
      guard bench.kind == .vkms else { return }
      let found = try bench.poll(within: 10) { try input.machine.frameCRCs(1).first.map(fits) == true ? true : nil }
      try expect(found == true, "the CRC \(what)")
    }
    /// Waits until the app has a scene on the display.
    func waitForScene() throws {
      let found = try bench.poll(within: 20) {
        try daemon.client.call(SessionsCall(app: "notes", state: .foregroundActive)).sessions.first
      }
      try expect(found != nil, "the scene is on the display")
    }
    try expectPointers([], "before the first motion")
    let plain = bench.kind == .vkms ? try input.machine.frameCRCs(1).first : nil
    try input.machine.point(x: 0.5, y: 0.5)
    try expectPointers([(0.5, 0.5)], "after the first motion")
    try expectCRC("with the pointer") { $0 != plain }

    // Far more motions than refreshes.
    let session = try unwrap(
      daemon.client.call(SessionsCall(app: "notes", state: .foregroundActive)).sessions.first?.identifier, "no session")
    let flips = try daemon.status().counters.flips
    var motions = 0
    let changes = try kernel.planeChanges {
      let deadline = bench.deadline(after: 0.5)
      while !deadline.hasPassed {
        motions += 1
        let x = Double(motions % 97) / 100
        _ = try daemon.client.call(
          SendInputCall(
            session: session, kind: "pointer", values: ["phase": .string("move"), "x": .number(x), "y": .number(0.25)]))
      }
    }
    let seconds = (changes.calls.last ?? 0) - (changes.calls.first ?? 0)
    try expect(motions > 100 && seconds > 0.3, "\(motions) motions, \(changes.calls.count) commits in \(seconds) s")
    try expect(changes.calls.count <= Int(seconds * 60.5) + 2, "\(changes.calls.count) commits in \(seconds) s")
    try expect(changes.pictures ?? 0, is: 0, "the updates of pictures in \(changes.calls.count) commits")
    try expect(daemon.status().counters.flips, is: flips, "the flips of pictures")
    try expectPointers([(Double(motions % 97) / 100, 0.25)], "after all motions")

    // The pointer leaves with the scene, and the next motion above the scene brings it back.
    _ = try daemon.client.call(SetForegroundCall(app: "lobby"))
    try expectPointers([], "without the scene")
    _ = try daemon.client.call(SetForegroundCall(app: "notes"))
    try waitForScene()
    try input.machine.point(x: 0.25, y: 0.75)
    try expectPointers([(0.25, 0.75)], "with the scene again")

    // A display that is unplugged with its pointer.
    try bench.unplug(1)
    try daemon.wait(1, .disconnected)
    try input.machine.point(x: 0.75, y: 0.75)
    try expectPointers([], "without the display")
    try bench.plug(1, TestDisplay(1280, 720))
    try daemon.wait(1, .presented, within: 20)
    try waitForScene()
    try input.machine.point(x: 0.75, y: 0.5)
    try expectPointers([(0.75, 0.5)], "on the display again")
    try input.endKeys()
    try expectPointers([], "without marquee-keys")
    try expectCRC("without the pointer") { $0 == plain }
    withExtendedLifetime(notes) {}
  }
}
