internal import ControlClient
internal import ControlProtocol
internal import DisplayTypes
internal import VirtualMachine

extension Scenario {
  static let fingersReachScenes = Scenario(
    "a finger on the touch screen of a turned and mirrored display with overscan touches the window that the monitor shows there",
    long: [.virtio]
  ) { bench in
    let scene = try NotesOnDisplay(bench, settings: "rotation: flipped-90, overscan: { left: 20%, bottom: 10% }")
    let (input, daemon, notes, external) = (scene.input, scene.daemon, scene.notes, scene.external)
    let name = "Test Touch Screen"
    let device = try input.machine.plugTouchScreen(name)
    defer { try? device.stop() }
    try input.startKeys("devices: [{ kind: touch, app: notes, screen: \(external) }]\n")
    try scene.place(onceKeysSay: "\"\(name)\" is used (touch)")
    try notes.wait("the scene") { $0.event == "sceneDidBecomeActive" }
    let session = try unwrap(
      daemon.client.call(SessionsCall(app: "notes", state: .foregroundActive)).sessions.first?.identifier, "no session")
    _ = try daemon.client.call(
      SetFrameCall(session: session, frame: FrameInfo(x: 0.5, y: 0, width: 0.5, height: 0.25)))

    // The place of the window on the monitor, in fractions.
    var area: (left: Double, top: Double, right: Double, bottom: Double) = (0, 0, 0, 0)
    try daemon.photograph(1, "the window in its frame") { picture in
      var (columns, rows): (Set<Int>, Set<Int>) = ([], [])
      for y in stride(from: 0, to: picture.height, by: 2) {
        for x in stride(from: 0, to: picture.width, by: 2) where picture[x, y] == NotesOnDisplay.color {
          columns.insert(x)
          rows.insert(y)
        }
      }
      guard let left = columns.min(), let right = columns.max(), let top = rows.min(), let bottom = rows.max() else {
        return false
      }
      let (width, height) = (Double(picture.width), Double(picture.height))
      area = (Double(left) / width, Double(top) / height, Double(right + 2) / width, Double(bottom + 2) / height)
      // The window is a quarter of the picture high and half of it wide, because the picture is turned.
      return area.right - area.left < 0.25 && area.bottom - area.top < 0.5
    }

    func received(_ phase: String, from seen: Int) throws -> (x: Double, y: Double) {
      var place: (x: Double, y: Double) = (0, 0)
      try notes.wait("\(phase); marquee-keys says: \(input.keysLog())", from: seen) { message in
        guard message.kind == .input, case .array(let touches) = message.values?["touches"],
          case .object(let touch) = touches.first, touch["phase"] == .string(phase), case .number(let x) = touch["x"],
          case .number(let y) = touch["y"]
        else { return false }
        place = (x, y)
        return true
      }
      return place
    }
    // A sheet of paper that was mirrored and then turned a quarter anticlockwise has its lower left corner at the upper right.
    let corners: [(panel: (x: Double, y: Double), scene: (x: Double, y: Double))] = [
      ((0.1, 0.1), (0.1, 0.1)), ((0.9, 0.1), (0.1, 0.9)), ((0.1, 0.9), (0.9, 0.1)), ((0.9, 0.9), (0.9, 0.9)),
    ]
    for (onPanel, inScene) in corners {
      let x = area.left + onPanel.x * (area.right - area.left)
      let y = area.top + onPanel.y * (area.bottom - area.top)
      let seen = notes.messages.count
      // The first finger is a little beside the window, so no scene gets it.
      let beside = onPanel.x < 0.5 ? area.left - 0.02 : area.right + 0.02
      try input.machine.touch("down 1 \(beside) \(y)", "down 0 \(x) \(y)", "up 0", "up 1")
      let down = try received("down", from: seen)
      guard abs(down.x - inScene.x) < 0.03, abs(down.y - inScene.y) < 0.03 else {
        throw ScenarioFailure("A touch at \(onPanel) of the window is told at \(down), not at \(inScene).")
      }
      _ = try received("up", from: seen)
      let touches = notes.messages.dropFirst(seen).count { $0.kind == .input }
      guard touches <= 2 else { throw ScenarioFailure("\(touches) messages for one finger: the other was beside.") }
    }

    // Unplugging a touch screen cancels its finger.
    let seen = notes.messages.count
    let middle = ((area.left + area.right) / 2, (area.top + area.bottom) / 2)
    try input.machine.touch("down 3 \(middle.0) \(middle.1)")
    _ = try received("down", from: seen)
    try input.machine.touch("end")
    try input.waitForKeys(toSay: "\"\(name)\" is gone")
    _ = try received("cancel", from: seen)
  }
}
