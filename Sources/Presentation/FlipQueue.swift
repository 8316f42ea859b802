package import Composition
package import DisplayTypes

/// The buffers of one screen, with the stage of each and its difference from the newest picture. Pure. The stages are `free → drawing →
/// inFlight → onScreen → free`. At most one buffer is drawn, one is in flight and one is on the screen.
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
  /// Whether the flip in flight shows the buffer of a surface instead of one of these.
  private var isSurfaceInFlight = false
  /// Whether the buffer on the screen stays there with that flip, on a plane above.
  private var staysOnScreen = false

  package init() {}

  /// Whether a composed picture was refused by flip or update; it must be committed even if nothing else changes.
  package private(set) var hasUnshownFrame = false
  /// The difference between the newest picture and the last committed one.
  package private(set) var unshownDamage = DamageRegion()

  /// New buffers after a modeset; the first is on the screen and complete, the others lack the whole picture.
  package init(count: Int, size: PixelSize) {
    self.count = min(max(count, 1), FlipQueue.capacity)
    stages[0] = .onScreen
    for index in 1..<max(self.count, 1) { missing[index] = DamageRegion(PixelRect(size: size)) }
  }

  package func stage(of buffer: Int) -> Stage { buffer >= 0 && buffer < count ? stages[buffer] : .free }

  package var onScreen: Int? { first(.onScreen) }

  package var inFlight: Int? { first(.inFlight) }

  package var isFlipping: Bool { isSurfaceInFlight || inFlight != nil }

  /// Adds a change that every buffer lacks.
  package mutating func addDamage(_ damage: DamageRegion) {
    for index in 0..<count { missing[index].add(damage) }
    unshownDamage.add(damage)
  }

  /// Takes a free buffer for drawing, with its damage; nil if none is free, or if another is being drawn or in flight.
  package mutating func beginDrawing() -> (buffer: Int, damage: DamageRegion)? {
    guard !isFlipping, first(.drawing) == nil, let buffer = first(.free) else { return nil }
    stages[buffer] = .drawing
    let damage = missing[buffer]
    missing[buffer] = DamageRegion()
    return (buffer, damage)
  }

  /// Takes the buffer on the screen for a change in place, with its damage; nil while another is being drawn or in flight.
  package mutating func beginUpdating() -> (buffer: Int, damage: DamageRegion)? {
    guard !isFlipping, first(.drawing) == nil, let buffer = onScreen else { return nil }
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

  /// Records that a flip to the buffer of a surface is in flight. All buffers here lack the picture.
  ///
  /// - Parameter keepsBuffer: whether the buffer on the screen stays there, because a plane above shows it.
  package mutating func submittedSurface(keepsBuffer: Bool = false) {
    isSurfaceInFlight = true
    staysOnScreen = keepsBuffer
    hasUnshownFrame = false
    unshownDamage = DamageRegion()
  }

  /// Records that a flip to the buffer of a surface was refused.
  package mutating func refusedSurface() { hasUnshownFrame = true }

  /// Records that the buffer on the screen was changed in place and shows the newest picture.
  package mutating func updated() {
    hasUnshownFrame = false
    unshownDamage = DamageRegion()
  }

  /// Records that the flip or update was refused. The buffer may not have the picture, so it lacks `damage` again.
  package mutating func refused(_ buffer: Int, damage: DamageRegion) {
    guard buffer >= 0, buffer < count else { return }
    if stages[buffer] == .drawing { stages[buffer] = .free }
    missing[buffer].add(damage)
    hasUnshownFrame = true
  }

  /// Records the end of a flip; false if none was in flight.
  package mutating func flipped() -> Bool {
    if isSurfaceInFlight {
      isSurfaceInFlight = false
      if !staysOnScreen, let old = onScreen { stages[old] = .free }
      return true
    }
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
