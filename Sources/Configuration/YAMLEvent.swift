/// What libyaml's parser says next, as a value.
struct YAMLEvent {
  enum Kind {
    case documentStart
    case documentEnd
    case streamEnd
    case alias(String)
    case scalar(String, isPlain: Bool)
    case sequenceStart
    case sequenceEnd
    case mappingStart
    case mappingEnd
    /// What carries nothing for us.
    case other
  }

  var kind: Kind
  var mark: YAMLMark
  /// The tag that was written, as `tag:yaml.org,2002:str`; nil where there was none.
  var tag: String?
}
