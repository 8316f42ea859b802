internal import ControlProtocol
internal import DisplayTypes

/// Input of an application scene.
enum SceneInput: Hashable {
  enum TouchPhase: String {
    case down, move, up, cancel
  }

  case touch(slot: Int, TouchPhase, ScenePoint)
  case pointer(ScenePoint)
  case button(KeyCode, isDown: Bool, ScenePoint)
  /// A scroll in steps of a wheel.
  case scroll(dx: Double, dy: Double, ScenePoint)

  var session: String { point.session }

  var point: ScenePoint {
    switch self {
    case .touch(_, _, let point), .pointer(let point), .button(_, _, let point), .scroll(_, _, let point): point
    }
  }

  /// Whether a later input of the same kind replaces this one.
  var isMotion: Bool {
    switch self {
    case .touch(_, .move, _), .pointer: true
    case .touch, .button, .scroll: false
    }
  }

  /// Whether both inputs belong to the same finger, or both to the pointer.
  func concernsSame(as other: SceneInput) -> Bool {
    switch (self, other) {
    case (.touch(let slot, _, _), .touch(let otherSlot, _, _)): slot == otherSlot
    case (.touch, _), (_, .touch): false
    default: true
    }
  }

  /// The call that sends a group of `InputQueue.take`.
  static func call(_ inputs: [SceneInput]) -> SendInputCall? {
    guard let first = inputs.first else { return nil }
    let (x, y) = (JSONValue.number(first.point.x), JSONValue.number(first.point.y))
    switch first {
    case .touch:
      let touches = inputs.compactMap { input -> JSONValue? in
        guard case .touch(let slot, let phase, let point) = input else { return nil }
        return .object([
          "id": .integer(Int64(slot)), "phase": .string(phase.rawValue), "x": .number(point.x), "y": .number(point.y),
        ])
      }
      return SendInputCall(session: first.session, kind: "touch", values: ["touches": .array(touches)])
    case .pointer:
      return SendInputCall(session: first.session, kind: "pointer", values: ["phase": .string("move"), "x": x, "y": y])
    case .button(let code, let isDown, _):
      let phase = JSONValue.string(isDown ? "press" : "release")
      return SendInputCall(
        session: first.session, kind: "pointer",
        values: ["phase": phase, "button": .string(code.description), "x": x, "y": y])
    case .scroll(let dx, let dy, _):
      return SendInputCall(
        session: first.session, kind: "pointer",
        values: ["phase": .string("scroll"), "dx": .number(dx), "dy": .number(dy), "x": x, "y": y])
    }
  }
}

/// The input that waits for scenes. A later motion replaces an earlier one. Motion is sent at most sixty times a second, and other input is
/// due at once.
struct InputQueue {
  /// The minimum time between two calls that have only motion, in nanoseconds.
  private static let pauseNanoseconds: UInt64 = 16_000_000
  /// The maximum number of waiting inputs. Beyond it all of them are dropped, because a part would be inconsistent.
  static let capacity = 256
  /// Whether input was dropped. The receiver resets it.
  var hasOverflowed = false

  private var inputs: [SceneInput] = []
  private var lastTime = MonotonicTime.zero

  /// The time at which `take` returns input; nil for never.
  var deadline: MonotonicTime? {
    guard !inputs.isEmpty else { return nil }
    return inputs.contains { !$0.isMotion } ? .zero : lastTime.advanced(by: Self.pauseNanoseconds)
  }

  mutating func add(_ input: SceneInput) {
    if input.isMotion,
      let index = inputs.lastIndex(where: { $0.session == input.session && $0.concernsSame(as: input) }),
      inputs[index].isMotion
    {
      inputs[index] = input
      return
    }
    if inputs.count >= Self.capacity {
      inputs = []
      hasOverflowed = true
    }
    inputs.append(input)
  }

  /// Returns the due input in order. Each group is one call (`SceneInput.call`).
  mutating func take(_ now: MonotonicTime) -> [[SceneInput]] {
    guard let deadline, deadline <= now else { return [] }
    lastTime = now
    var groups: [[SceneInput]] = []
    var group: [SceneInput] = []
    for input in inputs {
      let belongs = group.first.map { first in
        guard case .touch = first, case .touch = input else { return false }
        return first.session == input.session && !group.contains { $0.concernsSame(as: input) }
      }
      if belongs == false {
        groups.append(group)
        group = []
      }
      group.append(input)
    }
    groups.append(group)
    inputs = []
    return groups
  }

  /// Drops the input for a session, or for all.
  mutating func clear(_ session: String? = nil) {
    inputs.removeAll { session == nil || $0.session == session }
  }
}
