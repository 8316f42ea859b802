extension Photograph {
  /// Whether the monitor has no signal, or never had one.
  ///
  /// QEMU draws a line of text in the middle of a head whose scan-out is disabled (`qemu_create_placeholder_surface`): grey
  /// on black, 8 by 16 pixels a letter. The line is recognised by its pixels, so that no picture of ours can be mistaken.
  public var showsNoSignal: Bool {
    Self.messages.contains { matches($0) }
  }

  private struct Message {
    let letters: Int
    let fingerprint: UInt64
  }

  private static let messages = [
    Message(letters: 44, fingerprint: 0x1096_1fe7_adff_1d9e),  // "Guest has not initialized the display (yet)."
    Message(letters: 29, fingerprint: 0xf4c3_2b00_6572_74bd),  // "Display output is not active."
  ]

  private func matches(_ message: Message) -> Bool {
    guard let line = crop(letters: message.letters) else { return false }
    return line.fingerprint == message.fingerprint
  }

  /// The part in which QEMU draws a message of so many letters.
  private func crop(letters: Int) -> Photograph? {
    let columns = width / 8
    let rows = height / 16
    guard columns >= letters && rows >= 1 else { return nil }
    let left = (columns - letters) / 2 * 8
    let top = (rows - 1) / 2 * 16
    var bytes: [UInt8] = []
    for y in top..<(top + 16) {
      let start = (y * width + left) * 3
      bytes += pixels[start..<(start + letters * 24)]
    }
    return Photograph(width: letters * 8, height: 16, pixels: bytes)
  }
}
