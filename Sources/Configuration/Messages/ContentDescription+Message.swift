package import ContentModel
package import ControlProtocol
internal import DisplayTypes

extension ContentDescription {
  /// Reads the content of a request by the rules of the configuration file.
  ///
  /// - Parameters:
  ///   - path: the parameter, for errors.
  ///   - now: the start of a playlist that has a number of repetitions and no start.
  package init(_ info: ContentInfo, path: String = "content", now: WallTime) throws(ControlError) {
    do throws(ConfigurationError) {
      self = try MessageContent.read(.mapping([info.kind: MessageValue(info.value)]), path: path, now: now)
    } catch {
      throw ControlError(error)
    }
  }

  /// Reads kept JSON; nil if this version does not know the content.
  package init?(kept value: JSONValue) {
    guard let content = MessageContent.kept(MessageValue(value)) else { return nil }
    self = content
  }
}

extension MessageValue {
  /// Omits fields that are null.
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

extension JSONValue {
  fileprivate init(_ value: MessageValue) {
    switch value {
    case .text(let text): self = .string(text)
    case .plain("true"): self = .bool(true)
    case .plain("false"): self = .bool(false)
    case .plain(let text): self = Int64(text).map(JSONValue.integer) ?? Double(text).map(JSONValue.number) ?? .null
    case .list(let values): self = .array(values.map(JSONValue.init))
    case .mapping(let values): self = .object(values.mapValues(JSONValue.init))
    }
  }
}

extension ContentInfo {
  /// Writes a content by the rules of the configuration file, without default values.
  package init(_ content: ContentDescription) {
    self.init(kind: content.kind.rawValue, value: JSONValue(content.value.written))
  }

  /// The content as JSON, with its kind as the only key.
  package var json: JSONValue { .object([kind: value]) }
}

extension ContentInfo {
  /// The content for callers who may not read passwords: the addresses of streams without their secret parts.
  package var withoutSecrets: ContentInfo { changingStreams { StreamAddress($0)?.shown ?? $0 } }

  /// A content of such a caller, with the whole addresses of the streams that a known content has. A form that several of them share stays,
  /// and is no address.
  package func restoringSecrets(of known: ContentDescription) -> ContentInfo {
    let addresses = ContentNeeds(of: known).streams
    return changingStreams { text in
      let same = addresses.filter { $0.shown == text }
      return same.count == 1 ? same.first?.text ?? text : text
    }
  }

  private func changingStreams(_ change: (String) -> String) -> ContentInfo {
    guard case .object(let changed) = Self.changed(json, change), let value = changed[kind] else { return self }
    return ContentInfo(kind: kind, value: value)
  }

  private static func changed(_ value: JSONValue, _ change: (String) -> String) -> JSONValue {
    switch value {
    case .array(let values): return .array(values.map { changed($0, change) })
    case .object(var fields):
      for (key, inner) in fields {
        switch (key, inner) {
        case ("stream", .string(let text)): fields[key] = .string(change(text))
        case ("stream", .object(var stream)):
          if case .string(let text) = stream["url"] { stream["url"] = .string(change(text)) }
          fields[key] = .object(stream)
        case (_, _): fields[key] = changed(inner, change)
        }
      }
      return .object(fields)
    case .null, .bool, .integer, .number, .string: return value
    }
  }
}

extension ControlError {
  init(_ error: ConfigurationError) {
    // Messages write `items.3`, and the file has `items[3]`.
    let parameter = String(error.keyPath.filter { $0 != "]" }.map { $0 == "[" ? "." : $0 })
    let hint = error.hint.isEmpty ? "" : "; \(error.hint)"
    switch error.fault {
    case .parameter: self = .invalidParameter(parameter: parameter)
    case .missing(let key): self = .invalidParameter(parameter: "\(parameter).\(key)")
    case .tooLong(let length, let limit): self = .textTooLong(length: length, limit: limit)
    case .value(let value) where !error.expected.isEmpty:
      self = .invalidValue(parameter: parameter, value: Quoting.whole(value), expected: error.expected + hint)
    case .value, .other:
      let expected = error.expected.isEmpty ? "" : "; expected \(error.expected)"
      self = .failed(message: "\(parameter): \(error.problem)\(expected)\(hint).")
    }
  }
}

extension ContentMomentInfo {
  /// The moment of a content at a time, or of each region of a layout.
  package static func list(
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

  /// - Parameter seen: the visible content if it is not the due content.
  package init(_ moment: TimelineMoment, region: String? = nil, seen: DueContent? = nil) {
    self.init(
      region: region, item: moment.item, shows: (seen ?? moment.leaf).summary, since: moment.since?.description,
      until: moment.until?.description, skipped: moment.skipped.firstFew)
  }
}
