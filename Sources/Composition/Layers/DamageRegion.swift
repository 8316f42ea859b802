public import DisplayTypes

/// The pixels that must be drawn again: a few rectangles, stored without allocation.
///
/// Two rectangles are joined if that adds no area: a bar and the same bar a step further are, crossing bars are not. Above `capacity`
/// rectangles, the new one is joined with the one that then grows least. The region covers at least everything that was added. Rectangles
/// may overlap.
public struct DamageRegion: Sendable {
  /// How many rectangles are kept apart.
  public static let capacity = 8

  private var storage = InlineArray<8, PixelRect>(repeating: .empty)
  /// How many rectangles there are.
  public private(set) var count = 0

  /// No damage.
  public init() {}

  /// One rectangle.
  public init(_ rect: PixelRect) {
    add(rect)
  }

  /// Whether there is no pixel in it.
  public var isEmpty: Bool { count == 0 }

  /// The rectangle at `index`, which is below `count`; `.empty` otherwise.
  public subscript(index: Int) -> PixelRect {
    index >= 0 && index < count ? storage[index] : .empty
  }

  /// The smallest rectangle that covers all.
  public var bounds: PixelRect {
    var bounds = PixelRect.empty
    for index in 0..<count { bounds = bounds.union(storage[index]) }
    return bounds
  }

  /// Adds a rectangle; an empty one adds nothing.
  public mutating func add(_ rect: PixelRect) {
    guard !rect.isEmpty else { return }
    var rect = rect
    var index = 0
    while index < count {
      if storage[index].contains(rect) { return }
      let union = rect.union(storage[index])
      if union.area <= rect.area + storage[index].area {
        rect = union
        removeRect(at: index)
        index = 0
      } else {
        index += 1
      }
    }
    if count == DamageRegion.capacity {
      let nearest = indexOfCheapestUnion(with: rect)
      let joined = storage[nearest].union(rect)
      removeRect(at: nearest)
      return add(joined)
    }
    storage[count] = rect
    count += 1
  }

  /// Adds all of another region.
  public mutating func add(_ other: DamageRegion) {
    for index in 0..<other.count { add(other.storage[index]) }
  }

  /// Cuts everything off at `bounds`.
  public mutating func clip(to bounds: PixelRect) {
    var clipped = DamageRegion()
    for index in 0..<count { clipped.add(storage[index].intersection(bounds)) }
    self = clipped
  }

  private mutating func removeRect(at index: Int) {
    count -= 1
    storage[index] = storage[count]
  }

  private func indexOfCheapestUnion(with rect: PixelRect) -> Int {
    var best = 0
    var bestCost = Int.max
    for index in 0..<count {
      let cost = storage[index].union(rect).area - storage[index].area
      if cost < bestCost {
        bestCost = cost
        best = index
      }
    }
    return best
  }
}
