internal import ContentModel
internal import ControlProtocol

/// The content of a screen as the rows of a list that a person can edit: the items of a playlist, the entries of a schedule, or one row for
/// any other content. A row keeps everything of its item that the page does not show.
struct ContentRows {
  enum Kind: String, Encodable { case playlist, schedule }

  /// A row for the page.
  struct Row: Encodable, Equatable {
    /// The place of its item in the content, from 0.
    var id: Int
    var title: String
    /// How long a picture, or a page of a PDF file, is shown; nil for the usual time.
    var seconds: Double?
    /// The meaning of the seconds; nil if the row has none.
    var unit: Unit?
    var weekdays: [String] = []
    var from: String?
    var to: String?
  }

  enum Unit: String, Encodable { case item, page }

  /// A row of the page's list: an item of the content by its place, or a file of the media folder.
  struct Wish: Decodable, Equatable {
    var id: Int?
    var file: String?
    var seconds: Double?
    var weekdays: [String]?
    var from: String?
    var to: String?
  }

  enum Failure: Error, Equatable {
    case empty
    case noSuchRow
    case file(String)
    case seconds
    /// An added row of a schedule has no hours.
    case noHours(String)
  }

  typealias Item = [String: JSONValue]

  static let seconds = 0.5...86_400
  private static let usualSeconds = 10.0

  let kind: Kind
  let items: [Item]
  private let content: ContentInfo?

  /// The rows of a content. A set-up card counts as no content, because it ends with the first own content.
  init(_ content: ContentInfo?) {
    self.content = content
    switch (content?.kind, content?.value) {
    case ("playlist", .array(let values)): (kind, items) = (.playlist, values.map(\.item))
    case ("playlist", .object(let fields)): (kind, items) = (.playlist, (fields["items"]?.elements ?? []).map(\.item))
    case ("schedule", .object(let fields)): (kind, items) = (.schedule, (fields["entries"]?.elements ?? []).map(\.item))
    case ("setup", _), (nil, _), (_, nil): (kind, items) = (.playlist, [])
    case (let name?, let value?): (kind, items) = (.playlist, [[name: value]])
    }
  }

  /// The usual time of an item, in seconds.
  var usual: Double {
    guard case ("playlist", .object(let fields)) = (content?.kind, content?.value) else { return Self.usualSeconds }
    return fields["duration"]?.seconds ?? Self.usualSeconds
  }

  var rows: [Row] { items.enumerated().map { row($0.element, id: $0.offset) } }

  /// What a schedule shows at other times; nil without a schedule.
  var otherwise: String? {
    guard kind == .schedule, case .object(let fields) = content?.value else { return nil }
    return fields["fallback"].map { Self.title($0.item) } ?? "black"
  }

  /// An item of the content without its name, time and hours, for a picture of it; nil if it shows nothing.
  func content(ofRow id: Int) -> ContentInfo? {
    guard items.indices.contains(id), let (kind, value) = Self.part(of: items[id]) else { return nil }
    return ContentInfo(kind: kind, value: value)
  }

  private func row(_ item: Item, id: Int) -> Row {
    var row = Row(id: id, title: Self.title(item), from: item["from"]?.text, to: item["to"]?.text)
    row.weekdays = item["weekdays"]?.elements.compactMap(\.text) ?? []
    if case ("deck", .object(let deck))? = Self.part(of: item) {
      row.unit = .page
      row.seconds = deck["duration"]?.seconds
    } else if kind == .playlist, Self.part(of: item) != nil {
      row.unit = .item
      row.seconds = item["duration"]?.seconds
    }
    return row
  }

  /// The content with the wished rows in their order. Items that no row names are removed.
  func content(_ wishes: [Wish], folder: String) throws(Failure) -> ContentInfo {
    guard !wishes.isEmpty else { throw .empty }
    var changed: [Item] = []
    for wish in wishes { changed.append(try item(wish, folder: folder)) }
    if changed == items, let content { return content }
    let list = JSONValue.array(changed.map { .object($0) })
    guard case .object(var fields) = content?.value, content?.kind == kind.rawValue else {
      return ContentInfo(kind: "playlist", value: .object(["items": list, "duration": .string("10s")]))
    }
    fields[kind == .playlist ? "items" : "entries"] = list
    return ContentInfo(kind: kind.rawValue, value: .object(fields))
  }

  private func item(_ wish: Wish, folder: String) throws(Failure) -> Item {
    if let seconds = wish.seconds, !Self.seconds.contains(seconds) { throw .seconds }
    var item: Item
    if let id = wish.id {
      guard items.indices.contains(id) else { throw .noSuchRow }
      item = items[id]
      if let unit = row(item, id: id).unit { set(wish.seconds, unit, in: &item) }
    } else {
      guard let file = wish.file, MediaName.isInFolder(file) else { throw .file(wish.file ?? "") }
      let isDeck = file.lowercased().hasSuffix(".pdf")
      let isVideo = MediaName.isVideo(file)
      item = [isDeck ? "deck" : isVideo ? "video" : "image": .object(["file": .string("\(folder)/\(file)")])]
      // A video takes its own length.
      if isDeck || kind == .playlist && !isVideo {
        set(wish.seconds ?? (isDeck ? usual : nil), isDeck ? .page : .item, in: &item)
      }
      if kind == .schedule {
        guard wish.from != nil || wish.to != nil || wish.weekdays?.isEmpty == false else { throw .noHours(file) }
        // An added entry is shown in its hours, whatever else is due.
        let priorities = items.compactMap { $0["priority"]?.whole }
        item["priority"] = .integer(min(1000, (priorities + [0]).reduce(0, max) + 1))
      }
    }
    item["weekdays"] = wish.weekdays.flatMap { days in
      days.isEmpty ? nil : .array(days.map { .string($0) })
    }
    item["from"] = wish.from.map { .string($0) }
    item["to"] = wish.to.map { .string($0) }
    return item
  }

  /// Changes the time of an item only if it differs, so that an unchanged row stays the same item.
  private func set(_ seconds: Double?, _ unit: Unit, in item: inout Item) {
    let text = seconds.map { JSONValue.string(DurationText.text(Int(($0 * 1000).rounded()))) }
    switch unit {
    case .item:
      if item["duration"]?.seconds != seconds { item["duration"] = text }
    case .page:
      guard case .object(var deck) = item["deck"], deck["duration"]?.seconds != seconds else { return }
      deck["duration"] = text
      // A start counts only with a time for each page.
      if text == nil { deck["start"] = nil }
      item["deck"] = .object(deck)
    }
  }

  /// The kind of an item and its value; nil for one that shows nothing.
  private static func part(of item: Item) -> (kind: String, value: JSONValue)? {
    ContentInfo.kinds.lazy.compactMap { kind in item[kind].map { (kind, $0) } }.first
  }

  /// A short description of an item: its file, its text or its kind.
  static func title(_ item: Item) -> String {
    guard let (kind, value) = part(of: item) else { return "Display off" }
    let fields = value.item
    // Its address may contain a password.
    if kind == ContentKind.stream.rawValue { return "Live stream" }
    switch ContentKind(rawValue: kind)?.type.form.main {
    case .path(let key):
      let path = (fields[key] ?? value).text ?? kind
      let name = String(path.split(separator: "/").last ?? Substring(path))
      return key == "folder" ? "Pictures of the folder \(name)" : name
    case .text(let key): return "Text: \((fields[key] ?? value).text ?? "")"
    default: break
    }
    switch kind {
    case "playlist": return "Another list with \(count(fields["items"] ?? value, "item"))"
    case "schedule": return "A schedule with \(count(fields["entries"] ?? value, "entry", "entries"))"
    case "layout": return "A layout with \(count(fields["regions"] ?? value, "part"))"
    case "color": return "Colour \(value.text ?? "")"
    case "pattern": return "Test picture \(value.text ?? "")"
    case "clock": return "Clock"
    case "countdown": return "Countdown"
    default: return "Set-up card"
    }
  }

  private static func count(_ list: JSONValue, _ one: String, _ several: String? = nil) -> String {
    let count = list.elements.count
    return "\(count) \(count == 1 ? one : several ?? one + "s")"
  }
}

extension JSONValue {
  fileprivate var item: ContentRows.Item { if case .object(let fields) = self { fields } else { [:] } }
  fileprivate var elements: [JSONValue] { if case .array(let values) = self { values } else { [] } }
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
  fileprivate var whole: Int64? { if case .integer(let number) = self { number } else { nil } }
  fileprivate var seconds: Double? { text.flatMap(DurationText.milliseconds).map { Double($0) / 1000 } }
}
