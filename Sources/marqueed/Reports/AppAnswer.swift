import ControlProtocol

/// What an app answered when it was asked about a session.
nonisolated struct AppAnswer: Codable, Sendable {
  var session: String
  /// Missing for the manifest's default.
  var configuration: SceneConfigurationInfo?
  /// Missing where the content decides.
  var window: Bool?

  init(session: String, _ configuration: SceneConfigurationInfo?, window: Bool?) {
    self.session = session
    self.configuration = configuration
    self.window = window
  }

  /// The same without what is shown.
  var masked: AppAnswer {
    var answer = self
    if answer.configuration?.content != nil { answer.configuration?.content = .color("#000000") }
    return answer
  }
}
