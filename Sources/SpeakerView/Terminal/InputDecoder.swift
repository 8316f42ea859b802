/// Decodes bytes from a terminal: keys, mouse and replies (ECMA-48, xterm's control sequences, kitty's graphics protocol). Bytes may arrive
/// in any pieces. An Escape without further bytes is the key Escape, and only `flush` can decide that.
package struct InputDecoder: Sendable {
  private var pending: [UInt8] = []
  /// Whether a reply about the cursor is expected. Such a reply looks like F3 with Shift, Alt or Ctrl.
  private var awaitsCursor = false

  package init() {}

  /// Expects the position of the cursor, and after it the type of the terminal (DA1), which all terminals report.
  package mutating func expectCursor() { awaitsCursor = true }

  /// Whether an input is incomplete.
  package var isWaiting: Bool { !pending.isEmpty }

  package mutating func decode(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
    pending += bytes
    var inputs: [TerminalInput] = []
    while !pending.isEmpty {
      guard let (length, input) = Self.first(pending) else { break }
      pending.removeFirst(length)
      if let input { inputs.append(convert(input)) }
    }
    // Drop the bytes: sequences of terminals are shorter.
    if pending.count > 4096 { pending.removeAll() }
    return inputs
  }

  /// Converts an unrequested position of the cursor to a key.
  private mutating func convert(_ input: TerminalInput) -> TerminalInput {
    guard case .reply(let reply) = input else { return input }
    switch reply {
    case .cursor where !awaitsCursor: return .key(.function(3))
    case .cursor, .attributes: awaitsCursor = false
    case .kitty, .cellSize: break
    }
    return input
  }

  /// Returns the pending input after a pause: the key Escape.
  package mutating func flush() -> [TerminalInput] {
    guard !pending.isEmpty else { return [] }
    return (pending.removeFirst() == 0x1B ? [.key(.escape)] : []) + decode([])
  }

  /// Returns the number of bytes of the first input, and the input; nil if more bytes must follow.
  private static func first(_ bytes: [UInt8]) -> (Int, TerminalInput?)? {
    guard let byte = bytes.first else { return nil }
    switch byte {
    case 0x1B: return escape(bytes)
    case 0x0D, 0x0A: return (1, .key(.enter))
    case 0x09: return (1, .key(.tab))
    case 0x7F, 0x08: return (1, .key(.backspace))
    case 0x01...0x1A: return (1, .key(.control(Character(Unicode.Scalar(byte + 0x60)))))
    case 0x00...0x1F: return (1, nil)
    case 0x20...0x7E: return (1, .key(.character(Character(Unicode.Scalar(byte)))))
    default: return scalar(bytes, byte)
    }
  }

  private static func scalar(_ bytes: [UInt8], _ lead: UInt8) -> (Int, TerminalInput?)? {
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 1
    guard bytes.count >= length else { return nil }
    guard length > 1, let text = String(validating: bytes.prefix(length), as: UTF8.self), let character = text.first
    else { return (1, nil) }
    return (length, .key(.character(character)))
  }

  private static func escape(_ bytes: [UInt8]) -> (Int, TerminalInput?)? {
    guard bytes.count > 1 else { return nil }
    switch bytes[1] {
    case UInt8(ascii: "["): return control(bytes)
    case UInt8(ascii: "O"):
      guard bytes.count > 2 else { return nil }
      return (3, key(final: bytes[2], number: nil))
    case UInt8(ascii: "_"), UInt8(ascii: "P"), UInt8(ascii: "]"): return string(bytes)
    case 0x1B: return (1, .key(.escape))
    // Alt with a key: drop the Escape, so that the key remains.
    default: return (1, nil)
    }
  }

  /// Decodes `ESC [`, parameters, intermediate bytes and a final byte.
  private static func control(_ bytes: [UInt8]) -> (Int, TerminalInput?)? {
    // The Linux console's function keys 1 to 5.
    if bytes.count > 2, bytes[2] == UInt8(ascii: "[") {
      guard bytes.count > 3 else { return nil }
      let number = Int(bytes[3]) - 0x40
      return (4, (1...5).contains(number) ? .key(.function(number)) : nil)
    }
    guard let end = bytes.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      // A control character ends an incomplete sequence, and is not part of it.
      return bytes.dropFirst(2).firstIndex { $0 < 0x20 }.map { ($0, nil) }
    }
    let parameters = bytes[2..<end]
    let mark = parameters.first.flatMap { "<?>=".utf8.contains($0) ? $0 : nil }
    let numbers = (mark == nil ? parameters : parameters.dropFirst()).split(
      separator: UInt8(ascii: ";"), omittingEmptySubsequences: false
    ).map { Int(String(decoding: $0.prefix(6), as: UTF8.self)) ?? 0 }
    return (end + 1, input(final: bytes[end], mark: mark, numbers))
  }

  private static func input(final: UInt8, mark: UInt8?, _ numbers: [Int]) -> TerminalInput? {
    let first = numbers.first ?? 0
    switch (mark, final) {
    case (UInt8(ascii: "<"), UInt8(ascii: "M")), (UInt8(ascii: "<"), UInt8(ascii: "m")):
      guard numbers.count == 3 else { return nil }
      if first & 64 != 0 { return .wheel(first & 1 == 0 ? -1 : 1) }
      return .mouse(column: max(0, numbers[1] - 1), row: max(0, numbers[2] - 1))
    case (UInt8(ascii: "?"), UInt8(ascii: "c")): return .reply(.attributes)
    case (nil, UInt8(ascii: "R")) where numbers.count == 2: return .reply(.cursor(row: first, column: numbers[1]))
    case (nil, UInt8(ascii: "t")) where numbers.count == 3 && first == 6:
      return .reply(.cellSize(width: numbers[2], height: numbers[1]))
    case (nil, _): return key(final: final, number: first)
    case (.some, _): return nil
    }
  }

  private static func key(final: UInt8, number: Int?) -> TerminalInput? {
    switch final {
    case UInt8(ascii: "A"): .key(.up)
    case UInt8(ascii: "B"): .key(.down)
    case UInt8(ascii: "C"): .key(.right)
    case UInt8(ascii: "D"): .key(.left)
    case UInt8(ascii: "H"): .key(.home)
    case UInt8(ascii: "F"): .key(.end)
    case UInt8(ascii: "M"): .key(.enter)
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .key(.function(Int(final - UInt8(ascii: "O"))))
    case UInt8(ascii: "Z"): .key(.tab)
    case UInt8(ascii: "~"): tilde(number ?? 0)
    default: nil
    }
  }

  private static func tilde(_ number: Int) -> TerminalInput? {
    switch number {
    case 1, 7: .key(.home)
    case 3: .key(.delete)
    case 4, 8: .key(.end)
    case 5: .key(.pageUp)
    case 6: .key(.pageDown)
    case 11...15: .key(.function(number - 10))
    case 17...21: .key(.function(number - 11))
    case 23, 24: .key(.function(number - 12))
    default: nil
    }
  }

  /// Decodes strings such as `ESC _ … ESC \`. Skips all of them except replies about pictures.
  private static func string(_ bytes: [UInt8]) -> (Int, TerminalInput?)? {
    for index in bytes.indices.dropFirst(2) {
      let endsByBell = bytes[index] == 0x07 && bytes[1] == UInt8(ascii: "]")
      let isTerminator = bytes[index] == UInt8(ascii: "\\") && bytes[index - 1] == 0x1B
      guard endsByBell || isTerminator else { continue }
      let body = String(decoding: bytes[2..<index], as: UTF8.self)
      guard bytes[1] == UInt8(ascii: "_"), body.hasPrefix("G") else { return (index + 1, nil) }
      return (index + 1, .reply(.kitty(works: body.split(separator: ";").last?.hasPrefix("OK") == true)))
    }
    return nil
  }
}

package enum TerminalInput: Hashable, Sendable {
  case key(TerminalKey)
  /// The mouse is at a cell, from 0.
  case mouse(column: Int, row: Int)
  /// Clicks of the wheel; down is positive.
  case wheel(Int)
  case reply(TerminalReply)
}

package enum TerminalReply: Hashable, Sendable {
  /// The type of the terminal (DA1).
  case attributes
  /// The position of its cursor, from 1 (CPR).
  case cursor(row: Int, column: Int)
  /// The reply about kitty's pictures, and whether they work.
  case kitty(works: Bool)
  /// The size of a cell in pixels.
  case cellSize(width: Int, height: Int)
}

package enum TerminalKey: Hashable, Sendable {
  case character(Character)
  /// A key with Ctrl. The character is the lower-case letter.
  case control(Character)
  case enter, escape, backspace, tab, up, down, left, right
  /// The keys that clickers send for back and forward.
  case pageUp, pageDown
  case home, end, delete
  /// A function key, from 1.
  case function(Int)
}
