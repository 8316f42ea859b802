public import ControlProtocol

/// Something that is done in an application scene.
public enum SceneInput: Hashable, Sendable {
  /// How far a touch has come.
  public enum TouchPhase: String, Hashable, Sendable {
    /// It begins.
    case down
    /// It moves.
    case move
    /// It ends.
    case up
    /// It does not count.
    case cancel
  }

  /// A finger.
  case touch(slot: Int, TouchPhase, ScenePoint)
  /// The pointer is at a place.
  case pointer(ScenePoint)
  /// A button went down or up.
  case button(KeyCode, isDown: Bool, ScenePoint)
  /// Something scrolls, in steps of a wheel.
  case scroll(dx: Double, dy: Double, ScenePoint)

  /// The session's identifier.
  public var session: String { point.session }

  /// Where it is.
  var point: ScenePoint {
    switch self {
    case .touch(_, _, let point), .pointer(let point), .button(_, _, let point), .scroll(_, _, let point): point
    }
  }

  /// Whether a later one of its kind makes it needless.
  var isMotion: Bool {
    switch self {
    case .touch(_, .move, _), .pointer: true
    case .touch, .button, .scroll: false
    }
  }

  /// Whether it is about the same finger, or both about the pointer.
  func concernsSame(as other: SceneInput) -> Bool {
    switch (self, other) {
    case (.touch(let slot, _, _), .touch(let otherSlot, _, _)): slot == otherSlot
    case (.touch, _), (_, .touch): false
    default: true
    }
  }

  /// The call that hands it to its app; touches are one call together.
  public static func call(_ inputs: [SceneInput]) -> SendInputCall? {
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
