public import Composition
public import DisplayTypes

/// Copies what was drawn in cached memory to memory that is scanned out, which is slow to read and must only be written.
public enum PixelCopy {
  /// Copies the pixels of `damage` row by row; what lies outside either target is left out.
  ///
  /// C: `memmove`.
  public static func copy(_ damage: DamageRegion, from source: PixelTarget, to destination: PixelTarget) {
    for index in 0..<damage.count { copy(damage[index], from: source, to: destination) }
  }

  /// Copies one rectangle.
  public static func copy(_ rect: PixelRect, from source: PixelTarget, to destination: PixelTarget) {
    let rect = rect.intersection(PixelRect(size: source.size)).intersection(PixelRect(size: destination.size))
    guard !rect.isEmpty else { return }
    if source.stride == destination.stride && rect.width * 4 == source.stride {
      unsafe destination.address(x: 0, y: rect.y).copyMemory(
        from: source.address(x: 0, y: rect.y), byteCount: source.stride * rect.height)
      return
    }
    for y in rect.y..<rect.maxY {
      unsafe destination.address(x: rect.x, y: y).copyMemory(
        from: source.address(x: rect.x, y: y), byteCount: rect.width * 4)
    }
  }
}
