package import Composition
package import DisplayTypes

/// The buffers of one screen: the stage of each, and its difference from the newest picture.
///
/// Pure. Stages are `free → drawing → inFlight → onScreen → free`. Only one buffer is drawn, one in flight and one on the screen at a time.
package struct FlipQueue: Sendable {
  package enum Stage: Hashable, Sendable {
    case free
    case drawing
    case inFlight
    case onScreen
  }

  package static let capacity = 3

  private var stages = InlineArray<3, Stage>(repeating: .free)
  private var missing = InlineArray<3, DamageRegion>(repeating: DamageRegion())
  package private(set) var count = 0

  package init() {}

  /// A composed picture whose flip or update was refused; it must be committed even if nothing else changes.
  package private(set) var hasUnshownFrame = false
  /// The difference between the newest picture and the last committed one.
  package private(set) var unshownDamage = DamageRegion()

  /// New buffers after a modeset: the first is on the screen and complete, the others miss everything.
  package init(count: Int, size: PixelSize) {
    self.count = min(max(count, 1), FlipQueue.capacity)
    stages[0] = .onScreen
    for index in 1..<max(self.count, 1) { missing[index] = DamageRegion(PixelRect(size: size)) }
  }

  package func stage(of buffer: Int) -> Stage { buffer >= 0 && buffer < count ? stages[buffer] : .free }

  package var onScreen: Int? { first(.onScreen) }

  package var inFlight: Int? { first(.inFlight) }

  /// Every buffer misses this change.
  package mutating func addDamage(_ damage: DamageRegion) {
    for index in 0..<count { missing[index].add(damage) }
    unshownDamage.add(damage)
  }

  /// Takes a free buffer to draw in, with its damage; nil if none is free, or another is drawn or in flight.
  package mutating func beginDrawing() -> (buffer: Int, damage: DamageRegion)? {
    guard inFlight == nil, first(.drawing) == nil, let buffer = first(.free) else { return nil }
    stages[buffer] = .drawing
    let damage = missing[buffer]
    missing[buffer] = DamageRegion()
    return (buffer, damage)
  }

  /// Takes the buffer on the screen to change it in place, with its damage; nil while another is drawn or in flight.
  package mutating func beginUpdating() -> (buffer: Int, damage: DamageRegion)? {
    guard inFlight == nil, first(.drawing) == nil, let buffer = onScreen else { return nil }
    let damage = missing[buffer]
    missing[buffer] = DamageRegion()
    return (buffer, damage)
  }

  package mutating func submitted(_ buffer: Int) {
    guard stage(of: buffer) == .drawing else { return }
    stages[buffer] = .inFlight
    hasUnshownFrame = false
    unshownDamage = DamageRegion()
  }

  /// The buffer on the screen was changed in place: it shows the newest picture.
  package mutating func updated() {
    hasUnshownFrame = false
    unshownDamage = DamageRegion()
  }

  /// The flip or update was refused: the buffer holds the picture or not, so it misses `damage` again.
  package mutating func refused(_ buffer: Int, damage: DamageRegion) {
    guard buffer >= 0, buffer < count else { return }
    if stages[buffer] == .drawing { stages[buffer] = .free }
    missing[buffer].add(damage)
    hasUnshownFrame = true
  }

  /// False if no flip was in flight.
  package mutating func flipped() -> Bool {
    guard let buffer = inFlight else { return false }
    if let old = onScreen { stages[old] = .free }
    stages[buffer] = .onScreen
    return true
  }

  private func first(_ stage: Stage) -> Int? {
    for index in 0..<count where stages[index] == stage { return index }
    return nil
  }
}
