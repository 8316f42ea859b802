import DisplayTypes

/// Reads `weekdays: mon-fri` or `weekdays: [mon-wed, sat]`.
enum WeekdayReader {
  private static let words = Weekday.allCases.map(\.word)
  private static let expected = "days as mon-fri, or a list of them as [mon, wed, sat]"

  static func read(_ key: String, in section: ConfigurationSection) -> Set<Weekday>? {
    guard let entry = section.entry(key) else { return nil }
    let nodes: [(node: YAMLNode, path: String)]
    if case .scalar = entry.value.value {
      nodes = [(entry.value, section.path(key))]
    } else {
      guard let list = section.list(key, expected: expected) else { return nil }
      nodes = list
    }
    guard !nodes.isEmpty else {
      section.errors.add(
        entry.value.mark, section.path(key), "no day is in the list", expected: expected,
        hint: "leave weekdays away for all days", fault: .value("[]"))
      return nil
    }
    var days: Set<Weekday> = []
    for (node, path) in nodes {
      guard let text = section.text(of: node, path: path, expected: expected) else { return nil }
      guard let found = range(text.value) else {
        let near = NearestWord.find(text.value, among: words)
        section.errors.add(
          node.mark, path, "\(node.kind) is not a day of the week",
          expected: "one of \(words.joined(separator: ", ")), or some as mon-fri",
          hint: near.map { "did you mean “\($0)”?" } ?? "", fault: .value(text.value))
        return nil
      }
      days.formUnion(found)
    }
    return days
  }

  /// The days of `mon`, or of `fri-mon`, which goes over the end of the week; nil for anything else.
  private static func range(_ text: String) -> [Weekday]? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Weekday(word: String($0)) }
    guard (1...2).contains(ends.count), let first = ends.first ?? nil, let last = ends.last ?? nil else { return nil }
    let all = Weekday.allCases
    guard first.rawValue > last.rawValue else {
      return all.filter { (first.rawValue...last.rawValue).contains($0.rawValue) }
    }
    return all.filter { $0.rawValue >= first.rawValue || $0.rawValue <= last.rawValue }
  }
}
