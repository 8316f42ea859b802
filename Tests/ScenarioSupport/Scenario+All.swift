extension Scenario {
  /// Every scenario, in the order of what they need to work.
  public static let all: [Scenario] = [
    .plugIn, .monitorChange, .unplugKeepsSession, .pictureChoices, .choicesAreKept, .rasterizerDies,
    .badConfiguration, .badStart, .badRequests, .badMessages, .badReload,
  ]
}
