internal import ControlProtocol

/// Pointing at the slide, by arrows and by mouse.
extension SpeakerState {
  /// How far an arrow moves, in shares of the slide; letters move five times as far.
  private static let step = 0.02

  mutating func point(_ kind: TalkPointerKind) -> [SpeakerAction] {
    point(kind, x: talk.pointer?.x ?? 0.5, y: talk.pointer?.y ?? 0.5)
  }

  private mutating func point(_ kind: TalkPointerKind, x: Double, y: Double) -> [SpeakerAction] {
    let (x, y) = (min(max(0, x), 1), min(max(0, y), 1))
    mode = .pointing(kind, x: x, y: y)
    let action: TalkAction =
      switch kind {
      case .pointer: .pointer
      case .spotlight: .spotlight
      }
    return [.control(ControlTalkCall(action: action, x: x, y: y, noWait: true))]
  }

  mutating func press(_ key: Key, pointing kind: TalkPointerKind, _ x: Double, _ y: Double) -> [SpeakerAction] {
    switch key {
    case .left: return point(kind, x: x - Self.step, y: y)
    case .right: return point(kind, x: x + Self.step, y: y)
    case .up: return point(kind, x: x, y: y - Self.step)
    case .down: return point(kind, x: x, y: y + Self.step)
    case .character("H"): return point(kind, x: x - 5 * Self.step, y: y)
    case .character("L"): return point(kind, x: x + 5 * Self.step, y: y)
    case .character("K"): return point(kind, x: x, y: y - 5 * Self.step)
    case .character("J"): return point(kind, x: x, y: y + 5 * Self.step)
    case .character("p"): return point(.pointer, x: x, y: y)
    case .character("l"): return point(.spotlight, x: x, y: y)
    case .character(" "), .pageDown: return act(.next)
    case .backspace, .pageUp: return act(.previous)
    case .escape, .enter, .character("q"):
      mode = .slides
      return act(.pointerOff)
    case .character, .control, .tab, .home, .end, .delete, .function: return []
    }
  }

  /// The mouse is at a cell.
  public mutating func moveMouse(column: Int, row: Int) -> [SpeakerAction] {
    guard case .pointing(let kind, let oldX, let oldY) = mode else { return [] }
    let area = PointerPicture.slideArea(of: self)
    guard area.width > 1, area.height > 1 else { return [] }
    let x = Double(column - area.column) / Double(area.width - 1)
    let y = Double(row - area.row) / Double(area.height - 1)
    guard (-0.05...1.05).contains(x), (-0.05...1.05).contains(y), x != oldX || y != oldY else { return [] }
    return point(kind, x: x, y: y)
  }
}
