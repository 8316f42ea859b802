public import ControlProtocol
public import DisplayTypes

extension ContentInfo {
  /// A content in the words of the configuration file; what is as it is by default is left out.
  public init(_ content: ContentDescription) {
    let words = ContentWriter.value(of: content)
    self.init(kind: content.kind.rawValue, value: words)
  }

  /// As JSON, with the kind as its one key.
  public var json: JSONValue { .object([kind: value]) }
}
