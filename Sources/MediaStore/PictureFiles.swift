/// Which files of a folder are pictures, by their names.
nonisolated enum PictureFiles {
  /// What their names end with, in small letters.
  static let endings = ["png", "jpg", "jpeg", "webp", "gif", "svg", "svgz", "avif"]

  /// Whether a name is a picture's: not hidden, and with the ending of a format that can be shown, in small or large letters.
  static func isPicture(_ name: String) -> Bool {
    guard name.utf8.first != UInt8(ascii: "."), let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else {
      return false
    }
    let ending = name.utf8[name.utf8.index(after: dot)...]
    return endings.contains { known in
      known.utf8.elementsEqual(ending) { letter, other in letter == other || letter == other | 0x20 }
    }
  }
}
