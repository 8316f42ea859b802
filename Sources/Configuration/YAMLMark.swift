/// A place in a YAML file; line and column count from 1, columns in characters.
package struct YAMLMark: Hashable {
  package var line: Int
  package var column: Int

  package static let start = YAMLMark(line: 1, column: 1)
}
