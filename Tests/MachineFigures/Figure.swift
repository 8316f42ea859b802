/// Something that was measured.
struct Figure: Codable {
  /// The name in the table.
  let name: String
  /// The numbers behind it. Each name contains the unit, such as `medianMilliseconds`.
  let values: [String: Double]
  /// The figure as people read it.
  let text: String
  /// The required value; nil without a requirement.
  var demand: String?
  /// Whether the requirement is met; nil without a requirement.
  var isMet: Bool?
  /// How it was made.
  let how: String
}
