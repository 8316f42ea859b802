import ArgumentParser

/// A time as people write it: `30`, `30s`, `500ms`, `5m`, `2h`.
struct Duration: ExpressibleByArgument, CustomStringConvertible {
  var seconds: Double

  init?(argument: String) {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)]
    let unit = units.first { argument.hasSuffix($0.0) } ?? ("", 1)
    let number = argument.dropLast(unit.0.count)
    guard number.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let value = Double(number), value.isFinite, value * unit.1 <= 604_800
    else { return nil }
    seconds = value * unit.1
  }

  var description: String { "\(seconds)s" }
}
