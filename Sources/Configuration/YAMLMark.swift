/// A place in a YAML file; line and column count from 1, columns in characters.
struct YAMLMark: Hashable {
  var line: Int
  var column: Int

  static let start = YAMLMark(line: 1, column: 1)
}
