/// How a clock writes the time: the conversions of `strftime(3)` that do not depend on a locale, with English names.
///
/// `%-d` is a number without padding, as the GNU library has it.
public struct ClockFormat: Sendable {
  private enum Piece {
    case text(String)
    case field(ClockField, isPadded: Bool)
  }

  /// The conversions that it knows, for people.
  public static let conversions =
    "%H %I %M %S %p %P %k %l %R %T %r %A %a %d %e %j %B %b %m %Y %y %F %D %V %G %u %w %s %z %n %t %%"

  private var pieces: [Piece] = []

  /// The first conversion that no clock knows, as `%Q`; nil for a good format.
  public private(set) var unknownConversion: String?

  /// Reads a format; what is no known conversion stands as it is.
  public init(_ format: String) {
    var text = ""
    var rest = Substring(format).unicodeScalars
    while let scalar = rest.popFirst() {
      guard scalar == "%" else {
        text.unicodeScalars.append(scalar)
        continue
      }
      let isPadded = rest.first != "-"
      if !isPadded { rest.removeFirst() }
      let letter = rest.popFirst()
      if let literal = Self.literal(letter) {
        text += literal
      } else if let fields = Self.fields(letter) {
        pieces.append(.text(text))
        text = ""
        for (before, field) in fields { pieces += [.text(before), .field(field, isPadded: isPadded)] }
      } else {
        let conversion = "%" + (isPadded ? "" : "-") + (letter.map { String(Character($0)) } ?? "")
        unknownConversion = unknownConversion ?? conversion
        text += conversion
      }
    }
    pieces.append(.text(text))
  }

  /// How long it stays the same at most, in seconds; nil where it shows no time.
  var seconds: Int64? {
    pieces.compactMap { if case .field(let field, _) = $0 { field.seconds } else { nil } }.min()
  }

  /// The time as it is written.
  func text(of time: LocalTime) -> String {
    joined { $0.text(of: time, isPadded: $1) }
  }

  /// A text that takes as much room as any.
  var template: String { joined { field, _ in field.template } }

  /// What is written while the time is not known.
  var placeholder: String { joined { field, _ in field.placeholder } }

  private func joined(_ write: (ClockField, Bool) -> String) -> String {
    pieces.reduce(into: "") { text, piece in
      switch piece {
      case .text(let part): text += part
      case .field(let field, let isPadded): text += write(field, isPadded)
      }
    }
  }

  private static func literal(_ letter: Unicode.Scalar?) -> String? {
    switch letter {
    case "%": "%"
    case "n": "\n"
    case "t": "\t"
    default: nil
    }
  }

  /// The fields of a letter, each with what stands before it.
  private static func fields(_ letter: Unicode.Scalar?) -> [(String, ClockField)]? {
    switch letter {
    case "R": [("", .hour), (":", .minute)]
    case "T": [("", .hour), (":", .minute), (":", .second)]
    case "r": [("", .shortHour), (":", .minute), (":", .second), (" ", .half)]
    case "F": [("", .year), ("-", .monthNumber), ("-", .day)]
    case "D": [("", .monthNumber), ("/", .day), ("/", .shortYear)]
    case "h": [("", .shortMonth)]
    default:
      letter.flatMap { $0.isASCII ? ClockField(rawValue: UInt8($0.value)) : nil }.map { [("", $0)] }
    }
  }
}
