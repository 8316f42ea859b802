import Configuration
public import ControlProtocol
public import DisplayTypes

extension ContentDescription {
  /// What a request says is to be shown, read with the words of the configuration file.
  ///
  /// - Parameters:
  ///   - path: The parameter that it is, which errors name.
  ///   - now: The moment of the request: a playlist that is repeated some times and says no start begins then.
  public init(_ info: ContentInfo, path: String = "content", now: WallTime) throws(ControlError) {
    do throws(ConfigurationError) {
      self = try MessageContent.read(MessageValue(info), path: path, now: now)
    } catch {
      throw ControlError(error)
    }
  }

  /// What was kept as JSON; nil where it says nothing that this version knows.
  public init?(kept value: JSONValue) {
    guard let content = MessageContent.kept(MessageValue(value)) else { return nil }
    self = content
  }
}

extension MessageValue {
  fileprivate init(_ info: ContentInfo) {
    self = .mapping([info.kind: MessageValue(info.value)])
  }

  /// What JSON says; fields that are null are left out.
  init(_ value: JSONValue) {
    switch value {
    case .null: self = .plain("null")
    case .bool(let value): self = .plain(value ? "true" : "false")
    case .integer(let value): self = .plain("\(value)")
    case .number(let value): self = .plain("\(value)")
    case .string(let text): self = .text(text)
    case .array(let values): self = .list(values.map(MessageValue.init))
    case .object(let values): self = .mapping(values.filter { $0.value != .null }.mapValues(MessageValue.init))
    }
  }
}
