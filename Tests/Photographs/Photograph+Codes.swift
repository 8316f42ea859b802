internal import QRReader

extension Photograph {
  /// The text of the QR code whose modules are the only pixels of pure black; nil without a code.
  public var codeText: String? {
    var (left, top, right, bottom) = (width, height, -1, -1)
    for y in 0..<height {
      for x in 0..<width where self[x, y] == .black {
        (left, right) = (min(left, x), max(right, x))
        (top, bottom) = (min(top, y), max(bottom, y))
      }
    }
    guard left < right, top < bottom else { return nil }
    // The edge of a finder is seven modules long.
    var run = 0
    while left + run <= right, self[left + run, top] == .black { run += 1 }
    let module = run / 7
    let side = right - left + 1
    guard module > 0, module * 7 == run, side % module == 0, bottom - top + 1 == side else { return nil }
    return QRCodeReader(side: side / module) { row, column in
      self[left + column * module + module / 2, top + row * module + module / 2] == .black
    }?.text
  }
}
