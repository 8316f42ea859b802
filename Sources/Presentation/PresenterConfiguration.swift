internal import DisplayTypes

/// A mode that is in force on a screen, with what was found out about it.
struct PresenterConfiguration {
  var token: CommitToken
  var mode: ScreenMode
  var geometry: OutputGeometry
  var capabilities: OutputCapabilities
}
