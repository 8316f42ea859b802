/// One value of a metric.
public struct MetricSample: Hashable, Sendable {
  /// A label and what it says.
  public struct Label: Hashable, Sendable {
    /// Letters, digits and underscores.
    public var name: String
    /// Any text.
    public var value: String
  }

  /// What tells it from the others.
  public var labels: [Label]
  /// In the metric's unit.
  public var value: Double

  /// Makes one; labels stand in their order.
  public init(_ value: Double, _ labels: KeyValuePairs<String, String> = [:]) {
    self.labels = labels.map { Label(name: $0.key, value: $0.value) }
    self.value = value
  }
}
