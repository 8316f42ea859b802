/// Something that was measured.
struct Figure: Codable {
  /// What, as the table calls it.
  let name: String
  /// The numbers behind it; the unit stands in each name, as `medianMilliseconds`.
  let values: [String: Double]
  /// The figure as people read it.
  let text: String
  /// What it must be; nil where nothing is demanded.
  var demand: String?
  /// Whether it is so; nil where nothing is demanded.
  var isMet: Bool?
  /// How it was made.
  let how: String
}
