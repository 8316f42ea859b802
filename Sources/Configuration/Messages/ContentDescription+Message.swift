public import ContentModel
public import ControlProtocol
internal import DisplayTypes

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

extension ContentInfo {
  /// A content in the words of the configuration file; what is as it is by default is left out.
  public init(_ content: ContentDescription) {
    let words = ContentWriter.value(of: content)
    self.init(kind: content.kind.rawValue, value: words)
  }

  /// As JSON, with the kind as its one key.
  public var json: JSONValue { .object([kind: value]) }
}

extension ControlError {
  /// What is wrong with a content, as a request is answered.
  init(_ error: ConfigurationError) {
    // Messages count `items.3`, the file `items[3]`.
    let parameter = String(error.keyPath.filter { $0 != "]" }.map { $0 == "[" ? "." : $0 })
    let hint = error.hint.isEmpty ? "" : "; \(error.hint)"
    switch error.fault {
    case .parameter: self = .invalidParameter(parameter: parameter)
    case .missing(let key): self = .invalidParameter(parameter: "\(parameter).\(key)")
    case .tooLong(let length, let limit): self = .textTooLong(length: length, limit: limit)
    case .value(let value) where !error.expected.isEmpty:
      self = .invalidValue(parameter: parameter, value: value, expected: error.expected + hint)
    case .value, .other:
      let expected = error.expected.isEmpty ? "" : "; expected \(error.expected)"
      self = .failed(message: "\(parameter): \(error.problem)\(expected)\(hint).")
    }
  }
}

extension ContentMomentInfo {
  /// What a content shows at a time: one moment, or one for each region where a layout is due.
  public static func list(
    of content: ContentDescription, at time: WallTime, in context: TimelineContext
  ) -> [ContentMomentInfo] {
    let moment = Timeline.moment(of: content, at: time, in: context)
    guard let layout = moment.leaf.arrangement else { return [ContentMomentInfo(moment)] }
    return layout.regions.enumerated().map { index, region in
      var info = ContentMomentInfo(Timeline.moment(of: region.content, at: time, in: context))
      info.region = region.name ?? "\(index + 1)"
      if !moment.item.isEmpty { info.item = info.item.isEmpty ? moment.item : "\(moment.item)/\(info.item)" }
      return info
    }
  }

  /// What is due at a moment, and what is seen where that is something else.
  public init(_ moment: TimelineMoment, region: String? = nil, seen: DueContent? = nil) {
    self.init(
      region: region, item: moment.item, shows: Self.text(of: seen ?? moment.leaf), since: moment.since?.description,
      until: moment.until?.description, skipped: moment.skipped.firstFew)
  }

  /// Without the word joiners by which the card keeps an address on one line: whoever copies it wants the address.
  private static func copyable(_ text: String) -> String {
    var copy = ""
    copy.unicodeScalars.append(contentsOf: text.unicodeScalars.filter { $0 != "\u{2060}" })
    return copy
  }

  private static func text(of leaf: DueContent) -> String {
    switch leaf {
    case .color(let color): "color \(color.hexadecimal)"
    case .pattern(let name): "pattern \(name.rawValue)"
    case .banner(let banner): "banner \(copyable(banner.text))"
    case .face(let face): "text \(face.text)"
    case .image(let image): "image \(image.file)"
    case .page(let deck, let number): "page \(number) of \(deck.file)"
    case .ticker(let ticker): "ticker \(ticker.text)"
    case .qrCode(let code): "qr \(code.text)"
    case .layout: "layout"
    case .card: "setup"
    case .powerOff: "power off"
    case .nothing(let reasons): reasons.isEmpty ? "nothing" : "nothing: \(reasons.firstFew.joined(separator: "; "))"
    }
  }
}
