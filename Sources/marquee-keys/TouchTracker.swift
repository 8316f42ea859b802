internal import DisplayTypes

/// Turns the events of one touch screen or pointer into input of scenes. A finger belongs to the scene of its first position until it is
/// lifted. While a button is down, the pointer belongs to a scene in the same way.
struct TouchTracker {
  private struct Finger {
    var session: String
    var x: Double
    var y: Double
  }

  private var fingers: [Int: Finger] = [:]
  private var buttons: Set<KeyCode> = []
  /// The scene with the pointer while a button is down; nil if the button went down beside all scenes.
  private var captor: String?
  /// The scene with the last place of the pointer.
  private var hovered: String?
  /// The position in fractions of the panel.
  private var pointer: (x: Double, y: Double) = (0.5, 0.5)

  /// Whether a finger or a button is down. The mapping stays the same until all are up.
  var isBusy: Bool { !fingers.isEmpty || !buttons.isEmpty }

  /// Returns the input of an event; empty if it is for no scene.
  mutating func take(_ what: InputDeviceEvent.Kind, by mapping: InputMapping) -> [SceneInput] {
    switch what {
    case .touchDown(let slot, let x, let y):
      guard let point = mapping.scene(x: x, y: y) else { return [] }
      fingers[slot] = Finger(session: point.session, x: x, y: y)
      return [.touch(slot: slot, .down, point)]
    case .touchMove(let slot, let x, let y):
      guard let finger = fingers[slot] else { return [] }
      fingers[slot] = Finger(session: finger.session, x: x, y: y)
      return mapping.point(x: x, y: y, in: finger.session).map { [.touch(slot: slot, .move, $0)] } ?? []
    case .touchUp(let slot): return end(slot, .up, mapping)
    case .touchCancel(let slot): return end(slot, .cancel, mapping)
    case .position(let x, let y):
      pointer = (x, y)
      return move(mapping)
    case .motion(let dx, let dy):
      let size = mapping.screen.size
      guard size.width > 0, size.height > 0 else { return [] }
      let turned = mapping.screen.transform.panelMotion(dx / size.width, dy / size.height)
      pointer = (min(max(pointer.x + turned.x, 0), 1), min(max(pointer.y + turned.y, 0), 1))
      return move(mapping)
    case .button(let code, let isDown):
      if isDown, buttons.isEmpty { captor = mapping.scene(x: pointer.x, y: pointer.y)?.session }
      if isDown { buttons.insert(code) } else if buttons.remove(code) == nil { return [] }
      let point = captor.flatMap { mapping.point(x: pointer.x, y: pointer.y, in: $0) }
      if buttons.isEmpty { captor = nil }
      return point.map { [.button(code, isDown: isDown, $0)] } ?? []
    case .scroll(let dx, let dy): return place(mapping).map { [.scroll(dx: dx, dy: dy, $0)] } ?? []
    case .added, .removed, .key: return []
    }
  }

  /// Ignores the fingers and buttons that are down in a session, or in all sessions, until they are up.
  mutating func forget(_ session: String? = nil) {
    fingers = fingers.filter { session != nil && $0.value.session != session }
    if session == nil || captor == session { captor = nil }
  }

  /// Ends all fingers and buttons, because the device or the scenes are gone.
  mutating func cancel(by mapping: InputMapping?) -> [SceneInput] {
    defer { self = TouchTracker() }
    guard let mapping else { return [] }
    let touches = fingers.keys.sorted().flatMap { end($0, .cancel, mapping) }
    let releases = buttons.sorted { $0.rawValue < $1.rawValue }.flatMap {
      take(.button($0, isDown: false), by: mapping)
    }
    return touches + releases
  }

  /// Beside all scenes, the pointer still belongs to the last scene, so that it is drawn there.
  private mutating func move(_ mapping: InputMapping) -> [SceneInput] {
    let beside = buttons.isEmpty ? hovered.flatMap { mapping.point(x: pointer.x, y: pointer.y, in: $0) } : nil
    guard let point = place(mapping) ?? beside else { return [] }
    hovered = point.session
    return [.pointer(point)]
  }

  private func place(_ mapping: InputMapping) -> ScenePoint? {
    guard buttons.isEmpty else { return captor.flatMap { mapping.point(x: pointer.x, y: pointer.y, in: $0) } }
    return mapping.scene(x: pointer.x, y: pointer.y)
  }

  private mutating func end(_ slot: Int, _ phase: SceneInput.TouchPhase, _ mapping: InputMapping) -> [SceneInput] {
    guard let finger = fingers.removeValue(forKey: slot) else { return [] }
    let point = mapping.point(x: finger.x, y: finger.y, in: finger.session)
    return point.map { [.touch(slot: slot, phase, $0)] } ?? []
  }
}

/// The fingers and buttons that were reported to apps as down. After an error each still needs its end.
struct ReportedTouches {
  private enum Contact: Hashable {
    case finger(Int)
    case button(KeyCode)
  }

  private struct Key: Hashable {
    var session: String
    var contact: Contact
  }

  /// The last position of each finger and button.
  private var down: [Key: ScenePoint] = [:]

  mutating func record(_ inputs: [SceneInput]) {
    for input in inputs {
      guard let contact = Self.contact(of: input) else { continue }
      let key = Key(session: input.session, contact: contact)
      if input.ends {
        down[key] = nil
      } else if input.begins || down[key] != nil {
        down[key] = input.point
      }
    }
  }

  /// Records input without a reply, which may have arrived or not.
  mutating func recordWithoutReply(_ inputs: [SceneInput]) {
    record(inputs.filter { !$0.ends })
  }

  /// Drops a session that has ended.
  mutating func forget(_ session: String) {
    down = down.filter { $0.key.session != session }
  }

  /// Returns the inputs that end all fingers and buttons in these sessions, or in all sessions.
  func ends(in sessions: Set<String>? = nil) -> [SceneInput] {
    down.filter { sessions?.contains($0.key.session) ?? true }.map { key, point -> SceneInput in
      switch key.contact {
      case .finger(let slot): .touch(slot: slot, .cancel, point)
      case .button(let code): .button(code, isDown: false, point)
      }
    }.sorted { ($0.session, $0.order) < ($1.session, $1.order) }
  }

  private static func contact(of input: SceneInput) -> Contact? {
    switch input {
    case .touch(let slot, _, _): .finger(slot)
    case .button(let code, _, _): .button(code)
    case .pointer, .scroll: nil
    }
  }
}

extension SceneInput {
  fileprivate var begins: Bool {
    switch self {
    case .touch(_, .down, _), .button(_, isDown: true, _): true
    case .touch, .button, .pointer, .scroll: false
    }
  }

  fileprivate var ends: Bool {
    switch self {
    case .touch(_, .up, _), .touch(_, .cancel, _), .button(_, isDown: false, _): true
    case .touch, .button, .pointer, .scroll: false
    }
  }

  /// The order of ends: fingers before buttons, each by its number.
  fileprivate var order: Int {
    switch self {
    case .touch(let slot, _, _): slot
    case .button(let code, _, _): 1 << 32 + Int(code.rawValue)
    case .pointer, .scroll: .max
    }
  }
}
