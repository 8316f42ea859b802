import ArgumentParser
import Configuration
import ContentModel
import ControlProtocol
import DisplayTypes

/// The words for a content, as `color '#204060'`.
struct ContentWords: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The kind of content: \(Self.kinds).", valueName: "kind"),
    completion: .list(Self.names))
  var kind: String?
  @Argument(help: "The text, colour, name, file, folder or time.", completion: Completions.values) var value: [String] =
    []
  @OptionGroup(title: "Options of contents") var options: ContentOptions

  private static let names = ContentKind.allCases.map(\.rawValue) + [ContentArguments.file]
  private static var kinds: String { names.joined(separator: ", ") }

  /// Whether the text is on standard input, which can be read only once.
  private var readsInput: Bool { kind == "banner" && value == ["-"] }

  /// - Parameter otherwise: Ends the message about a missing kind.
  func check(otherwise: String = "") throws {
    guard kind != nil else { throw ValidationError("Give a kind of content: one of \(Self.kinds)\(otherwise).") }
    if !readsInput { _ = try content() }
  }

  /// - Parameter clock: for local times; it may ask the daemon.
  func content(on clock: @escaping () -> DaemonClock = { .local }) throws -> ContentInfo {
    let value = readsInput ? [try InputFile.text(from: "-", limit: ControlLimits.textBytes)] : value
    if kind == ContentArguments.file {
      guard value.count == 1, let file = value.first, options.given.isEmpty else {
        throw ValidationError("Give one file after content. The file contains the options.")
      }
      return try ContentArguments.content(ofFile: file, on: clock())
    }
    guard let known = kind.flatMap(ContentKind.init) else {
      throw ValidationError("\"\(kind ?? "")\" cannot be shown: expected one of \(Self.kinds).")
    }
    return try ContentArguments(kind: known, values: value, options: options, clock: clock).content()
  }
}

struct ContentArguments {
  /// The argument in place of a kind, for a file with a content of any kind.
  static let file = "content"

  var kind: ContentKind
  var values: [String]
  var options: ContentOptions
  /// For local times.
  var clock: () -> DaemonClock = { .local }

  /// Makes the content, and checks it as the daemon does. So errors appear without a daemon.
  func content() throws -> ContentInfo {
    let info = try unchecked()
    // The daemon adds the time of the request.
    _ = try ValidationError.wrapping { try ContentDescription(info, path: "", now: .epoch) }
    return info
  }

  /// Reads the content of a file. It plays from `now` unless the file states a time.
  static func content(
    ofFile file: String, startingAt now: WallTime, on clock: DaemonClock
  ) throws -> ContentDescription {
    let info = try content(ofFile: file, on: clock)
    return try ValidationError.wrapping { try ContentDescription(info, path: "", now: now) }
  }

  /// Reads the content of a file. Refuses a content that is not of `kind`.
  static func content(
    ofFile file: String, kind: ContentKind? = nil, on clock: DaemonClock = .local
  ) throws -> ContentInfo {
    let content = try ValidationError.wrapping { try ContentFile.load(file, forMessage: true, zone: clock.zone) }
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
    case .path(let key): return try info(key, path(single(key)))
    case .moment(let key): return try info(key, moment(needed(text, "time")))
    case .items: return try playlist()
    case .file:
      _ = try options.keys(of: kind)
      return try Self.content(ofFile: single("file"), kind: kind, on: clock())
    case .nothing:
      guard values.isEmpty else {
        throw ValidationError("The kind \(kind.rawValue) has no value: remove the words after it.")
      }
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
    let clock = MomentArgument.isLocal(text) ? clock() : .local
    guard let moment = MomentArgument.moment(text, on: clock) else {
      throw ValidationError(MomentArgument.refusal(of: text))
    }
    return moment.description
  }

  /// Makes a playlist of files of any kind. A single file with a playlist is that playlist.
  private func playlist() throws -> ContentInfo {
    var fields = try options.keys(of: .playlist)
    guard let first = values.first else {
      throw ValidationError("Give files after playlist: pictures, videos, PDFs or YAML files.")
    }
    if values.count == 1, Self.isContentFile(first) {
      let included = try Self.content(ofFile: first, kind: .playlist, on: clock())
      guard case .object(let ownFields) = included.value else { return included }
      return ContentInfo(kind: included.kind, value: .object(ownFields.merging(fields) { $1 }))
    }
    fields["items"] = .array(try values.map { try item($0, duration: fields["duration"]) })
    return ContentInfo(kind: "playlist", value: .object(fields))
  }

  private func path(_ text: String) throws -> String {
    guard !MediaPath.isAddress(text) else {
      throw ValidationError("This is the address of a stream, not a file. Use \"marqueectl show SCREEN stream URL\".")
    }
    return MediaPath.fullPath(text)
  }

  private func item(_ file: String, duration: JSONValue?) throws -> JSONValue {
    let file = try named(file, "file")
    if Self.isContentFile(file) { return try Self.content(ofFile: file, on: clock()).json }
    let path = JSONValue.string(try path(file))
    if MediaPath.isVideo(file) { return .object(["video": path]) }
    guard file.lowercased().hasSuffix(".pdf") else { return .object(["image": path]) }
    // In a playlist each page of a deck is shown as long as an item.
    let usual = JSONValue.string(DurationText.text(PlaylistDescription.usualItemMilliseconds))
    return .object(["deck": .object(["file": path, "duration": duration ?? usual])])
  }

  /// Whether the name of a file shows that it has a content.
  static func isContentFile(_ file: String) -> Bool {
    let name = file.lowercased()
    return name.hasSuffix(".yaml") || name.hasSuffix(".yml")
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
