/// The screens of a rule or a scene configuration; every given pattern must match.
public struct ScreenMatch: Hashable, Sendable, CustomStringConvertible {
  package var connector: GlobPattern?
  package var make: GlobPattern?
  package var model: GlobPattern?
  package var serial: GlobPattern?

  /// Matches the screens that match every given pattern.
  public init(
    connector: GlobPattern? = nil, make: GlobPattern? = nil, model: GlobPattern? = nil, serial: GlobPattern? = nil
  ) {
    self.connector = connector
    self.make = make
    self.model = model
    self.serial = serial
  }

  /// Matches every screen.
  public static let any = ScreenMatch()

  /// Whether the screen on this connector with this identity matches. A display without a readable EDID has an empty make, model and
  /// serial, which only patterns such as `*` match.
  package func matches(connectorName: String, identity: DisplayIdentity) -> Bool {
    (connector?.matches(connectorName) ?? true) && (make?.matches(identity.make) ?? true)
      && (model?.matches(identity.model) ?? true) && (serial?.matches(identity.serial) ?? true)
  }

  /// The patterns in the form of the configuration: `connector: HDMI-A-*, make: DEL`; `any screen` if there are none.
  public var description: String {
    let parts = [("connector", connector), ("make", make), ("model", model), ("serial", serial)]
      .compactMap { name, pattern in pattern.map { "\(name): \($0)" } }
    return parts.isEmpty ? "any screen" : parts.joined(separator: ", ")
  }
}

/// A pattern as in a shell: `*` any text, `?` one character, `[a-z]` one of a set, `[!a-z]` one outside it, `\` quotes the next character.
/// ASCII letters match in either case. Makers write the same display's name as `DELL` and `Dell`, and no two displays differ only in case.
/// A `[` without its `]` stands for itself. Matching takes at most pattern length times text length steps.
public struct GlobPattern: Hashable, Sendable, CustomStringConvertible {
  package var text: String

  /// Makes a pattern from its text, which is never invalid.
  public init(_ text: String) {
    self.text = text
  }

  /// The text of the pattern.
  public var description: String { text }

  /// Whether the pattern matches the whole of `candidate`.
  package func matches(_ candidate: String) -> Bool {
    let pieces = Self.pieces(of: text)
    let characters = candidate.unicodeScalars.map(Self.folded)
    var piece = 0
    var position = 0
    // The place to continue if a later piece fails: the last `*` then matches one character more.
    var retry: (piece: Int, position: Int)?
    while position < characters.count {
      if piece < pieces.count, case .anyText = pieces[piece] {
        retry = (piece + 1, position)
        piece += 1
      } else if piece < pieces.count, pieces[piece].takes(characters[position]) {
        piece += 1
        position += 1
      } else if let (next, start) = retry {
        retry = (next, start + 1)
        piece = next
        position = start + 1
      } else {
        return false
      }
    }
    return pieces[piece...].allSatisfy { $0.isAnyText }
  }

  private enum Piece {
    case anyText
    case anyCharacter
    case literal(Unicode.Scalar)
    case set([ClosedRange<Unicode.Scalar>], negated: Bool)

    var isAnyText: Bool {
      if case .anyText = self { true } else { false }
    }

    func takes(_ character: Unicode.Scalar) -> Bool {
      switch self {
      case .anyText: false
      case .anyCharacter: true
      case .literal(let literal): literal == character
      case .set(let ranges, let negated): ranges.contains { $0.contains(character) } != negated
      }
    }
  }

  private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value + 32)) : scalar
  }

  private static func pieces(of text: String) -> [Piece] {
    var rest = Array(text.unicodeScalars)[...]
    var pieces: [Piece] = []
    while let first = rest.popFirst() {
      switch first {
      case "*": if pieces.last?.isAnyText != true { pieces.append(.anyText) }
      case "?": pieces.append(.anyCharacter)
      case "\\": pieces.append(.literal(folded(rest.popFirst() ?? first)))
      case "[": pieces.append(takeSet(from: &rest) ?? .literal("["))
      default: pieces.append(.literal(folded(first)))
      }
    }
    return pieces
  }

  /// Parses the rest after a `[`; nil, with nothing consumed, if there is no closing `]`.
  private static func takeSet(from rest: inout ArraySlice<Unicode.Scalar>) -> Piece? {
    var scan = rest
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    var negated = false
    if scan.first == "!" || scan.first == "^" {
      negated = true
      scan.removeFirst()
    }
    var isFirst = true
    while let low = scan.popFirst() {
      // As in the shell, a `]` in the first place is a member of the set.
      if low == "]", !isFirst {
        rest = scan
        return .set(ranges, negated: negated)
      }
      isFirst = false
      var high = low
      if scan.first == "-", let end = scan.dropFirst().first, end != "]" {
        scan.removeFirst(2)
        high = end
      }
      let (first, last) = (folded(low), folded(high))
      if first <= last { ranges.append(first...last) }
    }
    return nil
  }
}
