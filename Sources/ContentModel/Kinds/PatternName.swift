internal import DisplayTypes

/// The test patterns, in the words of the command line and the configuration.
public enum PatternName: String, Hashable, Sendable, CaseIterable {
  case bars
  /// A grid with safe areas, a border on the outermost pixels and a circle.
  case grid
  /// Ramps of grey, red, green and blue.
  case ramps
  /// A bar that moves by the same number of pixels in each refresh, so that uneven pacing is visible.
  case movingBar = "moving-bar"
  case frameCounter = "frame-counter"
  /// The number of each frame as a code that `marqueectl verify` reads.
  case coded
}

extension PatternName: ContentValue {
  package static let form = ContentForm(
    kind: .pattern, main: .word, example: "moving-bar   (\(allCases.map(\.rawValue).joined(separator: ", ")))")
  package var content: ContentDescription { .pattern(self) }
  package var written: MessageValue { .text(rawValue) }
  package var summary: String { "pattern \(rawValue)" }

  package static func read(from parent: ConfigurationSection, by reader: ContentReader) -> PatternName? {
    parent.word("pattern", PatternName.self)?.value
  }
}
