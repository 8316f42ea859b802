public import Composition
public import DisplayTypes

/// The buffers of one screen: the stage of each, and its difference from the newest picture.
///
/// Pure. Stages are `free → drawing → inFlight → onScreen → free`. Only one buffer is drawn, one in flight and one on the screen at a time.
public struct FlipQueue: Sendable {
  /// Where a buffer is on its way to the screen.
  public enum Stage: Hashable, Sendable {
    case free
    case drawing
    case inFlight
    case onScreen
  }

  /// The most buffers that a screen has.
  public static let capacity = 3

  private var stages = InlineArray<3, Stage>(repeating: .free)
  private var missing = InlineArray<3, DamageRegion>(repeating: DamageRegion())
  /// How many buffers there are.
  public private(set) var count = 0

  /// No buffers.
  public init() {}

  /// A composed picture whose flip or update was refused; it must be committed even if nothing else changes.
  public private(set) var hasUnshownFrame = false
  /// The difference between the newest picture and the last committed one.
  public private(set) var unshownDamage = DamageRegion()

  /// New buffers after a modeset: the first is on the screen and complete, the others miss everything.
  public init(count: Int, size: PixelSize) {
    self.count = min(max(count, 1), FlipQueue.capacity)
    stages[0] = .onScreen
    for index in 1..<max(self.count, 1) { missing[index] = DamageRegion(PixelRect(size: size)) }
  }

  /// The stage of a buffer; `free` if it does not exist.
  public func stage(of buffer: Int) -> Stage {
    buffer >= 0 && buffer < count ? stages[buffer] : .free
  }

  /// The buffer that is on the screen.
  public var onScreen: Int? { first(.onScreen) }

  /// The buffer whose flip has not ended.
  public var inFlight: Int? { first(.inFlight) }

  /// The picture has changed there: every buffer misses it.
  public mutating func addDamage(_ damage: DamageRegion) {
    for index in 0..<count { missing[index].add(damage) }
    unshownDamage.add(damage)
  }

  /// Takes a free buffer to draw in, with its damage; nil if none is free, or another is drawn or in flight.
  public mutating func beginDrawing() -> (buffer: Int, damage: DamageRegion)? {
    guard inFlight == nil, first(.drawing) == nil, let buffer = first(.free) else { return nil }
    stages[buffer] = .drawing
    let damage = missing[buffer]
    missing[buffer] = DamageRegion()
    return (buffer, damage)
  }

  /// Takes the buffer on the screen to change it in place, with its damage; nil while another is drawn or in flight.
  public mutating func beginUpdating() -> (buffer: Int, damage: DamageRegion)? {
    guard inFlight == nil, first(.drawing) == nil, let buffer = onScreen else { return nil }
    let damage = missing[buffer]
    missing[buffer] = DamageRegion()
    return (buffer, damage)
  }

  /// The flip of the drawn buffer was submitted.
  public mutating func submitted(_ buffer: Int) {
    guard stage(of: buffer) == .drawing else { return }
    stages[buffer] = .inFlight
    hasUnshownFrame = false
    unshownDamage = DamageRegion()
  }

  /// The buffer on the screen was changed in place: it shows the newest picture.
  public mutating func updated() {
    hasUnshownFrame = false
    unshownDamage = DamageRegion()
  }

  /// The flip or update was refused: the buffer holds the picture or not, so it misses `damage` again.
  public mutating func refused(_ buffer: Int, damage: DamageRegion) {
    guard buffer >= 0, buffer < count else { return }
    if stages[buffer] == .drawing { stages[buffer] = .free }
    missing[buffer].add(damage)
    hasUnshownFrame = true
  }

  /// The flip in flight has ended; false if there was none.
  public mutating func flipped() -> Bool {
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
