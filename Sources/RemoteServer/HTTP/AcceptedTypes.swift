/// Whether a client wants a page or JSON, by its header `Accept` (RFC 9110, 12.5.1).
enum AcceptedTypes {
  /// Whether a page is wanted more than JSON.
  ///
  /// A client that names neither is a program.
  static func wantsPage(_ accept: String?) -> Bool {
    let ranges = (accept ?? "").lowercased().split(separator: ",").map(range)
    func weight(_ types: [String]) -> Double { ranges.filter { types.contains($0.type) }.map(\.weight).max() ?? 0 }
    return weight(["text/html", "text/*"]) > weight(["application/json", "application/*"])
  }

  private static func range(_ text: Substring) -> (type: String, weight: Double) {
    let parts = text.split(separator: ";").map { part in String(part.filter { $0 != " " && $0 != "\t" }) }
    let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 }
    return (parts.first ?? "", weight ?? 1)
  }
}
