/// A value of a message, so that messages are read with the words and the checks of the file.
public indirect enum MessageValue: Hashable, Sendable {
  case text(String)
  /// A number or a truth value, as it would stand in the file.
  case plain(String)
  case list([MessageValue])
  /// Names with their values, in any order; those that are null are left out.
  case mapping([String: MessageValue])

  var node: YAMLNode {
    switch self {
    case .text(let text): YAMLNode(value: .scalar(text, isPlain: false), mark: .start)
    case .plain(let text): YAMLNode(value: .scalar(text, isPlain: true), mark: .start, isText: false)
    case .list(let values): YAMLNode(value: .sequence(values.map(\.node)), mark: .start)
    case .mapping(let values):
      YAMLNode(
        value: .mapping(
          values.sorted { $0.key < $1.key }.map { YAMLEntry(key: $0.key, mark: .start, value: $0.value.node) }),
        mark: .start)
    }
  }
}
