import ArgumentParser
import DisplayTypes

/// A time as people write it: `30`, `30s`, `500ms`, `5m`, `1h30m`.
struct Duration: ExpressibleByArgument, CustomStringConvertible {
  /// Any number: each command says which it takes.
  var seconds: Double
  /// As it was written.
  private(set) var description: String

  init?(argument: String) {
    let isNegative = argument.hasPrefix("-")
    let written = isNegative ? String(argument.dropFirst()) : argument
    // As in `.5s`.
    let text = written.hasPrefix(".") && written.dropFirst().first?.isNumber == true ? "0\(written)" : written
    // Seconds, where there is no unit.
    let isNumber = text.utf8.allSatisfy {
      $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
    guard let milliseconds = DurationText.milliseconds(isNumber ? "\(text)s" : text) else { return nil }
    seconds = (isNegative ? -1 : 1) * Double(milliseconds) / 1000
    description = argument
  }

  /// Refuses what is not within bounds, and names them; `what` begins the sentence.
  func check(_ what: String, within range: ClosedRange<Double>) throws {
    guard !range.contains(seconds) else { return }
    func text(_ seconds: Double) -> String { DurationText.text(Int(seconds * 1000)) }
    throw ValidationError(
      "\(what) cannot be \(description): expected \(text(range.lowerBound)) to \(text(range.upperBound)).")
  }
}
