import ArgumentParser
import Configuration
import ContentModel
import ControlProtocol
import DisplayTypes

/// A content of a kind, with its arguments and options.
struct ContentArguments {
  /// The argument in place of a kind, for a file with a content of any kind.
  static let file = "content"

  var kind: ContentKind
  var values: [String]
  var options: ContentOptions

  /// Makes the content, and checks it as the daemon does.
  ///
  /// So errors appear without a daemon.
  func content() throws -> ContentInfo {
    let info = try unchecked()
    // The daemon adds the time of the request.
    _ = try ValidationError.wrapping { try ContentDescription(info, path: "", now: .epoch) }
    return info
  }

  /// Reads the content of a file.
  ///
  /// It plays from `now` unless the file states a time.
  static func content(ofFile file: String, startingAt now: WallTime) throws -> ContentDescription {
    let info = try content(ofFile: file)
    return try ValidationError.wrapping { try ContentDescription(info, path: "", now: now) }
  }

  /// Reads the content of a file.
  ///
  /// Refuses a content that is not of `kind`.
  static func content(ofFile file: String, kind: ContentKind? = nil) throws -> ContentInfo {
    let content = try ValidationError.wrapping { try ContentFile.load(file, forMessage: true) }
    guard kind == nil || kind == content.kind else {
      throw ValidationError("\(file) has a \(content.kind.rawValue), not a \(kind?.rawValue ?? "").")
    }
    return ContentInfo(content)
  }

  private func unchecked() throws -> ContentInfo {
    let text = values.joined(separator: " ")
    switch kind.type.form.main {
    case .word:
      _ = try options.keys(of: kind)
      return ContentInfo(kind: kind.rawValue, value: .string(text))
    case .text(let key): return try info(key, needed(text, key))
    case .optionalText(let key): return try text.isEmpty ? info() : info(key, text)
    // The daemon has another working directory, so it gets the full path.
    case .path(let key): return try info(key, MediaPath.fullPath(single(key)))
    case .moment(let key): return try info(key, moment(needed(text, "time")))
    case .items: return try playlist()
    case .file:
      _ = try options.keys(of: kind)
      return try Self.content(ofFile: single("file"), kind: kind)
    case .nothing:
      guard values.isEmpty else { throw ValidationError("Nothing stands behind \(kind.rawValue).") }
      return try info()
    }
  }

  private func info(_ key: String? = nil, _ value: String = "") throws -> ContentInfo {
    var fields = try options.keys(of: kind)
    if let key { fields[key] = .string(value) }
    return ContentInfo(kind: kind.rawValue, value: .object(fields))
  }

  private func needed(_ text: String, _ what: String) throws -> String {
    guard !text.isEmpty else { throw ValidationError("The \(kind.rawValue) has no \(what).") }
    return text
  }

  private func single(_ what: String) throws -> String {
    guard let value = values.first, values.count == 1 else {
      throw ValidationError("Give one \(what) after \(kind.rawValue)\(values.isEmpty ? "" : ", not \(values.count)").")
    }
    return try named(value, what)
  }

  /// Refuses an empty name, which would stand for the current folder.
  private func named(_ value: String, _ what: String) throws -> String {
    guard !value.isEmpty else { throw ValidationError("The \(what) after \(kind.rawValue) has an empty name.") }
    return value
  }

  private func moment(_ text: String) throws -> String {
    guard let moment = MomentArgument.moment(text) else {
      throw ValidationError("\"\(text)\" is no time: expected \(MomentArgument.expected).")
    }
    return moment.description
  }

  /// Makes a playlist of files of any kind.
  ///
  /// A single file with a playlist is that playlist.
  private func playlist() throws -> ContentInfo {
    var fields = try options.keys(of: .playlist)
    guard let first = values.first else {
      throw ValidationError("Give files after playlist: pictures, PDFs or YAML files.")
    }
    if values.count == 1, Self.isContentFile(first) {
      let included = try Self.content(ofFile: first, kind: .playlist)
      guard case .object(let ownFields) = included.value else { return included }
      return ContentInfo(kind: included.kind, value: .object(ownFields.merging(fields) { $1 }))
    }
    fields["items"] = .array(try values.map(item))
    return ContentInfo(kind: "playlist", value: .object(fields))
  }

  private func item(_ file: String) throws -> JSONValue {
    let file = try named(file, "file")
    if Self.isContentFile(file) { return try Self.content(ofFile: file).json }
    let path = JSONValue.string(MediaPath.fullPath(file))
    guard file.lowercased().hasSuffix(".pdf") else { return .object(["image": path]) }
    // In a playlist each page of a deck is shown as long as an item.
    let duration = options.duration ?? DurationText.text(PlaylistDescription.usualItemMilliseconds)
    return .object(["deck": .object(["file": path, "duration": .string(duration)])])
  }

  /// Whether the name of a file shows that it has a content.
  static func isContentFile(_ file: String) -> Bool {
    let name = file.lowercased()
    return name.hasSuffix(".yaml") || name.hasSuffix(".yml")
  }
}

/// The options of a content on the command line.
struct ContentOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The colour of text, or of a code's modules.", valueName: "#rrggbb")) var foreground:
    String?
  @Option(help: ArgumentHelp("The colour behind all.", valueName: "#rrggbb")) var background: String?
  @Option(help: ArgumentHelp("The font family.", valueName: "name")) var font: String?
  @Option(help: "banner: start, center or end.") var align: EnumArgument<TextAlignment>?
  @Flag(help: "banner: the text is Pango markup.") var markup = false
  @Option(help: "image, slideshow: fit, fill, stretch or center.") var fit: EnumArgument<ImageFit>?
  @Option(
    help: ArgumentHelp("image, deck: another file for screens in portrait orientation.", valueName: "file"),
    completion: .file())
  var portrait: String?
  @Option(help: ArgumentHelp("The time for each item, picture or page, as 8s or 1m30s.", valueName: "time"))
  var duration: String?
  @Flag(help: "slideshow, playlist: use another order in each round.") var shuffle = false
  @Option(
    name: .customLong("repeat"), help: ArgumentHelp("playlist: the number of rounds, from now on.", valueName: "number")
  )
  var rounds: Int?
  @Option(help: ArgumentHelp("The transition between items, as crossfade or 'slide 800ms left'.", valueName: "words"))
  var transition: String?
  @Option(help: ArgumentHelp("deck: the first page to show.", valueName: "number")) var page: Int?
  @Option(help: ArgumentHelp("ticker: widths a second.", valueName: "number")) var speed: Double?
  @Option(help: ArgumentHelp("clock: the time zone, as Europe/Berlin.", valueName: "name")) var zone: String?
  @Option(help: ArgumentHelp("countdown: the text above the time.", valueName: "text")) var title: String?
  @Option(help: ArgumentHelp("countdown: the text after its end.", valueName: "text")) var ended: String?
  @Option(help: ArgumentHelp("qr: the text below the code.", valueName: "text")) var caption: String?
  @Flag(help: "setup: show no code for pairing.") var noPairing = false

  struct Given {
    /// The name on the command line.
    var option: String
    var value: JSONValue

    /// The name in a content.
    var key: String { ["align": "alignment", "no-pairing": "pairing"][option] ?? option }

    /// The kinds that have the key, without the kinds that only files can describe.
    var kinds: [ContentKind] {
      ContentKind.allCases.filter {
        let form = $0.type.form
        if case .file = form.main { return false }
        return form.keys.contains(key)
      }
    }
  }

  var given: [Given] {
    let texts = [
      ("foreground", foreground), ("background", background), ("font", font), ("align", align?.value.rawValue),
      ("fit", fit?.value.rawValue), ("portrait", portrait.map(MediaPath.fullPath)), ("duration", duration),
      ("transition", transition), ("zone", zone), ("title", title), ("ended", ended), ("caption", caption),
    ]
    let values: [(String, JSONValue?)] =
      texts.map { ($0, $1.map(JSONValue.string)) } + [
        ("markup", markup ? .bool(true) : nil), ("shuffle", shuffle ? .bool(true) : nil),
        ("repeat", rounds.map { .integer(Int64($0)) }), ("page", page.map { .integer(Int64($0)) }),
        ("no-pairing", noPairing ? .bool(false) : nil), ("speed", speed.map { .number($0) }),
      ]
    return values.compactMap { option, value in value.map { Given(option: option, value: $0) } }
  }

  /// The given values by key.
  ///
  /// Refuses a key that the kind does not have.
  func keys(of kind: ContentKind) throws -> [String: JSONValue] {
    var keys: [String: JSONValue] = [:]
    for given in given {
      guard given.kinds.contains(kind) else {
        let kinds = given.kinds.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("--\(given.option) can be used with \(kinds), not with \(kind.rawValue).")
      }
      keys[given.key] = given.value
    }
    return keys
  }
}

extension ValidationError {
  /// Reports an error of `body` as wrong usage.
  static func wrapping<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch {
      throw ValidationError("\(error)")
    }
  }
}
