/// A configuration in a report: what the file says of screens, apps and scenes, line by line, and nothing of what they show.
nonisolated struct ReportConfiguration: Codable {
  /// Missing for the built-in one.
  var file: String?
  var text: String

  init(_ configuration: ConfigurationText) {
    file = configuration.file
    text = String(decoding: configuration.masked, as: UTF8.self)
  }
}
