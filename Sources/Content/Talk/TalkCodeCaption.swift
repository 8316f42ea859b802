internal import DisplayTypes

/// What is written below the QR code of a talk, for those whose camera does not read it.
nonisolated enum TalkCodeCaption {
  /// Longer texts are in no letters that can be read from a distance.
  private static let mostBytes = 160

  /// The text of a code in letters; nil if it is too long, or is none.
  ///
  /// A link of `marquee-remote` has the code for pairing behind `#`: it has a line of its own, as it is typed.
  static func text(for code: String) -> String? {
    guard code.utf8.count <= mostBytes, !code.unicodeScalars.contains(where: \.isControlling) else { return nil }
    let parts = code.split(separator: "#", omittingEmptySubsequences: false)
    guard parts.count == 2, let address = parts.first, let word = parts.last, address.hasSuffix("/pair") else {
      return code
    }
    let typed = word.utf8.count == 8 ? "\(word.prefix(4))-\(word.dropFirst(4))" : String(word)
    return "\(address)\n\(typed)"
  }
}
