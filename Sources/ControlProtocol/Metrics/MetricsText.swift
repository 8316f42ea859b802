/// Metrics in Prometheus's text format, version 0.0.4: each with its help, its type and its samples.
public struct MetricsText: Sendable {
  /// What a metric measures.
  public enum Kind: String, Sendable {
    /// Goes up only, and begins anew with the daemon or the display.
    case counter
    /// Goes up and down.
    case gauge
  }

  /// What was written so far.
  public private(set) var text = ""

  /// Begins with nothing.
  public init() {}

  /// Writes a metric; one without samples is left out.
  ///
  /// - Parameter name: what it is called behind `marquee_`; a counter's ends with `_total`.
  public mutating func add(_ name: String, _ kind: Kind, _ help: String, _ samples: [MetricSample]) {
    guard !samples.isEmpty else { return }
    text += "# HELP marquee_\(name) \(Self.escaped(help))\n# TYPE marquee_\(name) \(kind.rawValue)\n"
    for sample in samples {
      let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\"" }
      let list = labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
      text += "marquee_\(name)\(list) \(Self.number(sample.value))\n"
    }
  }

  private static func escaped(_ text: String, quotes: Bool = false) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\"" where quotes: escaped += "\\\""
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }

  private static func number(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
    return Int64(exactly: value).map { "\($0)" } ?? "\(value)"
  }
}
