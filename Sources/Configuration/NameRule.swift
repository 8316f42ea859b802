/// What the names of apps and roles are made of: they are typed on command lines and stand in file names of the kept state.
public enum NameRule {
  /// What would be one.
  public static let expected = "1 to 64 letters of ASCII, digits, -, _ or .; the first a letter, a digit or _"

  /// Whether a text is one.
  public static func admits(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64
      && name.unicodeScalars.allSatisfy { scalar in
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
          || "-_.".unicodeScalars.contains(scalar)
      } && !name.hasPrefix(".") && !name.hasPrefix("-")
  }
}
