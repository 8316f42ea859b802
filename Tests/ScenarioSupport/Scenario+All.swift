extension Scenario {
  /// Every scenario, in the order of what they need to work.
  public static let all: [Scenario] = [
    .plugIn, .monitorChange, .unplugKeepsSession, .pictureChoices, .geometryChoices, .foregroundApp, .choicesAreKept,
    .rasterizerDies, .badConfiguration, .badStart, .badRequests, .badReload,
  ]
}
