import ArgumentParser
import Configuration
import ContentWords
import ControlProtocol
import DisplayTypes

/// Makes a content of a kind, its arguments and options.
struct ContentArguments {
  /// What stands in the place of a kind for a file that says it itself.
  static let file = "content"

  var kind: ContentKind
  var values: [String]
  var options: ContentOptions

  /// The content, checked as the daemon checks it, so that mistakes are told without one.
  func content() throws -> ContentInfo {
    let info = try unchecked()
    do throws(ControlError) {
      // The moment of the request is for the daemon to say.
      _ = try ContentDescription(info, path: "", now: .epoch)
    } catch {
      throw ValidationError(error.description)
    }
    return info
  }

  /// A file with any content, played from a moment on where it does not say from which.
  static func content(ofFile file: String, startingAt now: WallTime) throws -> ContentDescription {
    let info = try content(ofFile: file)
    do throws(ControlError) {
      return try ContentDescription(info, path: "", now: now)
    } catch {
      throw ValidationError(error.description)
    }
  }

  /// A file with any content, or of the kind that is demanded.
  static func content(ofFile file: String, kind: ContentKind? = nil) throws -> ContentInfo {
    let content: ContentDescription
    do {
      content = try ContentFile.load(file, forMessage: true)
    } catch {
      throw ValidationError("\(error)")
    }
    guard kind == nil || kind == content.kind else {
      throw ValidationError("\(file) has a \(content.kind.rawValue), not a \(kind?.rawValue ?? "").")
    }
    return ContentInfo(content)
  }

  /// A path as the daemon needs it, which runs in another folder.
  static func path(_ file: String) -> String { MediaPath.fullPath(file) }

  private func unchecked() throws -> ContentInfo {
    let text = values.joined(separator: " ")
    switch kind {
    case .color, .pattern:
      _ = try options.keys(of: kind)
      return ContentInfo(kind: kind.rawValue, value: .string(text))
    case .banner: return try info("text", needed(text, "text"))
    case .ticker, .qrCode: return try info("text", needed(text, "text"))
    case .image, .deck: return try info("file", Self.path(single("file")))
    case .slideshow: return try info("folder", Self.path(single("folder")))
    case .clock: return try text.isEmpty ? info(nil, "") : info("format", text)
    case .countdown: return try info("end", moment(needed(text, "time")))
    case .setup: return try setup()
    case .playlist: return try playlist()
    case .schedule, .layout:
      _ = try options.keys(of: kind)
      return try Self.content(ofFile: single("file"), kind: kind)
    }
  }

  private func info(_ key: String?, _ value: String) throws -> ContentInfo {
    var fields = try options.keys(of: kind)
    if let key { fields[key] = .string(value) }
    return ContentInfo(kind: kind.rawValue, value: .object(fields))
  }

  private func setup() throws -> ContentInfo {
    guard values.isEmpty else { throw ValidationError("Nothing stands behind setup.") }
    return try info(nil, "")
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

  /// An empty name would be that of the folder in which this runs.
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

  /// Files of any kind one after the other; a single file with a playlist is that playlist.
  private func playlist() throws -> ContentInfo {
    var fields = try options.keys(of: .playlist)
    guard let first = values.first else {
      throw ValidationError("Give files after playlist: pictures, PDFs or YAML files.")
    }
    if values.count == 1, Self.isContentFile(first) {
      let included = try Self.content(ofFile: first, kind: .playlist)
      guard case .object(let said) = included.value else { return included }
      return ContentInfo(kind: included.kind, value: .object(said.merging(fields) { $1 }))
    }
    fields["items"] = .array(try values.map(item))
    return ContentInfo(kind: "playlist", value: .object(fields))
  }

  private func item(_ file: String) throws -> JSONValue {
    let file = try named(file, "file")
    if Self.isContentFile(file) { return try Self.content(ofFile: file).json }
    guard file.lowercased().hasSuffix(".pdf") else { return .object(["image": .string(Self.path(file))]) }
    // A deck in a playlist is as long as its pages, each of which is an item's time.
    let duration = options.duration ?? DurationText.text(PlaylistDescription.usualItemMilliseconds)
    return .object(["deck": .object(["file": .string(Self.path(file)), "duration": .string(duration)])])
  }

  /// Whether a name is that of a file that says a content.
  static func isContentFile(_ file: String) -> Bool {
    let name = file.lowercased()
    return name.hasSuffix(".yaml") || name.hasSuffix(".yml")
  }
}
