/// Lines of comma-separated values (RFC 4180).
package enum CSV {
  /// Encodes a value of a line. Line breaks become blanks, so that each tool finds the same lines.
  package static func field(_ value: String) -> String {
    var needsQuotes = false
    var text = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"":
        needsQuotes = true
        text += "\"\""
      case ",":
        needsQuotes = true
        text += ","
      case "\n", "\r": text += " "
      default: text.unicodeScalars.append(scalar)
      }
    }
    return needsQuotes ? "\"\(text)\"" : text
  }

  package static func fields(_ line: some Collection<UInt8>) -> [String] {
    var fields: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    var wasQuote = false
    for byte in line {
      switch byte {
      case UInt8(ascii: "\""):
        // Two quotes in a value stand for one.
        if !isQuoted, wasQuote { field.append(byte) }
        isQuoted.toggle()
        wasQuote = !isQuoted
        continue
      case UInt8(ascii: ",") where !isQuoted:
        fields.append(String(decoding: field, as: UTF8.self))
        field = []
      default: field.append(byte)
      }
      wasQuote = false
    }
    return fields + [String(decoding: field, as: UTF8.self)]
  }
}

extension PlayInfo {
  package static let csvHeader =
    "screen,name,session,item,content,first flip,last flip,end,first flip ns,last flip ns,end ns,flips,ending,reason,timestamps,clock"

  /// The line without its end.
  package var csvLine: String {
    [
      screen, label, session, item, content, firstFlip, lastFlip, end, "\(firstFlipNanoseconds)",
      "\(lastFlipNanoseconds)",
      "\(endNanoseconds)", "\(flips)", ending, reason, estimated ? "estimated" : "driver",
      clockRight ? "right" : "unknown",
    ].map(CSV.field).joined(separator: ",")
  }
}
