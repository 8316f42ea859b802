/// What libraries say of a broken file, as far as it helps a person.
public enum FailureWords {
  /// The longest reason, in characters.
  private static let limit = 160

  /// The first line, from the place in the file on where it names one.
  public static func shortened(_ words: String?) -> String {
    guard let line = words?.split(separator: "\n").first, !line.isEmpty else { return "no reason is known" }
    let parts = line.split(separator: " ")
    let place = parts.firstIndex(of: "line").map { parts[$0...].joined(separator: " ") } ?? String(line)
    return place.count > limit ? place.prefix(limit) + "…" : place
  }
}
