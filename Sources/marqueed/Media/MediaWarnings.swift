import Configuration
import DisplayTypes
import MediaStore

/// The media of a configuration that cannot be shown, with the places that name them.
nonisolated struct MediaWarnings: Hashable, Sendable {
  /// In the order of the file.
  var errors: [ConfigurationError] = []
  /// How many media were not looked at.
  var skipped = 0

  /// How many of them `status`, `plan` and the log name.
  static let mostLines = 10

  /// Looks at media on the calling thread, which waits for the disk.
  static func find(_ media: [Sourced<MediaReference>], by inspection: MediaInspection = MediaInspection())
    -> MediaWarnings
  {
    var inspection = inspection
    var warnings = MediaWarnings()
    for reference in media {
      switch inspection.finding(of: reference.value) {
      case .fine: break
      case .skipped: warnings.skipped += 1
      case .trouble(let reason):
        let location = reference.location ?? SourceLocation(file: reference.value.path, line: 1, column: 1)
        warnings.errors.append(ConfigurationError(location: location, keyPath: "", problem: reason))
      }
    }
    return warnings
  }

  /// A line for each, and one for those that are left out.
  var lines: [String] {
    var lines = errors.prefix(Self.mostLines).map(\.description)
    let more = errors.count - lines.count
    if more > 0 {
      lines.append("\(more) more media files cannot be shown. Run `marqueed --check` for the whole list.")
    }
    return lines
  }

  /// How many there are, without their names; nil without any.
  var count: String? {
    switch errors.count {
    case 0: nil
    case 1: "One media file of the configuration cannot be shown."
    default: "\(errors.count) media files of the configuration cannot be shown."
    }
  }

  /// What is said of media that were not looked at; nil without any.
  var skippedText: String? {
    guard skipped > 0 else { return nil }
    return "\(skipped) media files were not looked at: a check opens at most \(MediaInspection.mostFiles)."
  }
}
