/// A key of a YAML mapping and its value.
package struct YAMLEntry {
  package var key: String
  package var mark: YAMLMark
  package var value: YAMLNode
}
