import MonitorPower

/// The command line: `--edid DIGITS on|standby`, or `--check-sandbox`.
enum DDCOrder {
  /// Brings the monitor with that first block of its EDID to a state.
  case bring([UInt8], PowerWish)
  /// Tries what the sandbox forbids.
  case checkSandbox

  init?(_ arguments: some Collection<String>) {
    let words = Array(arguments)
    if words == ["--check-sandbox"] {
      self = .checkSandbox
      return
    }
    guard words.count == 3, words[0] == "--edid", let wish = PowerWish(rawValue: words[2]) else { return nil }
    let digits = Array(words[1].utf8)
    guard digits.count == 256 else { return nil }
    var edid: [UInt8] = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let high = Self.value(digits[place]), let low = Self.value(digits[place + 1]) else { return nil }
      edid.append(high << 4 | low)
    }
    self = .bring(edid, wish)
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
