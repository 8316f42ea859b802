/// A key of a YAML mapping and its value.
struct YAMLEntry {
  var key: String
  var mark: YAMLMark
  var value: YAMLNode
}
