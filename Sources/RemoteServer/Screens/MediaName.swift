internal import Glibc

/// What a file of contents may be called.
enum MediaName {
  /// The ends of names that there are.
  static let kinds = ["png", "jpg", "jpeg", "webp", "gif", "avif", "svg", "pdf"]
  /// The bytes of a name at most.
  static let most = 120

  /// Whether it can be a file's in the folder itself, which is told of, shown and taken away.
  ///
  /// Names that nobody would be let choose here, but that a file has which was put there in another way, are among them.
  static func isInFolder(_ name: String) -> Bool { pathTrouble(name) == nil }

  /// Why no file is put there by a name, as a sentence; nil where it may be.
  static func objection(to name: String) -> String? {
    if let trouble = pathTrouble(name) { return trouble }
    // What nobody sees has one name look like another, and one that turns the direction of writing has it end otherwise.
    guard let scalar = name.unicodeScalars.first(where: isUnseen) else { return nil }
    return
      "The file’s name has a character in it that nobody sees (\(code(scalar))), and so looks like another one. \(renaming)"
  }

  private static func pathTrouble(_ name: String) -> String? {
    let scalars = name.unicodeScalars
    if scalars.isEmpty { return "The name of a file is wanted." }
    if name.utf8.count > most {
      return "The file’s name has \(name.utf8.count) bytes, and \(most) is the most. \(renaming)"
    }
    if scalars.contains("/") { return "A file’s name has no “/” in it: files are put into the folder itself." }
    if let scalar = scalars.first(where: { $0.properties.generalCategory == .control }) {
      return "The file’s name has a control character in it (\(code(scalar))). \(renaming)"
    }
    if scalars.first == "." { return "A file whose name begins with a dot is hidden, and is not shown. \(renaming)" }
    let end = scalars.lastIndex(of: ".").map { String(scalars[scalars.index(after: $0)...]).lowercased() }
    guard let end, kinds.contains(end) else {
      return "The file’s name says of nothing that is shown: it ends with .\(kinds.joined(separator: ", ."))."
    }
    return nil
  }

  private static let renaming = "Give the file another name."

  /// Format characters: those of the bidirectional algorithm, and those without a width.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .format, .lineSeparator, .paragraphSeparator: true
    default:
      scalar.properties.isBidiControl
        || scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isVariationSelector
    }
  }

  private static func code(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
