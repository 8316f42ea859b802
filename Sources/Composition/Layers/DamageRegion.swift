package import DisplayTypes

/// The pixels that must be drawn again: a few rectangles, stored without allocation. Two rectangles are joined if that adds no area. A bar
/// and the same bar a step further are joined, but crossing bars are not. Above `capacity` rectangles, the new one is joined with the
/// rectangle that grows least. The region covers at least everything that was added. Rectangles may overlap.
public struct DamageRegion: Sendable {
  package static let capacity = 8

  private var storage = InlineArray<8, PixelRect>(repeating: .empty)
  package private(set) var count = 0

  /// No damage.
  public init() {}

  package init(_ rect: PixelRect) { add(rect) }

  package var isEmpty: Bool { count == 0 }

  /// The rectangle at `index`; `.empty` from `count` on.
  package subscript(index: Int) -> PixelRect { index >= 0 && index < count ? storage[index] : .empty }

  package var bounds: PixelRect { (0..<count).reduce(.empty) { $0.union(storage[$1]) } }

  package mutating func add(_ rect: PixelRect) {
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

  package mutating func add(_ other: DamageRegion) {
    for index in 0..<other.count { add(other.storage[index]) }
  }

  package mutating func clip(to bounds: PixelRect) {
    var clipped = DamageRegion()
    for index in 0..<count { clipped.add(storage[index].intersection(bounds)) }
    self = clipped
  }

  private mutating func removeRect(at index: Int) {
    count -= 1
    storage[index] = storage[count]
  }

  private func indexOfCheapestUnion(with rect: PixelRect) -> Int {
    func cost(_ index: Int) -> Int { storage[index].union(rect).area - storage[index].area }
    return (0..<count).min { cost($0) < cost($1) } ?? 0
  }
}
